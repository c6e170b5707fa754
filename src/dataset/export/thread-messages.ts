import type { GreyImage } from '../../images/encode'

export type Job =
  | { kind: 'create'; path: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'mask'; image: GreyImage; channels: 1 | 3 }

/** Done in order; a list of as many answers comes back. */
export type ToThread = readonly Job[]

export type Answer =
  | { kind: 'created' }
  | { kind: 'encoded'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; message: string; code: string | null }
