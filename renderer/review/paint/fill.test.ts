import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../../../src/mask/bitmap'
import type { Bitmap } from '../../../src/mask/bitmap'
import { encodeRle } from '../../../src/mask/rle'
import { paintedPixels } from './fixtures/painted-pixels'
import { holesOf } from './holes'
import { polygonFill } from './polygon-fill'
import { decodeTiles } from './tile-rle'
import { createTileMask } from './tile-mask'
import type { TileMask } from './tile-mask'
import { beginStroke, brushLine, paintShape } from './stroke'
import type { Shape } from './stroke'
import fc from 'fast-check'
import { imagePoint } from '../stage/camera'
import type { ImagePoint } from '../stage/camera'

function maskOf(...rows: string[]): TileMask {
  const bitmap = emptyBitmap(rows[0].length, rows.length)
  bitmap.data.set(Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)))
  return decodeTiles(encodeRle(bitmap))
}

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Outlines of rectangles, which meet and cross the borders of tiles. */
const outlines = fc.constantFrom([300, 300], [600, 90], [520, 520]).chain(([width, height]) => {
  const frame = fc.record({
    x: fc.integer({ min: 0, max: width - 1 }),
    y: fc.integer({ min: 0, max: height - 1 }),
    width: fc.integer({ min: 1, max: width }),
    height: fc.integer({ min: 1, max: height }),
  })
  return fc.record({
    width: fc.constant(width),
    height: fc.constant(height),
    frames: fc.array(frame, { maxLength: 5 }),
  })
})

function drawFrame({ width, height, data }: Bitmap, frame: Frame): void {
  const right = Math.min(width - 1, frame.x + frame.width)
  const bottom = Math.min(height - 1, frame.y + frame.height)
  for (let y = frame.y; y <= bottom; y += 1) {
    for (let x = frame.x; x <= right; x += 1) {
      if (y === frame.y || y === bottom || x === frame.x || x === right) {
        data[y * width + x] = 1
      }
    }
  }
}

/** By a search from a border of one pixel around the bitmap. */
function holesByPixel({ width, height, data }: Bitmap): Bitmap {
  const reached = new Uint8Array((width + 2) * (height + 2))
  const isSet = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1
  const waiting = [0]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [(at % (width + 2)) - 1, Math.floor(at / (width + 2)) - 1]
    if (reached[at] === 0 && !isSet(x, y)) {
      reached[at] = 1
      waiting.push(
        ...(x >= 0 ? [at - 1] : []),
        ...(x < width ? [at + 1] : []),
        ...(y >= 0 ? [at - width - 2] : []),
        ...(y < height ? [at + width + 2] : []),
      )
    }
  }
  const holes = emptyBitmap(width, height)
  holes.data.forEach((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    holes.data[at] = data[at] === 0 && reached[(y + 1) * (width + 2) + x + 1] === 0 ? 1 : 0
  })
  return holes
}

function countPixels(shape: Shape): number {
  let count = 0
  shape((_, from, to) => (count += to - from))
  return count
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

  test('finds those that a search of every pixel finds, over borders of tiles', () => {
    fc.assert(
      fc.property(outlines, ({ width, height, frames }) => {
        const bitmap = emptyBitmap(width, height)
        frames.forEach((frame) => drawFrame(bitmap, frame))
        const filled = emptyBitmap(width, height)
        holesOf(
          decodeTiles(encodeRle(bitmap)),
          null,
        )((y, from, to) => {
          filled.data.fill(1, y * width + from, y * width + to)
        })
        expect(encodeRle(filled)).toEqual(encodeRle(holesByPixel(bitmap)))
      }),
      { numRuns: 20 },
    )
  })

  test('in a scene of 20,000 x 20,000 pixels cost what is covered, not what is enclosed', () => {
    const mask = createTileMask(20_000, 20_000)
    const corner = imagePoint(300, 300)
    const far = imagePoint(19_700, 19_700)
    const stroke = beginStroke(mask, 1)
    const [right, down] = [imagePoint(far.x, corner.y), imagePoint(corner.x, far.y)]
    for (const [from, to] of [
      [corner, right],
      [right, far],
      [far, down],
      [down, corner],
    ]) {
      paintShape(stroke, brushLine(from, to, 3))
    }
    const area = countPixels(holesOf(mask, null))
    expect(area).toBe((far.x - corner.x - 3) ** 2)
    expect(countPixels(holesOf(mask, { x: 10_000, y: 10_000 }))).toBe(area)
    expect(countPixels(holesOf(mask, { x: 10, y: 10 }))).toBe(0)
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
