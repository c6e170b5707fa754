import type { ProviderName } from '../../src/contract/proposal'
import type { AnswerKind } from './record'

export interface CaseOptions {
  readonly provider: ProviderName
  readonly threads: number
  readonly isSmall: boolean
  /** Training updates after which the loss is compared. */
  readonly updates: number
  /** Folder of a Segment Anything 2 pack. */
  readonly sam2: string | null
}

/** One thing on one provider, ready to run. */
export interface OpenCase {
  /** Of one run. */
  readonly pairs: number
  /** Runs before the clock; the answer is there after them. */
  readonly warmUps: number
  run(): Promise<void>
  answer(): Float32Array
  /** Runs twice more with ONNX Runtime's profile, which is written by this prefix. After `release`. */
  profile?(prefix: string): Promise<void>
  release(): Promise<void>
}

export interface Case {
  readonly id: string
  readonly what: string
  readonly answers: AnswerKind
  /** The case that is measured on the CPU in place of this one; absent where this one is. */
  readonly onCpu?: string
  /** Why it cannot be measured here; null where it can. */
  missing(options: Pick<CaseOptions, 'sam2'>): string | null
  open(options: CaseOptions): Promise<OpenCase>
}
