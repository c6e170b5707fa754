// What pairs are composed of. Whoever reads the files fills this in; nothing here knows files.

import type { Rect } from '../../mask/bitmap'
import type { RgbImage } from '../pair'

/** Named parts of a photograph, for saying what a change is next to. */
export interface NamedPart {
  readonly word: string
  /** Pixels of the photograph. */
  readonly box: Rect
}

export interface Photograph {
  readonly name: string
  readonly image: RgbImage
  readonly seen: readonly NamedPart[]
}

/** A thing with its outline, cut from a photograph or alone. */
export interface OutlinedThing {
  readonly name: string
  /** As captions say it; null where it has no name. */
  readonly word: string | null
  readonly image: RgbImage
  /** Where it lies in the image, pixels; at least one. */
  readonly box: Rect
  /** How much of each pixel of the box it covers, 0 to 255. */
  readonly alpha: Uint8Array
}

export interface Library {
  /** At least one. */
  readonly photographs: readonly Photograph[]
  readonly things: readonly OutlinedThing[]
}

const PLANTS =
  /\b(?:plant|tree|bush|shrub|flower|leaf|leaves|grass|fern|branch|twig|hedge|foliage|palm|broccoli)s?\b/i

export function isPlant({ word }: OutlinedThing): boolean {
  return word !== null && PLANTS.test(word)
}

/** One source in so many is held out. */
const HELD_OUT_OF = 10

/**
 * Whether a photograph, and with it every thing that was cut from it, is kept for tests.
 * @param hash of its file's bytes, 32 bits, so that copies under other names go to the same side
 */
export function isHeldOut(hash: number): boolean {
  return (hash >>> 0) % HELD_OUT_OF === 0
}
