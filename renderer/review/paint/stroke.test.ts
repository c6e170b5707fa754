import { describe, expect, test } from 'vitest'
import { xorRle } from '../../../src/mask/rle'
import { imagePoint } from '../stage/camera'
import { brushLine, beginStroke, cancelStroke, paintShape, strokeFlip } from './stroke'
import { areaOf, createTileMask, pixelAt, TILE_SIZE } from './tile-mask'
import type { TileMask } from './tile-mask'
import { encodeTiles } from './tile-rle'
import fc from 'fast-check'
import { paintedPixels } from './fixtures/painted-pixels'

function paint(mask: TileMask, value: 0 | 1, from: [number, number], to: [number, number], diameter: number) {
  const stroke = beginStroke(mask, value)
  paintShape(stroke, brushLine(imagePoint(...from), imagePoint(...to), diameter))
  return stroke
}

function painted(): TileMask {
  const mask = createTileMask(700, 520)
  paint(mask, 1, [200, 200], [600, 300], 41)
  return mask
}

describe('a stroke', () => {
  test('is the difference between the mask before and after it', () => {
    const mask = painted()
    const before = encodeTiles(mask)
    const stroke = paint(mask, 0, [240, 100], [300, 400], 30)
    const flip = strokeFlip(stroke)
    expect(flip).not.toBeNull()
    expect(flip === null ? null : xorRle(before, flip)).toEqual(encodeTiles(mask))
  })

  test('that goes over itself flips each pixel once', () => {
    const mask = createTileMask(100, 100)
    const stroke = beginStroke(mask, 1)
    for (let pass = 0; pass < 3; pass += 1) {
      paintShape(stroke, brushLine(imagePoint(20, 20), imagePoint(80, 80), 9))
    }
    expect(strokeFlip(stroke)).toEqual(encodeTiles(mask))
  })

  test('that changes nothing has no flip', () => {
    const mask = painted()
    expect(strokeFlip(paint(mask, 1, [220, 205], [580, 295], 5))).toBeNull()
    expect(strokeFlip(paint(mask, 0, [5, 5], [20, 5], 5))).toBeNull()
    expect(strokeFlip(paint(mask, 1, [-90, -90], [-20, -20], 9))).toBeNull()
  })

  test('cancelled leaves the mask as it was, coarse levels too', () => {
    const mask = painted()
    const before = encodeTiles(mask)
    const area = areaOf(mask)
    cancelStroke(paint(mask, 1, [10, 10], [690, 510], 50))
    expect(encodeTiles(mask)).toEqual(before)
    expect(areaOf(mask)).toBe(area)
    expect(wrongLevels(mask)).toEqual([])
    cancelStroke(paint(mask, 0, [10, 10], [690, 510], 90))
    expect(encodeTiles(mask)).toEqual(before)
    expect(wrongLevels(mask)).toEqual([])
  })

  test('keeps every coarse level the OR of the finer one', () => {
    const mask = painted()
    expect(wrongLevels(mask)).toEqual([])
    paint(mask, 0, [300, 100], [400, 500], 33)
    expect(wrongLevels(mask)).toEqual([])
  })

  test('tells the rectangle that it changed, within the image', () => {
    const mask = createTileMask(100, 100)
    const stroke = beginStroke(mask, 1)
    const at = imagePoint(0, 50)
    expect(paintShape(stroke, brushLine(at, at, 5))).toEqual({ x: 0, y: 48, width: 3, height: 5 })
    expect(paintShape(stroke, brushLine(at, at, 5))).toBeNull()
  })
})

/** Coarse pixels that are not the OR of what they stand for. */
function wrongLevels(mask: TileMask): string[] {
  const wrong: string[] = []
  for (const [index, tile] of mask.tiles) {
    const left = (index % mask.columns) * TILE_SIZE
    const top = Math.floor(index / mask.columns) * TILE_SIZE
    for (const level of [1, 3, 8]) {
      const side = TILE_SIZE >> level
      for (let at = 0; at < side * side; at += 1) {
        const x = left + ((at % side) << level)
        const y = top + (Math.floor(at / side) << level)
        if (anySet(mask, x, y, 1 << level) !== tile.levels[level][at]) {
          wrong.push(`level ${level} at ${x}, ${y}`)
        }
      }
    }
  }
  return wrong
}

function anySet(mask: TileMask, left: number, top: number, side: number): number {
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) {
      if (pixelAt(mask, x, y) === 1) {
        return 1
      }
    }
  }
  return 0
}

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
