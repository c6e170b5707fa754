import { englishOf } from '../../../messages/message'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseSync } from '@photostructure/sqlite'
import type { GeoTransform } from '../../../domain/affine'
import type { ReviewState } from '../../../domain/pair'
import { putGeoTiff, putSidecars, UTM_32 } from '../../../georeference/testing'
import { exportItems } from '../../../engine/export-items'
import { openProject } from '../../../engine/project/open-project'
import { exportMade, madeHeight, madeItem, madeRegion, madeWidth } from '../../export/testing'
import type { ExportItem } from '../../export/export-pair'
import { checkDataset } from '../../import/check'
import { filesIn, importMade } from '../../import/testing'

/** They count what the format itself does not keep. */
const CARDS: ReadonlySet<string> = new Set(['README.md', 'manifest.sha256'])

const FORMATS = ['geojson', 'geopackage', 'shapefile', 'label-geotiff'] as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-geographic-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A pair of GeoTIFFs at a place. */
async function placedItem(
  key: string,
  transform: GeoTransform,
  code: number | null,
  state: ReviewState = 'accepted',
): Promise<ExportItem> {
  const [beforePath, afterPath] = [join(folder, `${key}-0.tif`), join(folder, `${key}-1.tif`)]
  for (const path of [beforePath, afterPath]) {
    await putGeoTiff(path, { width: madeWidth, height: madeHeight, transform, code })
  }
  const regions = [
    madeRegion('1', 'ring', { category: 'Haus, groß', score: 0.1 + 0.2 }),
    madeRegion('2', 'dots', {
      category: 'road',
      status: 'proposed',
      beforeMask: madeRegion('x', 'full').mask,
    }),
    madeRegion('3', 'empty'),
  ]
  const item = await madeItem(folder, key, { regions, captions: ['a house is new', 'zwei'] })
  const review = { state, notes: '', reviewer: 'Ada' }
  return { ...item, beforePath, afterPath, document: { ...item.document, review } }
}

interface Feature {
  properties: Record<string, unknown>
  geometry: { coordinates: [number, number][][][] } | null
}

async function featuresOf(items: readonly ExportItem[], out = join(folder, 'out')): Promise<Feature[]> {
  await exportMade(items, 'geojson', out)
  return (JSON.parse(await readFile(join(out, 'changes.geojson'), 'utf8')) as { features: Feature[] })
    .features
}

function areaOf(ring: readonly [number, number][]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]
    return sum + (x - ring[0][0]) * (nextY - ring[0][1]) - (nextX - ring[0][0]) * (y - ring[0][1])
  }, 0)
}

const PLACES: readonly [string, GeoTransform, number | null][] = [
  ['UTM', UTM_32, 32_632],
  ['turned UTM', [500_000, 0.04, 0.03, 5_400_000, 0.03, -0.04], 32_633],
  ['rows that go up', [500_000, 0.5, 0, 5_400_000, 0, 0.5], 32_633],
  ['degrees', [8.5, 1e-6, 0, 47.3, 0, -1e-6], 4326],
  ['Web Mercator', [1_234_567.5, 1.19432, 0, 6_800_000, 0, -1.19432], 3857],
  ['feet', [1_000_000, 2, 0, 200_000, 0, -2], 2263],
  ['around the antimeridian', [179.9999, 2e-5, 0, -16, 0, -2e-5], 4326],
  ['Switzerland', [2_600_000, 0.1, 0, 1_200_000, 0, -0.1], 2056],
]

