import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { entriesOf, whyNot } from '../../import/captions-list'
import type { FormatReader, ReadContext } from '../../import/item'
import { ImportProblem } from '../../import/problems'
import type { Source } from '../../import/source'
import { pairEntrySchema } from '../pair-entry'
import { changeSchema } from './changes'
import { decodeDbf } from './dbf'
import type { DbfRow } from './dbf'
import { crsOfRecord, toPixelsFrom } from './map-coordinates'
import { itemsOf } from './reading'
import type { ReadChange } from './reading'
import { decodeShapes } from './shp'

export const SHAPEFILE_LIST = 'shapefile.json'

/** The format counts words of 16 bits in 31 bits, and most programs bytes. */
const MAX_BYTES = 2 ** 31 - 1

const layerSchema = z.object({ file: z.string().min(1), code: z.int().nullable(), wkt: z.string() })
const categoriesSchema = z.array(z.string().min(1).max(120))

/** A pair is named by its number in the list, as its key may have been cut. */
const rowSchema = changeSchema.omit({ key: true, category: true }).extend({
  pair: z.int().min(1),
  class_id: z.int().min(0).nullish(),
})

export const shapefileReader: FormatReader = {
  async fits(source) {
    if (!(await source.isWanted(SHAPEFILE_LIST))) {
      return false
    }
    const { layers } = (await source.json(SHAPEFILE_LIST)).value as { layers?: unknown }
    return Array.isArray(layers)
  },
  async *read(context) {
    const { source, problems } = context
    const json = await source.json(SHAPEFILE_LIST)
    const lists = (json.value ?? {}) as Record<string, unknown>
    const list = (name: string): { value: unknown; name: string } => ({ value: lists[name], name })
    const entries = [...entriesOf(json, SHAPEFILE_LIST, pairEntrySchema, problems, list('pairs'))]
    const categories = categoriesSchema.safeParse(lists['categories'])
    if (!categories.success) {
      throw new ImportProblem(`categories: ${whyNot(categories.error)}`)
    }
    const keys = new Map(entries.map(({ entry, index }) => [index + 1, entry.key]))
    const changes: ReadChange[] = []
    for (const { entry, location } of entriesOf(
      json,
      SHAPEFILE_LIST,
      layerSchema,
      problems,
      list('layers'),
    )) {
      try {
        changes.push(...(await changesIn(entry, keys, categories.data, context)))
      } catch (error) {
        problems.leaveOut(error, location, entry.file)
      }
    }
    yield* itemsOf(entries, changes, context)
  },
}

async function changesIn(
  { file, code, wkt }: z.output<typeof layerSchema>,
  /** By the number of the pair. */
  keys: ReadonlyMap<number, string>,
  categories: readonly string[],
  { source, problems }: ReadContext,
): Promise<ReadChange[]> {
  const shapes = decodeShapes(await bytesOf(source, file))
  const rows = decodeDbf(await bytesOf(source, file.replace(/\.shp$/i, '.dbf')))
  const toPixels = toPixelsFrom(wkt === '' ? null : await crsOfRecord(code, wkt))
  const location = { file, line: null }
  return rows.flatMap(({ index, row }) => {
    const parsed = rowSchema.safeParse(withoutBlanks(row))
    const polygons = shapes[index]
    const key = parsed.success ? keys.get(parsed.data.pair) : undefined
    if (!parsed.success || polygons === undefined || key === undefined) {
      const reason = parsed.success ? 'It has no shape, or no pair.' : whyNot(parsed.error)
      problems.error(location, reason, `row ${index + 1}`)
      return []
    }
    const { pair: _pair, class_id: classId, ...change } = parsed.data
    const category = categories[(classId ?? 0) - 1] ?? row['category']
    return [{ ...change, key, category: nameOf(category), polygons, toPixels, location }]
  })
}

function nameOf(category: string | number | null | undefined): string | null {
  return typeof category === 'string' && category !== '' ? category.slice(0, 120) : null
}

/** dBase has no missing text: it is blank. */
function withoutBlanks(row: DbfRow): DbfRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]))
}

/** @throws ImportProblem where it is missing, or too large */
async function bytesOf(source: Source, path: string): Promise<Buffer> {
  source.reading.begin(path)
  const { absolute } = await source.file(path)
  if ((await stat(absolute)).size > MAX_BYTES) {
    throw new ImportProblem(`${path} is larger than 2 GB.`)
  }
  return readFile(absolute)
}
