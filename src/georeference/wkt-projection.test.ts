import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crsOfWkt } from './crs'
import { converterOf } from './ground'
import { metresBetween } from './testing-datums'

/** Each ellipsoid, with its datum and prime meridian. `Own` is a datum that no program knows. */
const DATUMS: Readonly<Record<string, string>> = {
  WGS_1984: 'DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0]',
  sphere: 'DATUM["D_Sphere",SPHEROID["Sphere",6371007.181,0.0]],PRIMEM["Greenwich",0.0]',
  'sphere named WGS_1984': 'DATUM["D_WGS_1984",SPHEROID["Sphere",6378137.0,0.0]],PRIMEM["Greenwich",0.0]',
  Paris: 'DATUM["D_Own",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Paris",2.33722917]',
  Bessel: 'DATUM["D_Own",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0]',
  International: 'DATUM["D_Own",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0]',
}

type Parameters = Readonly<Record<string, number>>

/** @param on a datum and the unit, metre or US survey foot */
function wktOf(projection: string, on: string, parameters: Parameters, name = 'Own'): string {
  const [, datum, unit] = /^(.*) (m|ft)$/.exec(on)!
  const own = new Set(Object.keys(parameters).map((key) => key.toLowerCase()))
  const all = [
    ...Object.entries({ False_Easting: 5e5, False_Northing: 1e5 }).filter(
      ([key]) => !own.has(key.toLowerCase()),
    ),
    ...Object.entries(parameters),
  ]
  const written = all.map(([key, value]) => `PARAMETER["${key}",${value}],`).join('')
  return (
    `PROJCS["${name}",GEOGCS["Own",${DATUMS[datum]},UNIT["Degree",0.0174532925199433]],` +
    `PROJECTION["${projection}"],${written}` +
    `UNIT[${unit === 'm' ? '"Meter",1.0' : '"Foot_US",0.3048006096012192'}]]`
  )
}

/** By gdaltransform 3.6: a point of the map, and where it lies on the system's own ellipsoid. */
type Row = [string, string, Parameters, x: number, y: number, longitude: number, latitude: number]
const rows = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/gdal-wkt-places.json'), 'utf8'),
) as Row[]

test('points of all projections lie where GDAL has them, within a metre', async () => {
  const far = []
  for (const [projection, on, parameters, x, y, longitude, latitude] of rows) {
    const crs = await crsOfWkt(wktOf(projection, on, parameters))
    const converter = crs === null ? null : converterOf(crs)
    const place = converter?.toPlace(x, y) ?? null
    const map = converter?.toMap({ longitude, latitude }) ?? null
    const metres = place === null ? Infinity : metresBetween(place, { longitude, latitude })
    const back = map === null ? Infinity : Math.hypot(map[0] - x, map[1] - y) * (crs?.unitFactor ?? 1)
    if (!(Math.max(metres, back) < 1)) {
      far.push([projection, on, parameters, metres, back])
    }
  }
  expect(far).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
})

const middle = { Central_Meridian: 10 }

describe('what proj4 computes otherwise than GDAL, or not at all, is not known', () => {
  test.each<[string, string, Parameters]>([
    ['Miller_Cylindrical', 'WGS_1984 m', middle],
    ['Van_der_Grinten_I', 'WGS_1984 m', middle],
    ['Mercator', 'WGS_1984 m', { ...middle, Standard_Parallel_1: 0, Latitude_Of_Origin: 20 }],
    ['Mercator_Auxiliary_Sphere', 'WGS_1984 m', { ...middle, Auxiliary_Sphere_Type: 1 }],
    ['Sinusoidal', 'WGS_1984 m', { ...middle, False_Easting: 10 }],
    ['Cassini', 'WGS_1984 m', { ...middle, Latitude_Of_Origin: 50, Scale_Factor: 0.9 }],
    ['Krovak', 'Bessel m', { Scale_Factor: 0.9999, Azimuth: 30.288, Longitude_Of_Center: 24.8 }],
    ['Stereographic_North_Pole', 'WGS_1984 m', middle],
    ['Stereographic_South_Pole', 'WGS_1984 m', { ...middle, Latitude_Of_Origin: -90 }],
    ['Eckert_IV', 'WGS_1984 m', middle],
    ['Fast_Transverse_Mercator', 'WGS_1984 m', middle],
    ['constructor', 'WGS_1984 m', middle],
  ])('%s, %s %j', async (projection, on, parameters) => {
    expect(await crsOfWkt(wktOf(projection, on, parameters))).toBe(null)
  })

  test('angles in grads', async () => {
    const wkt = wktOf('Transverse_Mercator', 'WGS_1984 m', { ...middle, Scale_Factor: 1 })
    const grads = wkt.replace('UNIT["Degree",0.0174532925199433]', 'UNIT["Grad",0.01570796326794897]')
    expect(await crsOfWkt(wkt)).not.toBe(null)
    expect(await crsOfWkt(grads)).toBe(null)
  })
})

test('Esri’s own spelling of a polar system is known by its name', async () => {
  const parameters = { False_Easting: 0, False_Northing: 0, Central_Meridian: -45, Standard_Parallel_1: 70 }
  const name = 'WGS_1984_NSIDC_Sea_Ice_Polar_Stereographic_North'
  const crs = await crsOfWkt(wktOf('Stereographic_North_Pole', 'WGS_1984 m', parameters, name))
  expect(crs?.code).toBe(3413)
})

describe('UTM zone 17N', () => {
  const name = 'WGS_1984_UTM_Zone_17N'
  const parameters = { Central_Meridian: -81, Scale_Factor: 0.9996, Latitude_Of_Origin: 0, False_Northing: 0 }

  test('is known by its name in metres, and in feet is a system of its own', async () => {
    const metres = await crsOfWkt(wktOf('Transverse_Mercator', 'WGS_1984 m', parameters, name))
    const inFeet = { ...parameters, False_Easting: 500_000 / 0.304_800_609_601_219_2 }
    const feet = await crsOfWkt(wktOf('Transverse_Mercator', 'WGS_1984 ft', inFeet, name))
    expect([metres?.code, feet?.code]).toEqual([32_617, null])
    const { latitude } = converterOf(feet!).toPlace(inFeet.False_Easting, 13_123_333)!
    expect(latitude).toBeCloseTo(converterOf(metres!).toPlace(500_000, 4_000_000)!.latitude, 4)
  })

  test.each(['VERTCS', 'VERT_CS'])('heights that follow in %s leave its unit alone', async (word) => {
    const wkt = wktOf('Transverse_Mercator', 'WGS_1984 m', { ...parameters, Central_Meridian: -80.5 })
    const heights = `${word}["NAVD88_height_(ftUS)",VDATUM["NAVD88"],UNIT["Foot_US",0.3048006096012192]]`
    for (const text of [`${wkt},${heights}`, `COMPD_CS["both",${wkt},${heights}]`]) {
      expect(await crsOfWkt(text)).toMatchObject({ code: null, unit: 'meter', unitFactor: 1 })
    }
  })
})