describe.each(FORMATS)('%s', (format) => {
  test('gives the same bytes after an import, wherever the images lie, reviewer and status included', async () => {
    const items = []
    for (const [index, [, transform, code]] of PLACES.entries()) {
      items.push(await placedItem(`p${index}`, transform, code, index % 2 === 0 ? 'accepted' : 'corrected'))
    }
    const [one, project, two] = ['one', 'project', 'two'].map((name) => join(folder, name))
    const report = await exportMade(items, format, one)
    expect(report).toMatchObject({ pairCount: PLACES.length, leftOut: [] })
    const imported = await importMade(one, project)
    expect(imported).toMatchObject({ format, problems: [] })
    const opened = await openProject(project, null, join(folder, 'user'))
    const again: ExportItem[] = []
    for await (const item of exportItems(opened, ['accepted', 'corrected'])) {
      again.push(item)
    }
    opened.store.close()
    await exportMade(again, format, two)
    const [first, second] = [await filesIn(one), await filesIn(two)]
    const isPartly = format === 'label-geotiff'
    for (const [path, bytes] of first) {
      expect([path, (isPartly && CARDS.has(path)) || bytes.equals(second.get(path)!)]).toEqual([path, true])
    }
    expect([...second.keys()]).toEqual([...first.keys()])
  })

  test('leaves out pairs that have no place, with the reason', async () => {
    const plain = await madeItem(folder, 'plain', { captions: ['x'] })
    const broken = await madeItem(folder, 'broken-place', { captions: ['x'] })
    for (const { beforePath, afterPath } of [plain, broken]) {
      for (const path of [beforePath, afterPath]) {
        await rm(path.replace('.png', '.wld'))
      }
    }
    await putSidecars(broken.afterPath, [0, 0, 0, 0, 0, 0])
    const report = await exportMade(
      [await placedItem('one', UTM_32, 32_632), plain, broken],
      format,
      join(folder, 'out'),
    )
    expect(report).toMatchObject({
      pairCount: 1,
      leftOut: [
        {
          key: 'broken-place',
          reason: 'its georeference cannot be used: its scale is zero or no number, so no pixel has a place',
        },
        { key: 'plain', reason: 'its images are not georeferenced' },
      ],
    })
  })
})

test.each(['geopackage', 'shapefile', 'label-geotiff'])(
  '%s takes a system that is not known',
  async (format) => {
    await exportMade([await placedItem('one', UTM_32, null)], format, join(folder, 'out'))
    const { problems, regionCount } = await checkDataset(join(folder, 'out'), null, null)
    expect(problems).toEqual([])
    expect(regionCount).toBeGreaterThan(1)
  },
)

describe('GeoJSON', () => {
  test('needs longitudes, so it leaves out a system that is not known', async () => {
    const work = exportMade([await placedItem('one', UTM_32, null)], 'geojson', join(folder, 'out'))
    await expect(work).rejects.toMatchObject({
      failure: { message: expect.stringContaining('its coordinate system is not known') as string },
    })
  })

  test('takes an image whose pixels have their middles at a pole, and none that reaches further', async () => {
    const items = [
      await placedItem('middles', [-180.25, 0.5, 0, 90.25, 0, -0.5], 4326),
      await placedItem('further', [-180.25, 0.5, 0, 91, 0, -0.5], 4326),
    ]
    const { pairCount, leftOut } = await exportMade(items, 'geojson', join(folder, 'out'))
    expect(pairCount).toBe(1)
    expect(leftOut).toEqual([
      { key: 'further', reason: 'its coordinates lie outside the area of their system' },
    ])
    expect((await checkDataset(join(folder, 'out'), null, null)).problems).toEqual([])
  })

  test('has outer rings counter-clockwise, holes clockwise, all closed, whichever way the rows go', async () => {
    for (const [index, [, transform, code]] of PLACES.entries()) {
      const features = await featuresOf(
        [await placedItem('one', transform, code)],
        join(folder, `out-${index}`),
      )
      expect(features[0].geometry?.coordinates.map((rings) => rings.length)).toEqual([2])
      for (const ring of features.flatMap(({ geometry }) => geometry?.coordinates ?? [])) {
        ring.forEach((points, at) => {
          expect(points[0]).toEqual(points.at(-1))
          expect(Math.sign(areaOf(points))).toBe(at === 0 ? 1 : -1)
        })
      }
    }
  })

  test('tells what it knows of each region, and has no geometry for one without a pixel', async () => {
    const [ring, road, gone, empty] = await featuresOf([await placedItem('one', UTM_32, 32_632)])
    expect(ring.properties).toEqual({
      key: 'one',
      region: 1,
      frame: 'after',
      category: 'Haus, groß',
      status: 'accepted',
      score: 0.1 + 0.2,
      origin: 'person',
      area_m2: 10,
      caption: 'a house is new',
      review_state: 'accepted',
      reviewer: 'Ada',
      split: 'train',
    })
    expect([road.properties['status'], gone.properties['frame'], gone.properties['region']]).toEqual([
      'proposed',
      'before',
      2,
    ])
    expect(empty).toMatchObject({ geometry: null, properties: { region: 3, area_m2: 0 } })
    // by gdaltransform, of E 600004.5, N 5699999.5: the first corner of the ring
    const [[[[longitude, latitude]]]] = ring.geometry!.coordinates
    expect(longitude).toBeCloseTo(10.438941381, 8)
    expect(latitude).toBeCloseTo(51.442347027, 8)
  })

  test('goes on beyond -180 degrees where a polygon crosses the antimeridian', async () => {
    const [, , gone] = await featuresOf([await placedItem('one', [179.9999, 2e-5, 0, -16, 0, -2e-5], 4326)])
    const longitudes = gone.geometry!.coordinates[0][0].map(([longitude]) => longitude)
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([-180.0001, -179.99986])
  })
})

