import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imagePoint } from '../stage/points'
import type { ImagePoint } from '../stage/points'
import { paintedPixels } from './fixtures/painted-pixels'
import { polygonFill } from './polygon'

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
