import { resampleWindow } from './crops/resample'
import type { Raster } from './raster'

const SIDE = 16
/** Grey levels by which neighbouring cells must differ to say anything. */
const LEAST_STEP = 3
/** Of cells that say something in either image, so many may disagree. */
const MOST_DISAGREEING = 0.1
/** An image with fewer such cells has nothing to be known by. */
const LEAST_CELLS = 12

/**
 * What an image looks like in 16 x 16 cells: whether brightness rises, falls or stays to the right of each, as
 * 256 characters of `+`, `-` and `0` (after the difference hash of N. Krawetz, with a third value for flat parts).
 */
export function fingerprint(image: Raster): string {
  const { data } = resampleWindow(
    image,
    { x: 0, y: 0, width: image.width, height: image.height },
    SIDE + 1,
    SIDE,
  )
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

/** Whether two images are near-duplicates by their fingerprints. Flat images are like no other. */
export function looksAlike(a: string, b: string): boolean {
  let [cells, disagreeing] = [0, 0]
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one === ZERO && other === ZERO) continue
    cells++
    if (one !== other) disagreeing++
  }
  return cells >= LEAST_CELLS && disagreeing <= cells * MOST_DISAGREEING
}

const ZERO = '0'.charCodeAt(0)
