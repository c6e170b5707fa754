import { describe, expect, test } from 'vitest'
import { xorRle } from '../../../src/mask/rle-combine'
import { imagePoint } from '../stage/points'
import { brushLine } from './brush'
import { beginStroke, cancelStroke, paintShape, strokeFlip } from './stroke'
import { areaOf, createTileMask, pixelAt, TILE_SIZE } from './tile-mask'
import type { TileMask } from './tile-mask'
import { encodeTiles } from './tile-rle'

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
  for (const [index, tile] of mask.tiles.entries()) {
    const left = (index % mask.columns) * TILE_SIZE
    const top = Math.floor(index / mask.columns) * TILE_SIZE
    for (const level of tile === null ? [] : [1, 3, 8]) {
      const side = TILE_SIZE >> level
      for (let at = 0; at < side * side; at += 1) {
        const x = left + ((at % side) << level)
        const y = top + (Math.floor(at / side) << level)
        if (anySet(mask, x, y, 1 << level) !== tile?.levels[level][at]) {
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
