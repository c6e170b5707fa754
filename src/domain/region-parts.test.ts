import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { rectOf } from '../mask/measures'
import { labelComponents } from '../mask/components'
import { seededRandom } from '../metrics/set-score'
import { encodeCounts, encodeRle, rleArea, unionRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { connectedParts } from './region-parts'

const [WIDTH, HEIGHT] = [60, 40]

function maskOf(...rects: Rect[]): Rle {
  const bitmap = emptyBitmap(WIDTH, HEIGHT)
  for (const { x, y, width, height } of rects) {
    for (let row = y; row < y + height; row += 1) {
      bitmap.data.fill(1, row * WIDTH + x, row * WIDTH + x + width)
    }
  }
  return encodeRle(bitmap)
}

const left: Rect = { x: 2, y: 5, width: 10, height: 20 }
const right: Rect = { x: 30, y: 8, width: 12, height: 15 }

const textsOf = (masks: readonly Rle[]): string[] => masks.map(({ counts }) => counts).sort()

describe('parts of a region that do not touch', () => {
  test('are its pieces in the after frame', () => {
    const parts = connectedParts({ mask: maskOf(left, right), beforeMask: null }, null)
    expect(parts).toEqual([left, right].map((rect) => ({ mask: maskOf(rect), beforeMask: null })))
  })

  test('are none where it is in one piece, be it by a corner', () => {
    const corner = { x: left.x + left.width, y: left.y + left.height, width: 5, height: 5 }
    expect(connectedParts({ mask: maskOf(left, corner), beforeMask: null }, null)).toEqual([])
    expect(connectedParts({ mask: maskOf(), beforeMask: null }, null)).toEqual([])
  })

  test('have the pieces of the before frame that lie nearest', () => {
    const moved = [left, right].map((rect) => ({ ...rect, y: rect.y + 3 }))
    const parts = connectedParts({ mask: maskOf(right, left), beforeMask: maskOf(...moved) }, null)
    expect(parts.map(({ beforeMask }) => rectOf(beforeMask!))).toEqual(moved)
  })

  test('are compared through the alignment', () => {
    // the view moved by 28 pixels to the right: what lies right before is left after
    const shifted = { ...left, x: left.x + 28 }
    const region = { mask: maskOf(left, right), beforeMask: maskOf(shifted) }
    const byView = connectedParts(region, [1, 0, -28, 0, 1, 0, 0, 0, 1])
    expect(byView.map(({ beforeMask }) => beforeMask !== null)).toEqual([true, false])
    const asTheyLie = connectedParts(region, null)
    expect(asTheyLie.map(({ beforeMask }) => beforeMask !== null)).toEqual([false, true])
  })

  test('of a thing that vanished are those in the before frame', () => {
    const parts = connectedParts({ mask: maskOf(), beforeMask: maskOf(left, right) }, null)
    expect(parts.map(({ beforeMask }) => rectOf(beforeMask!))).toEqual([left, right])
    expect(parts.map(({ mask }) => [mask.size, rleArea(mask)])).toEqual([
      [[HEIGHT, WIDTH], 0],
      [[HEIGHT, WIDTH], 0],
    ])
  })

  test('take specks along, so that no pixel is lost', () => {
    const speck = { x: 50, y: 2, width: 1, height: 1 }
    const mask = maskOf(left, right, speck)
    const parts = connectedParts({ mask, beforeMask: null }, null)
    expect(parts).toHaveLength(2)
    expect(parts[1].mask).toEqual(maskOf(right, speck))
    expect(unionRle(parts[0].mask, parts[1].mask)).toEqual(mask)
  })

  test('are the components of the bitmap, whatever its shape', () => {
    const random = seededRandom(7)
    let compared = 0
    for (let trial = 0; trial < 200; trial += 1) {
      const [width, height] = [1 + Math.floor(24 * random()), 1 + Math.floor(18 * random())]
      const bitmap = {
        width,
        height,
        data: Uint8Array.from({ length: width * height }, () => Number(random() < 0.3)),
      }
      const { labels, count } = labelComponents(bitmap, 8)
      if (count < 2) {
        continue
      }
      const expected = Array.from({ length: count }, (_, index) => {
        return encodeRle({
          width,
          height,
          data: Uint8Array.from(labels, (label) => Number(label === index + 1)),
        })
      })
      const parts = connectedParts({ mask: encodeRle(bitmap), beforeMask: null }, null)
      expect(textsOf(parts.map(({ mask }) => mask))).toEqual(textsOf(expected))
      compared += 1
    }
    expect(compared).toBeGreaterThan(150)
  })

  test('of a very large picture cost what they cover', () => {
    const size: [number, number] = [23_000, 23_000]
    // ten columns each
    const columns = [5, 10, 22_000, 10, 23_000 - 22_025]
    const counts = encodeCounts(columns.map((count) => 23_000 * count))
    const parts = connectedParts({ mask: { size, counts }, beforeMask: null }, null)
    expect(parts.map(({ mask }) => rectOf(mask))).toEqual(
      [5, 22_015].map((x) => ({ x, y: 0, width: 10, height: 23_000 })),
    )
  })

  test('are a hundred at most, the largest', () => {
    const rects = Array.from({ length: 150 }, (_, at) => {
      const isLarge = at < 100
      return { x: 2 * (at % 30) * 1, y: 3 * Math.floor(at / 30), width: 1, height: isLarge ? 2 : 1 }
    })
    const mask = maskOf(...rects)
    const parts = connectedParts({ mask, beforeMask: null }, null)
    expect(parts).toHaveLength(100)
    expect(parts.reduce((sum, part) => sum + rleArea(part.mask), 0)).toBe(rleArea(mask))
  })
})
