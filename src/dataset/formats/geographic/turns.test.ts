import type { Position } from 'geojson'
import { describe, expect, test } from 'vitest'
import { applyAffine } from '../../../domain/affine'
import type { GeoTransform } from '../../../domain/affine'
import { converterOf } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import { knownCrs } from '../../../georeference/testing'
import { fillRings, maskToRings } from '../../../mask/rings'
import { encodeRle, rleArea } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { toPixelsFrom } from './map-coordinates'
import { mapPolygons, mapRings, pixelPolygons } from './map-polygons'
import type { MapPolygons } from './map-polygons'
import { ringPlaces } from './ring-places'

async function imageOf(
  code: number,
  transform: GeoTransform,
  width: number,
  height: number,
): Promise<ImageGeoreference> {
  return { crs: await knownCrs(code), transform, width, height }
}

const WORLD: GeoTransform = [-180, 1, 0, 90, 0, -1]

/** Columns and rows, last ones exclusive. */
type Box = readonly [left: number, top: number, right: number, bottom: number]

function maskOf({ width, height }: ImageGeoreference, boxes: readonly Box[]): Rle {
  const data = new Uint8Array(width * height)
  for (const [left, top, right, bottom] of boxes) {
    for (let row = top; row < bottom; row += 1) {
      data.fill(1, row * width + left, row * width + right)
    }
  }
  return encodeRle({ width, height, data })
}

async function filled(polygons: MapPolygons, image: ImageGeoreference, code = 4326): Promise<Rle> {
  const toPixels = toPixelsFrom(await knownCrs(code))
  return fillRings(
    pixelPolygons(polygons, (rings) => toPixels(image, rings)),
    image.width,
    image.height,
  )
}

function asGeoJson(mask: Rle, image: ImageGeoreference): MapPolygons {
  const placesOf = ringPlaces(image, converterOf(image.crs!, image.transform))
  return mapRings(maskToRings(mask), (corners) =>
    placesOf(corners)!.map(({ longitude, latitude }) => [longitude, latitude]),
  )
}

function rangeOf(polygons: MapPolygons): [number, number] {
  const longitudes = polygons.flat(2).map(([longitude]) => longitude)
  return [Math.min(...longitudes), Math.max(...longitudes)].map(Math.round) as [number, number]
}

describe('regions of an image of the whole Earth come back as they were', () => {
  const mercator: GeoTransform = [
    -20_037_508.342_789_244, 111_319.490_793_273_57, 0, 1e7, 0, -111_319.490_793_273_57,
  ]
  test.each<[string, number, GeoTransform, number, number, Box[]]>([
    ['at the left edge', 4326, WORLD, 360, 180, [[0, 20, 10, 30]]],
    [
      'at both edges',
      4326,
      WORLD,
      360,
      180,
      [
        [0, 20, 10, 30],
        [355, 20, 360, 30],
      ],
    ],
    ['over nearly all of it', 4326, WORLD, 360, 180, [[10, 20, 350, 30]]],
    ['over all of it', 4326, WORLD, 360, 180, [[0, 0, 360, 180]]],
    [
      'a ring around all of it',
      4326,
      WORLD,
      360,
      180,
      [
        [0, 0, 360, 10],
        [0, 10, 5, 20],
        [355, 10, 360, 20],
        [0, 20, 360, 25],
      ],
    ],
    [
      'from 0 to 360 degrees',
      4326,
      [0, 1, 0, 90, 0, -1],
      360,
      180,
      [
        [0, 20, 10, 30],
        [350, 50, 360, 60],
        [170, 80, 190, 90],
      ],
    ],
    [
      'with middles of pixels at the poles',
      4326,
      [-180.25, 0.5, 0, 90.25, 0, -0.5],
      721,
      361,
      [
        [0, 0, 1, 4],
        [720, 0, 721, 4],
        [5, 350, 700, 361],
      ],
    ],
    [
      'in Web Mercator',
      3857,
      mercator,
      360,
      180,
      [
        [0, 20, 10, 30],
        [350, 20, 360, 30],
        [5, 50, 355, 60],
        [0, 70, 360, 80],
      ],
    ],
    [
      'over the 180th meridian',
      32_660,
      [800_000, 30_000, 0, 1e6, 0, -30_000],
      20,
      20,
      [
        [0, 0, 20, 5],
        [3, 8, 12, 19],
      ],
    ],
    [
      'in NAD27 and degrees',
      4267,
      [-190, 0.5, 0, 60, 0, -0.5],
      40,
      20,
      [
        [0, 0, 40, 5],
        [3, 8, 12, 19],
      ],
    ],
  ])('%s', async (_, code, transform, width, height, boxes) => {
    const image = await imageOf(code, transform, width, height)
    const mask = maskOf(image, boxes)
    expect(await filled(asGeoJson(mask, image), image)).toEqual(mask)
    // in the image's own coordinates, as other formats have them
    const own = mapPolygons(maskToRings(mask), (column, row) => applyAffine(transform, column, row))
    expect(await filled(own, image, code)).toEqual(mask)
  })
})

