import type { GreyImage } from '../../images/encode'

export type Job =
  | { kind: 'create'; path: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'mask'; image: GreyImage; channels: 1 | 3 }

/** Done in order. */
export type ToThread = readonly Job[]

/** Once at the start; then as many answers as there were jobs. */
export type FromThread = 'ready' | readonly Answer[]

export type Answer =
  | { kind: 'created' }
  | { kind: 'encoded'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; message: string; code: string | null }
