import { resampleWindow } from './resample-window'
import type { Raster } from './raster'
import { wholeOf } from '../mask/rect'

const SIDE = 16
/** Least difference in grey level of neighbouring cells that counts. */
const LEAST_STEP = 3
/** Largest share of the counting cells of either image that may disagree. */
const MOST_DISAGREEING = 0.1
/** An image with fewer counting cells cannot be recognised. */
const LEAST_CELLS = 12

/**
 * Fingerprint of an image in 16 x 16 cells: whether brightness rises, falls or stays to the right of each, as 256
 * characters of `+`, `-` and `0` (after the difference hash of N. Krawetz, with a third value for flat parts).
 */
export function fingerprint(image: Raster): string {
  const { data } = resampleWindow(image, wholeOf(image), SIDE + 1, SIDE)
  const grey = (at: number): number =>
    0.299 * data[3 * at] + 0.587 * data[3 * at + 1] + 0.114 * data[3 * at + 2]
  let text = ''
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * (SIDE + 1) + column
      const step = grey(at + 1) - grey(at)
      text += step > LEAST_STEP ? '+' : step < -LEAST_STEP ? '-' : '0'
    }
  }
  return text
}

/** Whether two images are near-duplicates by their fingerprints. Flat images match no other. */
export function looksAlike(a: string, b: string): boolean {
  return bitsAlike(bitsOf(a), bitsOf(b))
}

/** A fingerprint as two masks, to be compared many times: of the cells with `+`, then of those with `-`. */
export type FingerprintBits = Int32Array

const WORDS = (SIDE * SIDE) / 32

export function bitsOf(fingerprint: string): FingerprintBits {
  const bits = new Int32Array(2 * WORDS)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const word = at >> 5
    if (fingerprint[at] === '+') {
      bits[word] |= 1 << (at & 31)
    }
    if (fingerprint[at] === '-') {
      bits[WORDS + word] |= 1 << (at & 31)
    }
  }
  return bits
}

/** `looksAlike` of what `bitsOf` made. */
export function bitsAlike(a: FingerprintBits, b: FingerprintBits): boolean {
  let [cells, disagreeing] = [0, 0]
  for (let word = 0; word < WORDS; word++) {
    const [up, down] = [a[word], a[WORDS + word]]
    const [otherUp, otherDown] = [b[word], b[WORDS + word]]
    disagreeing += bitCount((up ^ otherUp) | (down ^ otherDown))
    if (disagreeing > SIDE * SIDE * MOST_DISAGREEING) {
      return false
    }
    cells += bitCount(up | down | otherUp | otherDown)
  }
  return cells >= LEAST_CELLS && disagreeing <= cells * MOST_DISAGREEING
}

/** Bits that are set, added up in ever wider fields (H. S. Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
