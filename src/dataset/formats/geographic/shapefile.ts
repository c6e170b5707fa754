import { applyAffine } from '../../../domain/affine'
import { message } from '../../../messages/message'
import { allCaptions } from '../../export/export-pair'
import type { WrittenPair } from '../../export/export-pair'
import type { OutputFolder } from '../../export/output'
import { commaLines, mapped, writePieces } from '../../export/write-pieces'
import { groupBy } from '../../../basics/group-by'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import { pairEntryOf } from '../pair-entry'
import { changesOf } from './changes'
import type { Change } from './changes'
import { encodeDbf } from './dbf'
import type { DbfField, DbfRow } from './dbf'
import { writePlacedPair } from './images'
import { mapPolygons } from './map-polygons'
import { shapefileReader, SHAPEFILE_LIST } from './shapefile-reader'
import { encodeShapes } from './shp'

/** Shapefiles: one for each coordinate system. Their tables cut long texts, so our own list has them whole. */
const writer: FormatWriter = {
  description:
    'Shapefile: one for each coordinate system of the images, named after its EPSG code: `.shp`, `.shx`, `.dbf`, `.prj` ' +
    'and `.cpg` (UTF-8). Polygons go along the edges of pixels, in the coordinates of the images. The columns are the ' +
    'number of the pair in our own list and its key, the number of the region in it, the frame, the number of the ' +
    'category and its name, status, score, origin, the area on the ground in square metres, the first caption, review ' +
    'state, reviewer and split. dBase cuts texts after 254 bytes and names of columns after 10: ' +
    `\`${SHAPEFILE_LIST}\` has images, all captions and the names of the categories whole. A region without a pixel is a ` +
    'null shape. Images are in `images/{before,after}`, with their world files.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  writePair: (output, pair) => writePlacedPair(output, pair),
  async writeLists(output, written) {
    const categories = categoriesOf(written)
    const changes: NumberedChange[] = []
    for (const [index, { pair }] of written.entries()) {
      changes.push(...(await changesOf(pair)).map((change) => ({ ...change, pair: index + 1 })))
    }
    const layers: { file: string; code: number | null; wkt: string }[] = []
    for (const [wkt, group] of groupBy(changes, ({ place }) => place.crs?.wkt ?? '')) {
      const { crs } = group[0].place
      const own = layers.filter(({ code, wkt: text }) => code === null && text !== '').length + 1
      const name = crs === null ? 'unknown' : crs.code === null ? `own_${own}` : `epsg_${crs.code}`
      layers.push({ file: `changes_${name}.shp`, code: crs?.code ?? null, wkt })
      await writeLayer(output, `changes_${name}`, wkt, group, categories)
    }
    const start = `{"layers": ${JSON.stringify(layers)},\n"categories": ${JSON.stringify(categories)},\n`
    await writePieces(output, SHAPEFILE_LIST, listPieces(start, written))
  },
  notices: () => [],
}

export const shapefile: DatasetFormat = {
  name: 'shapefile',
  title: 'Shapefile',
  summary: message('formats.shapefile'),
  recognisedBy: 'list-names',
  page: {
    text:
      'For georeferenced pairs: others are left out with the reason. A shapefile for each coordinate system, with ' +
      'polygons along the edges of pixels; read back, each gives the very same mask. Its table holds 254 bytes of a ' +
      'text and 10 letters of a column’s name: our own `shapefile.json` has keys, categories and captions whole. ' +
      '`geopackage` has none of these limits.',
  },
  writer,
  reader: shapefileReader,
}

function* listPieces(start: string, written: readonly WrittenPair[]): Generator<string> {
  yield `${start}"pairs": [\n`
  yield* commaLines(mapped(written, (pair) => JSON.stringify(pairEntryOf(pair))))
  yield '\n]}\n'
}

type NumberedChange = Change & { pair: number }

const TEXT = { type: 'C', decimals: 0 } as const
const NUMBER = { type: 'N' } as const
const FIELDS: readonly DbfField[] = [
  { name: 'pair', ...NUMBER, length: 10, decimals: 0 },
  { name: 'key', ...TEXT, length: 254 },
  { name: 'region', ...NUMBER, length: 10, decimals: 0 },
  { name: 'frame', ...TEXT, length: 6 },
  { name: 'class_id', ...NUMBER, length: 10, decimals: 0 },
  { name: 'category', ...TEXT, length: 254 },
  { name: 'status', ...TEXT, length: 8 },
  { name: 'score', ...NUMBER, length: 24, decimals: 15 },
  { name: 'origin', ...TEXT, length: 8 },
  { name: 'area_m2', ...NUMBER, length: 20, decimals: 3 },
  { name: 'caption', ...TEXT, length: 254 },
  { name: 'state', ...TEXT, length: 10 },
  { name: 'reviewer', ...TEXT, length: 254 },
  { name: 'split', ...TEXT, length: 5 },
]

function categoriesOf(written: readonly WrittenPair[]): string[] {
  const names = written.flatMap(({ pair }) => pair.content.regions.map(({ category }) => category))
  return [...new Set(names)].sort()
}

async function writeLayer(
  output: OutputFolder,
  name: string,
  wkt: string,
  changes: readonly NumberedChange[],
  categories: readonly string[],
): Promise<void> {
  const { shp, shx } = encodeShapes(
    changes.map(({ polygons, place }) =>
      polygons.length === 0
        ? null
        : mapPolygons(polygons, (column, row) => applyAffine(place.transform, column, row)),
    ),
  )
  await output.write(`${name}.shp`, shp)
  await output.write(`${name}.shx`, shx)
  await output.write(
    `${name}.dbf`,
    encodeDbf(
      FIELDS,
      changes.map((change) => rowOf(change, categories)),
    ),
  )
  await output.write(`${name}.cpg`, 'UTF-8')
  if (wkt !== '') {
    await output.write(`${name}.prj`, wkt)
  }
}

function rowOf({ properties, pair }: NumberedChange, categories: readonly string[]): DbfRow {
  const { review_state, score, area_m2, ...others } = properties
  return {
    ...others,
    pair,
    class_id: categories.indexOf(properties.category) + 1,
    score: score === null ? null : plainNumber(score),
    area_m2: area_m2 === null ? null : area_m2.toFixed(3),
    state: review_state,
  }
}

/** The shortest digits that give the number back, without an exponent. @param value 0 to 1 */
function plainNumber(value: number): string {
  const shortest = String(value)
  // digits after the 20th are none of a score
  return shortest.includes('e') ? value.toFixed(20) : shortest
}
