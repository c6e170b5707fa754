import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as paste from './paste-logits'
import { emptyProbabilities, likelyPixels, pasteLogits } from './paste-logits'
import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { boundingBox } from '../mask/measures'
import { encodeRle, rleArea } from '../mask/rle'
import { MASK_SIDE } from '../models/layers/sizes'
import { toImageMask } from './crop-view'

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
  for (const cell of set) {
    data[cell] = logit
  }
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
      expect(toImageMask(data, window, image)).toEqual(encodeRle(whole))
    }),
    { numRuns: 60 },
  )
})

const nearZero = [-0.0079, -0.0078, -0.004, -0.0039, -0.001, 0, 1e-6, 0.003, 0.1]
const logits = fc.oneof(fc.constantFrom(...nearZero), fc.double({ min: -12, max: 12, noNaN: true }))

/** With logits of their own; the others are far from set, or just under it. */
const scattered = fc
  .tuple(fc.array(fc.tuple(cells, logits), { maxLength: 12 }), fc.constantFrom(-8, -0.02, -0.0041))
  .map(([set, other]) => {
    const data = new Float32Array(MASK_SIDE ** 2).fill(other)
    for (const [cell, logit] of set) {
      data[cell] = logit
    }
    return data
  })

test('pixels are those of the whole window, whatever part of it is read', () => {
  fc.assert(
    fc.property(windows, scattered, (window, data) => {
      const map = emptyProbabilities(window.width, window.height)
      pasteLogits(map, { width: MASK_SIDE, height: MASK_SIDE, data }, { ...window, x: 0, y: 0 })
      const mask = emptyBitmap(image.width, image.height)
      likelyPixels(map, 0.5).data.forEach((value, at) => {
        const [x, y] = [at % window.width, Math.floor(at / window.width)]
        mask.data[(window.y + y) * image.width + window.x + x] = value
      })
      fc.pre(mask.data.includes(1) || data.every((logit) => logit <= 0))
      expect(toImageMask(data, window, image)).toEqual(encodeRle(mask))
    }),
    { numRuns: 200 },
  )
})

test('a faint cell in a window that shows nothing else is filled, and no pixel beside it', () => {
  const window = { x: 10, y: 20, width: 60, height: 50 }
  const mask = toImageMask(logitsOf([MASK_SIDE * 64 + 64], 0.1), window, image)
  expect([rleArea(mask), boundingBox(mask)]).toEqual([1, [40, 45, 1, 1]])
})

test('only the part of a window that is marked is enlarged', () => {
  const large = { width: 4096, height: 4096 }
  const data = logitsOf([MASK_SIDE * 64 + 64], 8)
  const enlarged = vi.spyOn(paste, 'emptyProbabilities')
  toImageMask(data, { x: 0, y: 0, ...large }, large)
  toImageMask(data.fill(-8), { x: 0, y: 0, ...large }, large)
  expect(enlarged.mock.calls).toEqual([[96, 96]])
  enlarged.mockRestore()
})

test('one faint cell has pixels of its own, inside of the window', () => {
  fc.assert(
    fc.property(windows, cells, (window, cell) => {
      const mask = toImageMask(logitsOf([cell], 0.1), window, image)
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
