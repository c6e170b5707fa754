import { expect, test } from 'vitest'
import { classRegions } from './class-regions'
import type { FrameClasses, PairMaps } from './pair-maps'

const [width, height] = [40, 30]
const outputs = {
  names: ['from', 'to'],
  values: 'probabilities' as const,
  classes: ['none', 'road', 'roof'],
  noChange: 'none',
}

/** Of each rectangle: x, y, side, class, and its probability. */
function frame(...rectangles: readonly (readonly [number, number, number, number, number])[]): FrameClasses {
  const changed = new Float32Array(width * height)
  const classes = new Uint8Array(width * height).fill(1)
  for (const [x, y, side, index, share] of rectangles) {
    for (let row = y; row < y + side; row += 1) {
      changed.fill(share, row * width + x, row * width + x + side)
      classes.fill(index, row * width + x, row * width + x + side)
    }
  }
  return { changed, classes }
}

function mapsOf(...frames: readonly FrameClasses[]): PairMaps {
  const values = frames[0].changed.map((value, at) => Math.max(value, frames.at(-1)!.changed[at]))
  return { map: { width, height, values }, frames }
}

function found(maps: PairMaps, leastArea = 4) {
  const { clusters, traitsOf } = classRegions(maps, 0.5, { outputs, leastArea })
  return clusters.extents.map(({ label, area }) => ({ area, ...traitsOf!(label) }))
}

test('with two maps a region came, went or turned, by the frames that tell of a change', () => {
  const maps = mapsOf(
    frame([2, 2, 5, 1, 0.9], [30, 2, 4, 2, 0.8]),
    frame([2, 2, 5, 2, 0.9], [2, 20, 6, 2, 0.7], [30, 2, 4, 1, 0.3]),
  )
  expect(found(maps)).toEqual(
    expect.arrayContaining([
      { area: 25, category: 'road to roof', kind: 'changed' },
      { area: 16, category: 'roof', kind: 'vanished' },
      { area: 36, category: 'roof', kind: 'appeared' },
    ]),
  )
  expect(found(maps)).toHaveLength(3)
})

test('a class within a ring of another keeps its pixels; what is too small is none', () => {
  const one = { ...outputs, names: ['to'] }
  const maps = mapsOf(frame([5, 5, 15, 1, 0.9], [10, 10, 5, 2, 0.9], [30, 20, 2, 2, 0.9]))
  const { clusters, traitsOf } = classRegions(maps, 0.5, { outputs: one, leastArea: 6 })
  const regions = clusters.extents.map(({ label, area }) => [traitsOf!(label).category, area])
  expect(regions.toSorted(([, a], [, b]) => Number(b) - Number(a))).toEqual([
    ['road', 15 * 15 - 25],
    ['roof', 25],
  ])
})
