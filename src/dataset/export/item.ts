import type { PairDocument } from '../../domain/document'
import type { PairProblem } from '../../domain/pair'

/** A pair as the store has it, offered for export. */
export interface ExportItem {
  key: string
  split: string | null
  /** Absolute. */
  beforePath: string
  afterPath: string
  /** Pixels of the after frame, upright. */
  width: number
  height: number
  problem: PairProblem | null
  document: PairDocument
  /** Whose proposal the review began from. */
  proposedBy: { proposer: string; version: string } | null
}

/** A pair that cannot be written in this format, and why, in words that follow its key. */
export class PairLeftOut extends Error {
  override name = 'PairLeftOut'
}
