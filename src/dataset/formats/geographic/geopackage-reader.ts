import { DatabaseSync } from '@photostructure/sqlite'
import { z } from 'zod'
import type { Crs } from '../../../georeference/crs'
import { whyNot } from '../../import/captions-list'
import type { FormatReader, ReadContext } from '../../import/item'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import type { Source } from '../../import/source'
import { pairEntrySchema } from '../pair-entry'
import type { PairEntry } from '../pair-entry'
import { changeSchema } from './changes'
import { decodeGeometry } from './gpkg-geometry'
import { crsOfRecord, toPixelsFrom } from './map-coordinates'
import { itemsOf } from './reading'
import type { ReadChange } from './reading'

export const GEOPACKAGE_FILE = 'changes.gpkg'
export const PAIR_TABLE = 'deltascribe_pairs'
export const CAPTION_TABLE = 'deltascribe_captions'

type Database = InstanceType<typeof DatabaseSync>

export const geoPackageReader: FormatReader = {
  async fits(source) {
    const file = await geoPackageFile(source)
    return file !== null && withGeoPackage(source, file, (database) => hasTable(database, PAIR_TABLE))
  },
  async *read(context) {
    const { source } = context
    const file = await geoPackageFile(source)
    if (file === null) {
      throw new ImportProblem(`There is no ${GEOPACKAGE_FILE}.`)
    }
    const location: SourceLocation = { file, line: null }
    source.reading.begin(file)
    const { entries, layers } = await withGeoPackage(source, file, (database) => ({
      entries: readPairs(database),
      layers: layersOf(database),
    }))
    const changes: ReadChange[] = []
    for (const layer of layers) {
      changes.push(...(await changesIn(layer, location, context)))
    }
    yield* itemsOf(
      entries.map((entry) => ({ entry, location })),
      changes,
      context,
    )
  },
}

export async function geoPackageFile(source: Source): Promise<string | null> {
  const { onlyFile } = source
  return onlyFile !== null && /\.gpkg$/i.test(onlyFile) ? onlyFile : source.firstOf([GEOPACKAGE_FILE])
}

/** Opens the file to read it alone. @throws ImportProblem where it is no GeoPackage, or is damaged */
export async function withGeoPackage<T>(
  source: Source,
  file: string,
  use: (database: Database) => T,
): Promise<T> {
  const path = await source.resolve(file)
  let database: Database | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true })
    database.exec('PRAGMA trusted_schema = OFF')
    return use(database)
  } catch (error) {
    throw error instanceof ImportProblem
      ? error
      : new ImportProblem(`${file} is no GeoPackage that can be read: ${(error as Error).message}.`)
  } finally {
    database?.close()
  }
}

/** Tables alone: a view of others may never end. */
function hasTable(database: Database, name: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
  )
}

const textOrNull = z.string().nullable()
const pairRowSchema = z.object({
  key: z.string(),
  split: textOrNull,
  before: z.string(),
  after: z.string(),
  state: textOrNull,
  reviewer: textOrNull,
  proposer: textOrNull,
  proposer_version: textOrNull,
})
const captionRowSchema = z.object({ key: z.string(), text: z.string(), origin: textOrNull })

/** @throws ImportProblem where the tables are not ours */
function readPairs(database: Database): PairEntry[] {
  if (!hasTable(database, PAIR_TABLE) || !hasTable(database, CAPTION_TABLE)) {
    throw new ImportProblem(
      `It has no tables ${PAIR_TABLE} and ${CAPTION_TABLE}, which name images and captions.`,
    )
  }
  const captions = new Map<string, { text: string; origin: string | null }[]>()
  for (const row of database.prepare(`SELECT * FROM ${CAPTION_TABLE} ORDER BY fid`).all()) {
    const { key, text, origin } = checked(captionRowSchema, row)
    captions.set(key, [...(captions.get(key) ?? []), { text, origin }])
  }
  return database
    .prepare(`SELECT * FROM ${PAIR_TABLE} ORDER BY fid`)
    .all()
    .map((row) => {
      const { proposer, proposer_version: version, ...pair } = checked(pairRowSchema, row)
      return checked(pairEntrySchema, {
        ...pair,
        proposed_by: proposer === null ? null : { proposer, version: version ?? '' },
        captions: captions.get(pair.key) ?? [],
      })
    })
}

function checked<T extends z.ZodType>(schema: T, row: unknown): z.output<T> {
  const parsed = schema.safeParse(row)
  if (!parsed.success) {
    throw new ImportProblem(whyNot(parsed.error))
  }
  return parsed.data
}

/** A layer of polygons, with all its rows. */
export interface GeoPackageLayer {
  table: string
  /** EPSG; null for another authority. */
  code: number | null
  wkt: string
  rows: { geometry: Uint8Array | null; fields: Record<string, unknown> }[]
}

const layerSchema = z.object({
  table_name: z.string(),
  column_name: z.string(),
  organization: z.string(),
  organization_coordsys_id: z.int(),
  definition: z.string(),
})

export function layersOf(database: Database): GeoPackageLayer[] {
  const rows = database
    .prepare(
      `SELECT table_name, column_name, organization, organization_coordsys_id, definition
       FROM gpkg_geometry_columns JOIN gpkg_spatial_ref_sys USING (srs_id) ORDER BY table_name`,
    )
    .all()
  return rows.flatMap((row) => {
    const layer = checked(layerSchema, row)
    if (!hasTable(database, layer.table_name)) {
      return []
    }
    const quoted = `"${layer.table_name.replaceAll('"', '""')}"`
    const isEpsg = layer.organization.toUpperCase() === 'EPSG'
    return [
      {
        table: layer.table_name,
        code: isEpsg ? layer.organization_coordsys_id : null,
        wkt: layer.definition,
        rows: database
          .prepare(`SELECT * FROM ${quoted} ORDER BY rowid`)
          .all()
          .map((fields) => rowOf(fields as Record<string, unknown>, layer.column_name)),
      },
    ]
  })
}

function rowOf(fields: Record<string, unknown>, column: string): GeoPackageLayer['rows'][number] {
  const { [column]: geometry, ...others } = fields
  return { geometry: geometry instanceof Uint8Array ? geometry : null, fields: others }
}

/** Null where coordinates are taken to be in the system of the image. */
export function crsOfLayer({ code, wkt }: GeoPackageLayer): Promise<Crs | null> {
  return crsOfRecord(code, wkt)
}

async function changesIn(
  layer: GeoPackageLayer,
  location: SourceLocation,
  { problems }: ReadContext,
): Promise<ReadChange[]> {
  const toPixels = toPixelsFrom(await crsOfLayer(layer))
  return layer.rows.flatMap(({ geometry, fields }) => {
    try {
      const change = checked(changeSchema, fields)
      const polygons = geometry === null ? null : decodeGeometry(geometry)
      return [{ ...change, polygons, toPixels, location }]
    } catch (error) {
      const { fid, key } = fields
      const name = typeof key === 'string' ? key : `row ${String(fid)}`
      problems.leaveOut(error, location, `${layer.table}: ${name}`)
      return []
    }
  })
}
