import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyProbabilities, likelyPixels, pasteLogits } from '../../images/crops/paste'
import type { Rect } from '../../mask/bitmap'
import { boundingBox } from '../../mask/geometry'
import { encodeRle, rleArea } from '../../mask/rle'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import { toFullMask } from './look'

const image = { width: 331, height: 217 }
const span = (limit: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: limit - 1 }), fc.integer({ min: 1, max: limit }))
    .map(([start, length]) => [start, Math.min(length, limit - start)] as const)
const windows = fc
  .tuple(span(image.width), span(image.height))
  .map(([[x, width], [y, height]]): Rect => ({ x, y, width, height }))
const cells = fc.integer({ min: 0, max: MASK_SIDE ** 2 - 1 })

/** `cells` of this logit among others of -8. */
function logitsOf(set: readonly number[], logit: number): Float32Array {
  const data = new Float32Array(MASK_SIDE ** 2).fill(-8)
  for (const cell of set) data[cell] = logit
  return data
}

test('the mask of a window is that of the whole image on which the window alone was pasted', () => {
  fc.assert(
    fc.property(windows, fc.array(cells, { maxLength: 400 }), (window, set) => {
      const data = logitsOf(set, 8)
      const map = emptyProbabilities(image.width, image.height)
      pasteLogits(map, { width: MASK_SIDE, height: MASK_SIDE, data }, window)
      const whole = likelyPixels(map, 0.5)
      fc.pre(whole.data.includes(1))
      expect(toFullMask(data, window, image)).toEqual(encodeRle(whole))
    }),
    { numRuns: 60 },
  )
})

test('one faint cell has pixels of its own, inside of the window', () => {
  fc.assert(
    fc.property(windows, cells, (window, cell) => {
      const mask = toFullMask(logitsOf([cell], 0.1), window, image)
      const [across, down] = [window.width / MASK_SIDE, window.height / MASK_SIDE]
      const left = Math.floor(window.x + (cell % MASK_SIDE) * across)
      const top = Math.floor(window.y + Math.floor(cell / MASK_SIDE) * down)
      expect(rleArea(mask)).toBeGreaterThan(0)
      const [x, y, width, height] = boundingBox(mask)
      expect(x).toBeGreaterThanOrEqual(left)
      expect(y).toBeGreaterThanOrEqual(top)
      expect(x + width).toBeLessThanOrEqual(left + Math.ceil(across) + 1)
      expect(y + height).toBeLessThanOrEqual(top + Math.ceil(down) + 1)
    }),
    { numRuns: 100 },
  )
})
