import { describe, expect, test } from 'vitest'
import { applyAffine } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { converterOf } from './ground'
import { overlayOf } from './overlay'
import type { Overlay } from './overlay'
import type { ImageGeoreference } from './read'
import { knownCrs, UTM_32 } from './testing'

const MOST = 2 ** 27
const [LEFT, , , TOP] = UTM_32

async function frame(
  transform: GeoTransform = UTM_32,
  [width, height] = [100, 80],
  code: number | null = 32_632,
): Promise<ImageGeoreference> {
  return { transform, crs: code === null ? null : await knownCrs(code), width, height }
}

/** North up, with its corner so many metres east and south of the usual one. */
function at(east: number, south: number, pixel = 0.5): GeoTransform {
  return [LEFT + east, pixel, 0, TOP - south, 0, -pixel]
}

function laid(before: ImageGeoreference, after: ImageGeoreference, most = MOST): Overlay {
  const found = overlayOf({ before, after }, most)
  if (found === null || 'reason' in found) {
    throw new Error(found?.reason.text ?? 'they share a grid')
  }
  return found
}

function reasonFor(before: ImageGeoreference, after: ImageGeoreference, most = MOST): string | null {
  const found = overlayOf({ before, after }, most)
  return found !== null && 'reason' in found ? found.reason.text : null
}

function gridOf({ grid: { transform, width, height } }: Overlay): [GeoTransform, number, number] {
  return [transform, width, height]
}

describe('frames in one system', () => {
  test('share their grid within a hundredth of a pixel: nothing changes', async () => {
    const after = await frame()
    expect(overlayOf({ before: await frame(), after }, MOST)).toBe(null)
    expect(overlayOf({ before: await frame(at(0.003, -0.003)), after }, MOST)).toBe(null)
    expect(overlayOf({ before: await frame(at(0.008, 0)), after }, MOST)).not.toBe(null)
  })

  test('shifted by whole pixels, both are cropped', async () => {
    const found = laid(await frame(at(5, 10)), await frame())
    expect(gridOf(found)).toEqual([at(5, 10), 90, 60])
    expect(found.frames.before.crop).toEqual({ x: 0, y: 0 })
    expect(found.frames.after.crop).toEqual({ x: 10, y: 20 })
    expect(found.share).toBeCloseTo((90 * 60) / (100 * 80), 12)
  })

  test('shifted by part of a pixel, the after frame is cropped inwards, and the before frame is resampled', async () => {
    const found = laid(await frame(at(5.1, 10.1)), await frame())
    expect(gridOf(found)).toEqual([at(5.5, 10.5), 89, 59])
    expect(found.frames.after.crop).toEqual({ x: 11, y: 21 })
    expect(found.frames.before.crop).toBe(null)
    const [column, row] = found.frames.before.toFrame.at(0, 0)!
    expect([column, row]).toEqual([expect.closeTo(0.8, 6), expect.closeTo(0.8, 6)])
  })

  test('the finer pixels count: those of the after frame, or of the before frame', async () => {
    const coarse = await frame(at(10, 10, 2), [40, 40])
    const finerAfter = laid(coarse, await frame())
    expect(gridOf(finerAfter)).toEqual([at(10, 10), 80, 60])
    expect(finerAfter).toMatchObject({ resolutionOf: 'after', tooLarge: null })
    expect(finerAfter.frames.after.crop).toEqual({ x: 20, y: 20 })
    const finerBefore = laid(await frame(), coarse)
    expect(gridOf(finerBefore)).toEqual([at(10, 10), 80, 60])
    expect(finerBefore).toMatchObject({ resolutionOf: 'before', tooLarge: null })
    expect(finerBefore.frames.before.crop).toEqual({ x: 20, y: 20 })
    expect(finerBefore.share).toBeCloseTo((40 * 30) / (80 * 80), 12)
  })

  test('a before frame that is finer by less than a hundredth does not resample the after frame', async () => {
    const found = laid(await frame(at(0, 0, 0.4999), [110, 90]), await frame())
    expect(found).toMatchObject({ resolutionOf: 'after', frames: { after: { crop: { x: 0, y: 0 } } } })
  })

  test('the coarser pixels count where the finer ones are too many', async () => {
    const found = laid(await frame(), await frame(at(0, 0, 2), [40, 40]), 1000)
    expect(gridOf(found)).toEqual([at(0, 0, 2), 25, 20])
    expect(found).toMatchObject({ resolutionOf: 'after', tooLarge: { width: 100, height: 80 } })
    expect(reasonFor(await frame(), await frame(at(1, 1)), 1000)).toBe(
      'together they would have 98 x 78 pixels, which is too many',
    )
  })

  test('one inside the other: the outer one is cropped', async () => {
    const inner = await frame(at(10, 10), [20, 10])
    const outer = await frame()
    expect(gridOf(laid(inner, outer))).toEqual([at(10, 10), 20, 10])
    expect(laid(outer, inner)).toMatchObject({
      share: 1,
      frames: { before: { crop: { x: 20, y: 20 } }, after: { crop: { x: 0, y: 0 } } },
    })
  })

  test.each<[string, GeoTransform]>([
    ['touching', at(50, 0)],
    ['touching at a corner', at(50, 40)],
    ['disjoint', at(500, 0)],
    ['of another size beside it', at(-20, 0, 0.1)],
  ])('%s: they do not overlap', async (_, transform) => {
    expect(reasonFor(await frame(transform), await frame())).toBe('they do not overlap on the map')
  })

  test('less than a pixel in common, of either frame', async () => {
    const text = 'they overlap by less than a pixel on the map'
    expect(reasonFor(await frame(at(49.7, 0)), await frame())).toBe(text)
    expect(reasonFor(await frame(at(10, 10, 0.001)), await frame())).toBe(text)
    expect(reasonFor(await frame(), await frame(at(10, 10, 0.001)))).toBe(text)
  })

  test('a turned grid that both share is kept; otherwise the common one is north up', async () => {
    const turned: GeoTransform = [LEFT, 0.4, 0.3, TOP, 0.3, -0.4]
    const [x, y] = applyAffine(turned, 10, 20)
    const shared = laid(await frame([x, 0.4, 0.3, y, 0.3, -0.4]), await frame(turned))
    expect(gridOf(shared).slice(1)).toEqual([90, 60])
    expect(shared.frames.after.crop).toEqual({ x: 10, y: 20 })
    const found = laid(await frame(at(-100, -100), [600, 600]), await frame(turned))
    const [, t1, t2, , t4, t5] = found.grid.transform
    expect([t1, t2, t4, t5]).toEqual([0.5, 0, 0, -0.5])
    // 100 x 80 pixels of 0.5 m, turned by 36.87 degrees
    expect(gridOf(found).slice(1)).toEqual([128, 124])
    expect(found.share).toBeCloseTo(1, 9)
    const rows = laid(await frame(at(0, 0), [90, 80]), await frame([LEFT, 0.5, 0, TOP - 40, 0, 0.5]))
    expect(rows.grid.transform).toEqual(at(0, 0))
  })
})