async function problemsAfter(format: string, damage: (out: string) => Promise<void>): Promise<string[]> {
  const out = join(folder, 'out')
  await exportMade([await placedItem('one', UTM_32, 32_632)], format, out)
  await damage(out)
  const { problems } = await checkDataset(out, format, null)
  const messages = problems.filter(({ level }) => level === 'error').map(({ message }) => englishOf(message))
  return messages.filter((message) => message !== 'The file was changed since it was written.')
}

async function change(path: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(path, edit(await readFile(path)))
}

describe('damaged files cost what is damaged', () => {
  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['.shp', (bytes) => bytes.subarray(0, 150), /Shape 1 is damaged/],
    ['.shp', () => Buffer.from('not a shapefile'), /no shapefile/],
    ['.shp', (bytes) => (bytes.writeInt32LE(2 ** 30, 100 + 8 + 40), bytes), /Shape 1 is damaged/],
    ['.dbf', (bytes) => bytes.subarray(0, 20), /table of the shapefile is damaged/],
    ['.dbf', (bytes) => (bytes.writeUInt16LE(0, 10), bytes), /table of the shapefile is damaged/],
  ])('a shapefile with a broken %s', async (ending, edit, message) => {
    const found = await problemsAfter('shapefile', (out) =>
      change(join(out, `changes_epsg_32632${ending}`), edit),
    )
    expect(found).toEqual([expect.stringMatching(message)])
  })

  test('a shapefile with an entry that is none, whose rows go to no other pair', async () => {
    const [out, project] = [join(folder, 'out'), join(folder, 'project')]
    const items = []
    for (const category of ['aa', 'bbb', 'cccc']) {
      const item = await placedItem(category, UTM_32, 32_632)
      items.push({
        ...item,
        document: { ...item.document, regions: [madeRegion('1', 'ring', { category })] },
      })
    }
    await exportMade(items, 'shapefile', out)
    await change(join(out, 'shapefile.json'), (bytes) =>
      Buffer.from(bytes.toString().replace('"state":"accepted"', '"state":"unknown"')),
    )
    const { problems } = await importMade(out, project, { format: 'shapefile' })
    expect(problems.map(({ item }) => item)).toEqual(['aa', 'row 1'])
    const opened = await openProject(project, null, join(folder, 'user'))
    const found = []
    for await (const { key, document } of exportItems(opened, ['accepted'])) {
      found.push([key, document.regions.map(({ category }) => category)])
    }
    opened.store.close()
    expect(found).toEqual([
      ['bbb', ['bbb']],
      ['cccc', ['cccc']],
    ])
  })

  test('a GeoPackage with a broken geometry, or one of another kind', async () => {
    const found = await problemsAfter('geopackage', async (out) => {
      const database = new DatabaseSync(join(out, 'changes.gpkg'))
      database.exec("UPDATE changes_epsg_32632 SET geom = X'47500001' WHERE region = 1")
      database.exec(
        "UPDATE changes_epsg_32632 SET geom = substr(geom, 1, 60) WHERE region = 2 AND frame = 'after'",
      )
      database.close()
    })
    expect(found).toEqual(['A geometry is none of a GeoPackage.', 'A geometry is damaged.'])
  })

  test('a GeoPackage that is none', async () => {
    const found = await problemsAfter('geopackage', (out) => writeFile(join(out, 'changes.gpkg'), 'nothing'))
    expect(found[0]).toMatch(/no GeoPackage that can be read/)
  })

  test('a label with a number that has no name', async () => {
    const found = await problemsAfter('label-geotiff', (out) => writeFile(join(out, 'classes.json'), '[]'))
    expect(found).toEqual([expect.stringMatching(/number 1, which has no name/)])
  })
})
