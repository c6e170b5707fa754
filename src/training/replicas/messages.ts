import type { ElementType } from '../../graph/onnx'

/** An array as it crosses to another thread and back. */
export interface SentTensor {
  readonly type: ElementType
  readonly data: Float32Array | BigInt64Array | Uint8Array
  readonly shape: readonly number[]
}
export type SentTensors = Readonly<Record<string, SentTensor>>

export type ToReplica =
  | { readonly kind: 'open'; readonly model: Uint8Array }
  | { readonly kind: 'run'; readonly feeds: SentTensors }
  | { readonly kind: 'close' }

export type FromReplica =
  | { readonly kind: 'opened' }
  | { readonly kind: 'ran'; readonly outputs: SentTensors }
  | { readonly kind: 'failed'; readonly message: string }
