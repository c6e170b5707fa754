import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PictureTile } from '../../../../src/contract/picture'
import type { RasterPlacement } from '../../paint/raster'
import { planTiles } from './tile-plan'
import type { TileDraw } from './tile-plan'

const scene = { width: 20_000, height: 19_000, levels: 7 }
const screen = { x: 0, y: 0, width: 700, height: 500 }

function plan(placement: RasterPlacement, isThere: (tile: PictureTile) => boolean): TileDraw<PictureTile>[] {
  return planTiles(scene, screen, placement, (tile) => (isThere(tile) ? tile : null))
}

const placements = fc.record({
  x: fc.integer({ min: -30_000, max: 600 }),
  y: fc.integer({ min: -30_000, max: 400 }),
  scale: fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 1, max: 64, noNaN: true })),
})

/** How often each pixel of the screen is drawn, by the pixel's centre; ends that are not whole pixels count as holes. */
function coverOf(draws: readonly TileDraw<unknown>[]): Uint8Array {
  const cover = new Uint8Array(screen.width * screen.height)
  for (const { target } of draws) {
    const right = Math.min(screen.width, Math.round(target.x + target.width))
    const bottom = Math.min(screen.height, Math.round(target.y + target.height))
    for (let y = Math.max(0, Math.round(target.y)); y < bottom; y += 1) {
      for (let x = Math.max(0, Math.round(target.x)); x < right; x += 1) {
        cover[y * screen.width + x] += 1
      }
    }
  }
  return cover
}

/** Pixels of the screen that the image lies on. */
function imageOnScreen({ x, y, scale }: RasterPlacement): Uint8Array {
  const right = Math.round(x + scene.width * scale)
  const bottom = Math.round(y + scene.height * scale)
  return Uint8Array.from({ length: screen.width * screen.height }, (_, at) => {
    const [column, row] = [at % screen.width, Math.floor(at / screen.width)]
    return column >= x && row >= y && column < right && row < bottom ? 1 : 0
  })
}

describe('tiles on the screen', () => {
  test('show each pixel of the image once, whichever of them are there', () => {
    fc.assert(
      fc.property(placements, fc.integer({ min: 1, max: 5 }), (placement, kept) => {
        const isThere = ({ level, column, row }: PictureTile): boolean =>
          level === 6 || (level * 7 + column * 3 + row) % kept === 0
        const wanted = imageOnScreen(placement)
        expect(coverOf(plan(placement, isThere)).findIndex((count, at) => count !== wanted[at])).toBe(-1)
      }),
      { numRuns: 30 },
    )
  })

  test('meet at whole pixels of the screen', () => {
    const draws = plan({ x: -3000, y: -2500, scale: 0.3337 }, () => true)
    expect(draws.length).toBeGreaterThan(4)
    for (const { target, bitmap, level } of draws) {
      expect(level).toBe(1)
      const onScreen = Math.round(-3000 + bitmap.column * 1024 * 0.3337)
      expect(target.x === onScreen || target.x < 0).toBe(true)
    }
  })

  test('at a scale of one show their own pixels', () => {
    const [first] = plan({ x: -512, y: -1024, scale: 1 }, () => true)
    expect(first).toEqual({
      bitmap: { level: 0, column: 1, row: 2 },
      level: 0,
      source: { x: 0, y: 0, width: 512, height: 502 },
      target: { x: 0, y: 0, width: 512, height: 502 },
    })
  })

  test('that are missing are shown by the nearest coarser one', () => {
    const draws = plan({ x: -5120, y: -5120, scale: 1 }, ({ level }) => level === 2 || level === 6)
    expect(new Set(draws.map(({ level }) => level))).toEqual(new Set([2]))
    // tile 10, 10 of level 0 lies in tile 2, 2 of level 2, from its pixel 256 on
    expect(draws[0]).toMatchObject({
      bitmap: { level: 2, column: 2, row: 2 },
      source: { x: 256, y: 256 },
      target: { x: 0, y: 0 },
    })
  })

  test('of a finer level stay where the view goes out and the coarser ones are on their way', () => {
    const draws = plan({ x: 0, y: 0, scale: 0.25 }, ({ level, column, row }) =>
      level === 0 ? column < 2 && row < 2 : level === 6,
    )
    expect(draws.filter(({ level }) => level === 0)).toHaveLength(4)
    expect(draws.some(({ level }) => level === 6)).toBe(true)
  })

  test('show nothing where no tile is there, and where the image is not', () => {
    expect(plan({ x: 0, y: 0, scale: 1 }, () => false)).toEqual([])
    expect(plan({ x: 800, y: 0, scale: 1 }, () => true)).toEqual([])
  })
})
