import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bitmap } from './bitmap'
import { componentExtents, labelComponents } from './components'
import { dbscan } from '../models/difference/clusters'
import { maskIou } from './measures'
import { countNeighbours, dilate, erode, fillHoles } from './morphology'

/** Rows of `.` and `#`. */
function drawn(...rows: string[]): Bitmap {
  const data = Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0))
  return { width: rows[0].length, height: rows.length, data }
}

const bitmaps = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom(0, 0, 1), { minLength: width * height, maxLength: width * height })
      .map((data): Bitmap => ({ width, height, data: Uint8Array.from(data) })),
  )

describe('connected components', () => {
  test('diagonal neighbours join by 8 and part by 4', () => {
    const bitmap = drawn('#..#', '.##.', '#..#')
    expect(labelComponents(bitmap, 8).count).toBe(1)
    expect(labelComponents(bitmap, 4).count).toBe(5)
  })

  test('arms that meet only at the bottom are one part, with tight bounds and its area', () => {
    const components = labelComponents(drawn('#.#.#', '#.#.#', '#####', '.....'), 4)
    expect(componentExtents(components)).toEqual([
      { label: 1, area: 11, bounds: { x: 0, y: 0, width: 5, height: 3 } },
    ])
  })

  test('two pixels share a label exactly where a path joins them', () => {
    fc.assert(
      fc.property(bitmaps, fc.constantFrom<4 | 8>(4, 8), (bitmap, connectivity) => {
        const { labels } = labelComponents(bitmap, connectivity)
        const reach = connectivity === 8 ? 1.5 : 1
        const expected = linked(bitmap, (a, b) => Math.hypot(a.x - b.x, a.y - b.y) <= reach)
        expect(renamed(labels)).toEqual([...expected])
      }),
    )
  })
})

describe('DBSCAN of pixels', () => {
  test('agrees with the definition for the Chebyshev distance, border pixels apart', () => {
    fc.assert(
      fc.property(
        bitmaps,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 1, max: 8 }),
        (bitmap, half, least) => {
          const reach = 2 * half + 1
          const counts = countNeighbours(bitmap, reach)
          const cores = {
            ...bitmap,
            data: bitmap.data.map((set, at) => (set === 1 && counts[at] >= least ? 1 : 0)),
          }
          const expected = linked(
            cores,
            (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= reach,
          )
          const { labels } = dbscan(bitmap, half, least)
          const ofCores = labels.map((label, at) => (cores.data[at] === 1 ? label : 0))
          expect(renamed(ofCores)).toEqual([...expected])
          const reached = dilate(cores, reach)
          labels.forEach((label, at) => {
            expect(label !== 0).toBe(bitmap.data[at] === 1 && reached.data[at] === 1)
          })
        },
      ),
    )
  })

  test('leaves specks out and joins what is near', () => {
    const bitmap = drawn('##..##......#', '##..##.......', '.............')
    const { labels, count } = dbscan(bitmap, 1, 4)
    expect(count).toBe(1)
    expect(labels[12]).toBe(0)
    expect(labels[0]).toBe(labels[5])
  })
})

describe('morphology', () => {
  test('dilation takes the square around, erosion is its dual, and the border counts as set', () => {
    expect(dilate(drawn('.....', '..#..', '.....'), 1)).toEqual(drawn('.###.', '.###.', '.###.'))
    expect(erode(drawn('#####', '#####', '###.#'), 1)).toEqual(drawn('#####', '##...', '##...'))
  })

  test('neighbour counts agree with counting', () => {
    fc.assert(
      fc.property(bitmaps, fc.integer({ min: 0, max: 20 }), (bitmap, radius) => {
        const { width, height, data } = bitmap
        const counted = Array.from(data, (_, at) => {
          let count = 0
          data.forEach((set, other) => {
            const dx = Math.abs((at % width) - (other % width))
            const dy = Math.abs(Math.floor(at / width) - Math.floor(other / width))
            count += set === 1 && dx <= radius && dy <= radius ? 1 : 0
          })
          return count
        })
        expect([...countNeighbours(bitmap, radius)]).toEqual(counted)
        expect(height).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })

  test('fills holes, not bays, and none larger than asked', () => {
    const bitmap = drawn('######', '#.#..#', '######', '#...##', '##..##')
    expect(fillHoles(bitmap)).toEqual(drawn('######', '######', '######', '#...##', '##..##'))
    expect(fillHoles(bitmap, 1)).toEqual(drawn('######', '###..#', '######', '#...##', '##..##'))
  })
})

describe('intersection over union', () => {
  test('is a share, and 1 where both are empty', () => {
    expect(maskIou(drawn('##..'), drawn('.##.'))).toBeCloseTo(1 / 3, 12)
    expect(maskIou(drawn('....'), drawn('....'))).toBe(1)
  })
})

interface Place {
  x: number
  y: number
}

/** Parts by brute force: what is near each other, and what is near that. */
function linked(bitmap: Bitmap, isNear: (a: Place, b: Place) => boolean): Int32Array {
  const labels = new Int32Array(bitmap.data.length)
  const place = (at: number): Place => ({ x: at % bitmap.width, y: Math.floor(at / bitmap.width) })
  let next = 0
  bitmap.data.forEach((set, start) => {
    if (set === 0 || labels[start] !== 0) {
      return
    }
    next += 1
    const waiting = [start]
    labels[start] = next
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let other = 0; other < labels.length; other += 1) {
        if (bitmap.data[other] === 1 && labels[other] === 0 && isNear(place(at), place(other))) {
          labels[other] = next
          waiting.push(other)
        }
      }
    }
  })
  return labels
}

/** Labels in order of first appearance. */
function renamed(labels: Int32Array): number[] {
  const names = new Map<number, number>([[0, 0]])
  return Array.from(labels, (label) => {
    const name = names.get(label) ?? names.size
    names.set(label, name)
    return name
  })
}
