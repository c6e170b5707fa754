import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imagePoint } from '../stage/points'
import { brushLine } from './brush'
import { paintedPixels } from './fixtures/painted-pixels'

const points = fc
  .tuple(fc.integer({ min: -10, max: 50 }), fc.integer({ min: -10, max: 50 }))
  .map(([x, y]) => imagePoint(x + 0.5, y + 0.5))

describe('the brush', () => {
  test('of one pixel paints one pixel', () => {
    const at = imagePoint(4.2, 7.9)
    expect(paintedPixels(brushLine(at, at, 1), 16, 16)).toEqual(['4 7'])
  })

  test('of two pixels paints the four around a pixel corner', () => {
    const at = imagePoint(4.2, 7.9)
    expect(paintedPixels(brushLine(at, at, 2), 16, 16)).toEqual(['3 6', '4 6', '3 7', '4 7'])
  })

  test('covers every pixel no farther than its radius from the line, and no other', () => {
    fc.assert(
      fc.property(points, points, fc.integer({ min: 1, max: 15 }), (from, to, diameter) => {
        const painted = new Set(paintedPixels(brushLine(from, to, diameter), 40, 40))
        const offset = diameter % 2 === 1 ? 0.5 : 0
        const a = { x: Math.floor(from.x) + offset, y: Math.floor(from.y) + offset }
        const b = { x: Math.floor(to.x) + offset, y: Math.floor(to.y) + offset }
        const wrong: string[] = []
        for (let y = 0; y < 40; y += 1) {
          for (let x = 0; x < 40; x += 1) {
            const gap = distanceToLine(x + 0.5, y + 0.5, a, b) - diameter / 2
            // pixels on the rim itself may fall on either side of rounding
            if (Math.abs(gap) > 1e-9 && painted.has(`${x} ${y}`) !== gap < 0) {
              wrong.push(`${x} ${y}`)
            }
          }
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('paints the same pixels wherever in a pixel the pointer is', () => {
    const inside = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(inside, inside, fc.integer({ min: 1, max: 9 }), (right, down, diameter) => {
        const from = imagePoint(10 + right, 12 + down)
        const to = imagePoint(20 + down, 17 + right)
        const exact = brushLine(imagePoint(10, 12), imagePoint(20, 17), diameter)
        expect(paintedPixels(brushLine(from, to, diameter), 40, 40)).toEqual(paintedPixels(exact, 40, 40))
      }),
    )
  })
})

interface Place {
  x: number
  y: number
}

function distanceToLine(x: number, y: number, a: Place, b: Place): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / square
  const foot = Math.min(1, Math.max(0, share))
  return Math.hypot(x - a.x - foot * dx, y - a.y - foot * dy)
}
