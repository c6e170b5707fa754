import { describe, expect, test } from 'vitest'
import type { GeoTransform } from '../domain/affine'
import { maskSquareMetres, pixelSquareMetres, placeAt } from '../domain/georeference'
import { encodeRle } from '../mask/rle'
import { areaRuleOf, converterOf, placeGridOf } from './ground'
import { georeferenceForScreen } from './read'
import { knownCrs, UTM_32 } from './testing'

const size = { width: 1000, height: 800 }

describe('areas', () => {
  test('in metres of a projection: the plane of the map', async () => {
    const crs = await knownCrs(32_632)
    expect(areaRuleOf({ crs, transform: UTM_32, width: 1000, height: 800 })).toEqual({
      kind: 'plane',
      squareMetres: 0.25,
    })
  })

  test('in feet: with the square of the unit', async () => {
    const rule = areaRuleOf({
      crs: await knownCrs(2263),
      transform: [1_000_000, 2, 0, 200_000, 0, -2],
      width: 1000,
      height: 800,
    })
    expect(rule).toMatchObject({ kind: 'plane' })
    expect(pixelSquareMetres(rule!, UTM_32, 0, 0)).toBeCloseTo(4 * (1200 / 3937) ** 2, 9)
  })

  test('in Web Mercator: on the ground, which is a quarter of the plane at 60 degrees', async () => {
    const rule = areaRuleOf({
      crs: await knownCrs(3857),
      transform: [0, 1, 0, 8_399_737.9, 0, -1],
      width: 0,
      height: 0,
    })
    // 1 / cos² of the latitude, by the ellipsoid's own radii
    expect(pixelSquareMetres(rule!, UTM_32, 0, 0)).toBeCloseTo(0.25, 2)
  })

  test('in degrees: a cell of one degree at the equator, and all cells together the ellipsoid', async () => {
    const crs = await knownCrs(4326)
    const world: GeoTransform = [-180, 0.1, 0, 90, 0, -0.1]
    const rule = areaRuleOf({ crs, transform: world, width: 3600, height: 1800 })!
    const data = new Uint8Array(3600 * 1800).fill(1)
    const whole = maskSquareMetres(rule, world, encodeRle({ width: 3600, height: 1800, data }))
    // surface of WGS 84: 510,065,621.724 km²
    expect(whole / 510_065_621_724_078.8).toBeCloseTo(1, 6)
  })

  test('a mask is the sum of its pixels, also where the image is turned', async () => {
    const crs = await knownCrs(4326)
    const turned: GeoTransform = [10, 1e-3, 2e-4, 60, 3e-4, -1e-3]
    const rule = areaRuleOf({ crs, transform: turned, width: 8, height: 8 })!
    const data = Uint8Array.from({ length: 56 }, (_, at) => (at % 3 === 0 ? 1 : 0))
    let sum = 0
    for (const [at, bit] of data.entries()) {
      sum += bit === 1 ? pixelSquareMetres(rule, turned, (at % 8) + 0.5, Math.floor(at / 8) + 0.5) : 0
    }
    expect(maskSquareMetres(rule, turned, encodeRle({ width: 8, height: 7, data })) / sum).toBeCloseTo(1, 12)
  })
})

describe('places', () => {
  test.each<[number, GeoTransform]>([
    [32_632, UTM_32],
    [32_632, [300_000, 60, 0, 5_700_000, 0, -60]],
    [3857, [1_000_000, 100, 0, 9_000_000, 0, -100]],
    // around the pole and over the antimeridian
    [3413, [-200_000, 400, 0, 160_000, 0, -400]],
    [4326, [179.9, 1e-3, 0, 10, 0, -1e-3]],
  ])('EPSG:%i %j: the grid is right within a tenth of a pixel', async (code, transform) => {
    const converter = converterOf(await knownCrs(code))
    const grid = placeGridOf(converter, transform, size)!
    for (const [column, row] of [
      [0, 0],
      [333.3, 777.7],
      [501, 99],
      [999.9, 0.1],
    ]) {
      const place = placeAt(grid, size, column, row)
      const [x, y] = converter.toMap(place)!
      const wanted = [transform[0] + transform[1] * column, transform[3] + transform[5] * row]
      const turn = code === 4326 ? Math.round((wanted[0] - x) / 360) * 360 : 0
      expect(Math.hypot((x + turn - wanted[0]) / transform[1], (y - wanted[1]) / transform[5])).toBeLessThan(
        0.1,
      )
    }
  })

  test('a grid whose pixels have their middles at the poles has places', async () => {
    const world = { transform: [-180.25, 0.5, 0, 90.25, 0, -0.5] as GeoTransform, width: 721, height: 361 }
    const { places } = georeferenceForScreen({ ...world, crs: await knownCrs(4326) })
    expect(placeAt(places!, world, 10, 0).latitude).toBeCloseTo(90, 9)
    expect(placeAt(places!, world, 360.5, 180.5).latitude).toBeCloseTo(0, 9)
    const beyond: GeoTransform = [-180.25, 0.5, 0, 90.75, 0, -0.5]
    expect(georeferenceForScreen({ ...world, transform: beyond, crs: await knownCrs(4326) }).places).toBe(
      null,
    )
  })

  /** By gdaltransform 3.6 without grids. The third to fifth need shifts that the database has wrong or not at all. */
  test.each([
    [32_632, 600_000, 5_700_000, 10.438876794, 51.442352316],
    [2056, 2_600_000, 1_200_000, 7.43863242087181, 46.9510827718711],
    [28_992, 155_000, 463_000, 5.38720350841377, 52.1551723011922],
    [31_370, 150_000, 170_000, 4.36875214090419, 50.8404112831179],
    [27_700, 400_000, 300_000, -2.00143311551089, 52.5977924308338],
    [3413, -1_000_000, -1_000_000, -90, 76.9988155316827],
    [2263, 1_000_000, 200_000, -73.9431850682625, 40.7156164787239],
  ])('EPSG:%i: %d, %d lies where PROJ has it, within 5 mm', async (code, x, y, longitude, latitude) => {
    const converter = converterOf(await knownCrs(code))
    const place = converter.toPlace(x, y)!
    expect(place.latitude).toBeCloseTo(latitude, 7)
    expect(place.longitude).toBeCloseTo(longitude, 7)
    const back = converter.toMap(place)!
    expect(Math.hypot(back[0] - x, back[1] - y)).toBeLessThan(2e-3)
  })

  test('a system that is not known has no metres', () => {
    const found = georeferenceForScreen({ transform: UTM_32, crs: null, ...size })
    expect(found).toMatchObject({ crs: null, metresPerPixel: null, area: null, places: null })
  })
})