describe('frames in two systems', () => {
  test('the common grid is in that of the after frame, whose pixels are cropped', async () => {
    const [utm33, utm32] = [await knownCrs(32_633), await knownCrs(32_632)]
    const place = converterOf(utm32).toPlace(LEFT, TOP)
    const [x, y] = converterOf(utm33).toMap(place!)!
    const before = await frame([x - 20, 0.5, 0, y + 20, 0, -0.5], [200, 200], 32_633)
    const found = laid(before, await frame())
    expect(found.grid.crs?.code).toBe(32_632)
    expect(found.resolutionOf).toBe('after')
    expect(found.frames.after.crop).not.toBe(null)
    expect(found.frames.before.toFrame.affine).toBe(null)
    const [column, row] = applyAffine(found.grid.transform, 0, 0)
    const inBefore = found.frames.before.toFrame.at(0, 0)!
    const map = converterOf(utm33).toMap(converterOf(utm32).toPlace(column, row)!)!
    expect(applyAffine(before.transform, ...inBefore).map((value) => value.toFixed(5))).toEqual(
      map.map((value) => value.toFixed(5)),
    )
  })

  test('of degrees and metres: the finer one counts, in pixels of the form of the after frame', async () => {
    const degrees: GeoTransform = [10.4385, 1e-5, 0, 51.4425, 0, -1e-5]
    const found = laid(await frame(at(-20, -30), [400, 300]), await frame(degrees, [100, 100], 4326))
    const [, t1, , , , t5] = found.grid.transform
    expect(found.resolutionOf).toBe('before')
    expect(t1).toBe(-t5)
    // a pixel of 1e-5 degrees has 0.70 m by 1.11 m
    expect(t1).toBeCloseTo((1e-5 * 0.5) / Math.sqrt(0.6955 * 1.1126), 8)
  })

  test('a map of the world is laid over a scene, though most of it cannot be projected', async () => {
    const world = await frame([-180, 0.001, 0, 90, 0, -0.001], [360_000, 180_000], 4326)
    const found = laid(world, await frame(at(0, 0, 10), [500, 400]))
    expect(gridOf(found)).toEqual([at(0, 0, 10), 500, 400])
  })

  test('a scene around the pole is laid over a ring of degrees', async () => {
    const pole = await frame([-500_000, 50_000, 0, 500_000, 0, -50_000], [20, 20], 3413)
    const found = laid(pole, await frame([-180, 0.1, 0, 90, 0, -0.1], [3600, 100], 4326))
    expect(found.grid.width).toBeGreaterThan(3500)
    expect(found.frames.before.toFrame.at(1800, 0)).toEqual([expect.closeTo(10, 3), expect.closeTo(10, 3)])
  })

  test('systems of which one is not known, or both are called otherwise', async () => {
    const text = 'their coordinate systems are not both known'
    expect(reasonFor(await frame(at(1, 1), [90, 90], null), await frame())).toBe(text)
    const unknown = await frame(at(1, 1), [90, 90], null)
    expect(reasonFor({ ...unknown, unknownSystem: '32767 here' }, await frame(UTM_32, [9, 9], null))).toBe(
      text,
    )
    expect(laid(unknown, await frame(UTM_32, [100, 80], null)).grid.crs).toBe(null)
  })

  test('the antimeridian is refused in words where the frames are cut there in two ways', async () => {
    const text = 'they lie on the 180th meridian or around a pole, and are cut there in different ways'
    const east = await frame([179.99, 1e-4, 0, 10, 0, -1e-4], [200, 100], 4326)
    const west = await frame([-180.01, 1e-4, 0, 10, 0, -1e-4], [200, 150], 4326)
    expect(reasonFor(west, east)).toBe(text)
    const zone60 = await frame([820_000, 10, 0, 1_110_000, 0, -10], [2000, 2000], 32_660)
    const across = await frame([179.9, 1e-3, 0, 10.1, 0, -1e-3], [200, 200], 4326)
    expect(reasonFor(zone60, across)).toBe(text)
    expect(reasonFor(across, zone60)).toBe(text)
    const together = await frame([179.99, 1e-4, 0, 10, 0, -1e-4], [200, 150], 4326)
    expect(laid(together, east).grid).toMatchObject({ width: 200, height: 100 })
  })
})