describe('longitudes that are written', () => {
  test('are those of an image in degrees, or a turn on for all of it', async () => {
    const world = await imageOf(4326, WORLD, 360, 180)
    expect(rangeOf(asGeoJson(maskOf(world, [[10, 20, 350, 30]]), world))).toEqual([-170, 170])
    const east = await imageOf(4326, [190, 1, 0, 90, 0, -1], 20, 20)
    expect(rangeOf(asGeoJson(maskOf(east, [[0, 0, 20, 20]]), east))).toEqual([-170, -150])
  })

  test('go on beyond 180 degrees for every ring of a projected image', async () => {
    const image = await imageOf(32_660, [800_000, 30_000, 0, 1e6, 0, -30_000], 20, 20)
    const [first, second] = asGeoJson(
      maskOf(image, [
        [0, 0, 2, 2],
        [15, 10, 20, 20],
      ]),
      image,
    )
    // its middle lies at -178 degrees
    expect(rangeOf([first])).toEqual([-180, -180])
    expect(rangeOf([second])[0]).toBeGreaterThan(-181)
    expect(rangeOf([second])[1]).toBeLessThan(-170)
  })
})

function box(west: number, east: number): MapPolygons {
  return [[corners(west, east, 10)]]
}

function corners(west: number, east: number, north: number): Position[] {
  return [
    [west, -north],
    [east, -north],
    [east, north],
    [west, north],
    [west, -north],
  ]
}

describe('polygons of others', () => {
  test.each<[west: number, east: number, columns: number]>([
    [-180, 180, 180],
    [-170, 100, 170],
    [-180, 0, 180],
    [170, 190, 10],
    [190, 200, 10],
    [0, 180, 0],
  ])('from %i to %i degrees cover %i columns of the western half', async (west, east, columns) => {
    const image = await imageOf(4326, [-180, 1, 0, 90, 0, -1], 180, 180)
    expect(rleArea(await filled(box(west, east), image))).toBe(columns * 20)
  })

  test('lie on both ends of the Earth where they reach over them', async () => {
    const image = await imageOf(4326, WORLD, 360, 180)
    expect(await filled(box(170, 190), image)).toEqual(
      maskOf(image, [
        [350, 80, 360, 100],
        [0, 80, 10, 100],
      ]),
    )
    expect(await filled(box(-180, 180), image)).toEqual(maskOf(image, [[0, 80, 360, 100]]))
  })

  test.each<[number, number]>([
    [179, -179],
    [179, 181],
    [-181, -179],
  ])('over the 180th meridian, from %i to %i, lie on an image there', async (west, east) => {
    const image = await imageOf(4326, [175, 1, 0, 20, 0, -1], 10, 40)
    expect(await filled(box(west, east), image)).toEqual(maskOf(image, [[4, 10, 6, 30]]))
    const other = await imageOf(4326, [-185, 1, 0, 20, 0, -1], 10, 40)
    expect(await filled(box(west, east), other)).toEqual(maskOf(other, [[4, 10, 6, 30]]))
  })

  test.each<[half: number, west: number, width: number, from: number, to: number]>([
    [120, -60, 100, 0, 100],
    [150, -60, 100, 0, 100],
    [160, 5, 15, 0, 15],
    [160, 0, 100, 0, 100],
    // a small thing at 180 degrees, far from the image
    [174, 5, 15, 0, 0],
    [179, 0, 100, 0, 0],
    [139, -100, 120, 0, 120],
    [177, 160, 15, 0, 0],
    [177, 170, 15, 7, 13],
  ])(
    'to both sides as far as %i degrees, over an image from %i, %i wide',
    async (half, west, width, from, to) => {
      const image = await imageOf(4326, [west, 1, 0, 20, 0, -1], width, 40)
      expect(await filled(box(-half, half), image)).toEqual(maskOf(image, [[from, 10, to, 30]]))
    },
  )

  test('that a program has cut far from the image go on at the 180th meridian', async () => {
    const ring = [10, 179, -179, -170].map((x) => [x, -10])
    const closed = [...ring, ...ring.toReversed().map(([x]) => [x, 10]), ring[0]]
    for (const [west, width] of [
      [5, 15],
      [-60, 120],
    ]) {
      const image = await imageOf(4326, [west, 1, 0, 20, 0, -1], width, 40)
      expect(await filled([[closed]], image)).toEqual(maskOf(image, [[10 - west, 10, width, 30]]))
    }
  })

  test('in Web Mercator are as long as they are written', async () => {
    const image = await imageOf(4326, [5, 1, 0, 20, 0, -1], 15, 40)
    const covered = await filled([[corners(-1.67e7, 1.67e7, 1e6)]], image, 3857)
    expect(covered).toEqual(maskOf(image, [[0, 11, 15, 29]]))
    expect(rleArea(await filled([[corners(1.67e7, 2.3e7, 1e6)]], image, 3857))).toBe(0)
  })

  test('in UTM over the 180th meridian lie on images there alone', async () => {
    const ring = corners(700_000, 900_000, 1e6)
    const there = await imageOf(4326, [178, 1, 0, 20, 0, -1], 10, 40)
    expect(rleArea(await filled([[ring]], there, 32_660))).toBeGreaterThan(0)
    for (const west of [5, 165]) {
      const image = await imageOf(4326, [west, 1, 0, 20, 0, -1], 10, 40)
      expect(rleArea(await filled([[ring]], image, 32_660))).toBe(0)
    }
  })

  test('lie once on an image that goes around the Earth too often', async () => {
    const image = await imageOf(4326, [0, 1e12, 0, 20, 0, -1], 10, 40)
    const toPixels = toPixelsFrom(await knownCrs(4326))
    expect(toPixels(image, box(10, 20)[0])).toHaveLength(1)
  })
})
