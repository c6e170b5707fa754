import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { eachPixel } from './cluster-masks'
import { DEFAULT_OUTLINE_SETTINGS } from './outline-settings'
import type { OutlineSettings } from './outline-settings'
import { applyOutline } from './apply-outline'

const [width, height] = [40, 30]
const label = 2
const threshold = 20
const span = (limit: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: limit - 1 }), fc.integer({ min: 0, max: limit }))
    .map(([start, length]) => [start, Math.min(length, limit - start)] as const)
const rects = fc.tuple(span(width), span(height)).map(([[x, across], [y, down]]): Rect => {
  return { x, y, width: across, height: down }
})
const levels = fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 80 })
const weights = fc.constantFrom(
  DEFAULT_OUTLINE_SETTINGS,
  { ...DEFAULT_OUTLINE_SETTINGS, clear: Infinity, hinted: 0 },
  { ...DEFAULT_OUTLINE_SETTINGS, clear: 0, hinted: Infinity },
)

/** Labels computed at every pixel of the image. */
function throughout(
  labels: Int32Array,
  mask: Bitmap,
  plain: Uint8Array,
  { clear, hinted }: OutlineSettings,
): Int32Array {
  const mean = (isPart: (owner: number, at: number) => boolean): number => {
    const part = plain.filter((_, at) => isPart(labels[at], at))
    return part.reduce((sum, level) => sum + level, 0) / part.length
  }
  const isOutside = (owner: number, at: number): boolean => owner === label && mask.data[at] === 0
  const isInside = (owner: number, at: number): boolean => owner === 0 && mask.data[at] === 1
  const drops = mean(isOutside) < clear * threshold
  const adds = mean(isInside) >= hinted * threshold
  return labels.map((owner, at) =>
    drops && isOutside(owner, at) ? 0 : adds && isInside(owner, at) ? label : owner,
  )
}

test('inside of the bounds of cluster and mask as throughout the image', () => {
  fc.assert(
    fc.property(rects, rects, rects, levels, weights, (own, other, masked, plain, settings) => {
      const labels = new Int32Array(width * height)
      const mask = emptyBitmap(width, height)
      eachPixel(own, (x, y) => (labels[y * width + x] = plain[y * width + x] % 3 === 0 ? 0 : label))
      eachPixel(other, (x, y) => (labels[y * width + x] = 1))
      eachPixel(masked, (x, y) => (mask.data[y * width + x] = plain[y * width + x] % 2))
      const expected = throughout(labels, mask, plain, settings)
      const evidence = { width, height, plain, tolerant: plain, raw: plain }
      const detection = { evidence, threshold }
      applyOutline(labels, { label, area: 1, bounds: own }, { mask, bounds: masked }, detection, settings)
      expect(labels).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})