describe('hostile numbers are refused in words', () => {
  test('pixels that coordinates cannot tell apart', async () => {
    const text = 'their pixels are smaller than their coordinates can tell'
    const tiny = await frame(at(1, 1, 1e-12), [1000, 1000])
    expect(reasonFor(tiny, await frame())).toBe(text)
    expect(reasonFor(await frame(), tiny)).toBe(text)
    expect(overlayOf({ before: tiny, after: tiny }, MOST)).toBe(null)
  })

  test('a grid of 10^9 pixels, before anything takes memory', async () => {
    const turned: GeoTransform = [0, 0.7, 0.7, 0, 0.7, -0.7]
    const huge = await frame(turned, [40_000, 40_000])
    expect(reasonFor(await frame([0, 0.99, 0, 40_000, 0, -0.99], [100_000, 100_000]), huge)).toMatch(
      /^together they would have \d+ x \d+ pixels, which is too many$/,
    )
  })

  test.each<[string, GeoTransform]>([
    ['no numbers', [NaN, NaN, NaN, NaN, NaN, NaN]],
    ['a huge extent', [-1e12, 1e12, 0, 1e12, 0, -1e12]],
    ['infinite', [Infinity, 1, 0, 0, 0, -1]],
    ['flat', [LEFT, 0, 0, TOP, 0, 0]],
  ])('%s in one system and in another', async (_, transform) => {
    for (const code of [32_632, 4326, 3857, 3413, null]) {
      const hostile = await frame(transform, [100, 100], code)
      for (const found of [
        overlayOf({ before: hostile, after: await frame() }, MOST),
        overlayOf({ before: await frame(), after: hostile }, MOST),
      ]) {
        const isBounded =
          found !== null && ('reason' in found || found.grid.width * found.grid.height <= MOST)
        expect(isBounded).toBe(true)
      }
    }
  })
})
