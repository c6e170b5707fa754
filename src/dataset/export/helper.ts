import { encodeMaskPng } from '../../images/mask-png'
import type { GreyImage } from '../../images/encode'
import { createFile } from '../new-file'
import { paintRle } from '../../mask/rle'
import type { PlannedPair } from './export-pair'

/** What of an export another thread can do. */
export interface Helper {
  /** Pairs that may wait for it at a time. */
  readonly room: number
  /** Not flushed. @throws the system's error, where it is there too */
  create(path: string, bytes: Uint8Array): Promise<void>
  /** An 8-bit PNG. @param image not to be used any more */
  mask(image: GreyImage, channels: 1 | 3): Promise<Buffer>
  close(): Promise<void>
}

/** Where there is too little to do for a thread of its own. */
export const onThisThread: Helper = {
  room: 8,
  create: createFile,
  mask: encodeMaskPng,
  close: async () => {},
}

/** PNG of one channel in the after frame: 255 where any region is set, else 0. */
export function encodeMask(helper: Helper, { item, content }: PlannedPair): Promise<Buffer> {
  const { width, height } = item
  const data = new Uint8Array(width * height)
  content.regions.forEach(({ mask }) => paintRle(mask, data, 255))
  return helper.mask({ width, height, data }, 1)
}

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
