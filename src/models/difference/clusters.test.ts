import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillHoles } from '../../mask/morphology'
import { dbscan, groupPixels } from './clusters'

const settings = { reachShare: 0.03, leastArea: 1, leastShare: 0 }

test('what is grouped in a window about the changed pixels is what is grouped in the whole', () => {
  const bitmaps = fc.record({
    side: fc.integer({ min: 8, max: 40 }),
    pixels: fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 60 }),
  })
  fc.assert(
    fc.property(bitmaps, ({ side, pixels }) => {
      const bitmap = { width: side, height: side, data: new Uint8Array(side * side) }
      pixels.forEach(([x, y]) => (bitmap.data[(y % side) * side + (x % side)] = 1))
      const half = Math.max(1, Math.round(settings.reachShare * Math.hypot(side, side)))
      const whole = dbscan(fillHoles(bitmap), half, 1)
      const grouped = groupPixels(bitmap, settings)
      expect(Array.from(grouped.labels)).toEqual(Array.from(whole.labels))
      expect(grouped.count).toBe(whole.count)
      for (const { label, area } of grouped.extents) {
        expect(area).toBe(whole.labels.filter((value) => value === label).length)
      }
    }),
  )
})
