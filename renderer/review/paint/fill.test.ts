import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../../../src/mask/bitmap'
import { encodeRle } from '../../../src/mask/rle'
import { paintedPixels } from './fixtures/painted-pixels'
import { holesOf, polygonFill } from './fill'
import { decodeTiles } from './tile-rle'
import type { TileMask } from './tile-mask'
import fc from 'fast-check'
import { imagePoint } from '../stage/camera'
import type { ImagePoint } from '../stage/camera'

function maskOf(...rows: string[]): TileMask {
  const bitmap = emptyBitmap(rows[0].length, rows.length)
  bitmap.data.set(Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)))
  return decodeTiles(encodeRle(bitmap))
}

const twoHoles = maskOf('........', '.#######', '.#..#..#', '.#.##..#', '.#######', '........')

describe('filling holes', () => {
  test('finds every one', () => {
    const filled = paintedPixels(holesOf(twoHoles, null), 8, 6)
    expect(filled).toEqual(['2 2', '3 2', '5 2', '6 2', '2 3', '5 3', '6 3'])
  })

  test('at a point fills the hole that holds it', () => {
    expect(paintedPixels(holesOf(twoHoles, { x: 3.4, y: 2.9 }), 8, 6)).toEqual(['2 2', '3 2', '2 3'])
  })

  test('at a point outside or on the mask fills nothing', () => {
    expect(paintedPixels(holesOf(twoHoles, { x: 0.5, y: 0.5 }), 8, 6)).toEqual([])
    expect(paintedPixels(holesOf(twoHoles, { x: 4.5, y: 2.5 }), 8, 6)).toEqual([])
    expect(paintedPixels(holesOf(twoHoles, { x: -40, y: 900 }), 8, 6)).toEqual([])
  })

  test('a gap at a corner does not open a hole, a gap in a side does', () => {
    const closed = maskOf('.##', '#.#', '##.')
    const open = maskOf('#.#', '#.#', '###')
    expect(paintedPixels(holesOf(closed, null), 3, 3)).toEqual(['1 1'])
    expect(paintedPixels(holesOf(open, null), 3, 3)).toEqual([])
  })

  test('an empty mask has none', () => {
    expect(paintedPixels(holesOf(maskOf('...', '...'), null), 3, 2)).toEqual([])
  })
})

const corners = fc
  .tuple(fc.integer({ min: -5, max: 30 }), fc.integer({ min: -5, max: 30 }))
  .map(([x, y]) => imagePoint(x, y))

describe('a filled polygon', () => {
  test('of a square holds exactly its pixels', () => {
    const square = [imagePoint(2, 3), imagePoint(4, 3), imagePoint(4, 5), imagePoint(2, 5)]
    expect(paintedPixels(polygonFill(square), 8, 8)).toEqual(['2 3', '3 3', '2 4', '3 4'])
  })

  test('holds the pixels whose centre it winds around', () => {
    fc.assert(
      fc.property(fc.array(corners, { minLength: 3, maxLength: 8 }), (points) => {
        const painted = new Set(paintedPixels(polygonFill(points), 26, 26))
        const wrong: string[] = []
        for (let y = 0; y < 26; y += 1) {
          for (let x = 0; x < 26; x += 1) {
            const turns = windingAt(points, x + 0.5, y + 0.5)
            if (turns !== null && painted.has(`${x} ${y}`) !== (turns !== 0)) {
              wrong.push(`${x} ${y}`)
            }
          }
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('that crosses itself has no hole', () => {
    const star = [0, 2, 4, 1, 3].map((step) => {
      const angle = (step * 2 * Math.PI) / 5
      return imagePoint(20 + 18 * Math.sin(angle), 20 - 18 * Math.cos(angle))
    })
    expect(paintedPixels(polygonFill(star), 40, 40)).toContain('20 20')
  })

  test('of fewer than three corners is empty', () => {
    expect(paintedPixels(polygonFill([imagePoint(1, 1), imagePoint(5, 5)]), 8, 8)).toEqual([])
    expect(paintedPixels(polygonFill([]), 8, 8)).toEqual([])
  })
})

/** By summed angles; null for a point on or next to an edge, where rounding decides. */
function windingAt(points: readonly ImagePoint[], x: number, y: number): number | null {
  let angle = 0
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length]
    const [ax, ay, bx, by] = [a.x - x, a.y - y, b.x - x, b.y - y]
    const cross = ax * by - ay * bx
    const dot = ax * bx + ay * by
    if (Math.abs(cross) < 1e-9 && dot <= 0) {
      return null
    }
    angle += Math.atan2(cross, dot)
  }
  return Math.round(angle / (2 * Math.PI))
}
