import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { applyAffine } from '../../../domain/affine'
import { crsOfCode } from '../../../georeference/crs'
import type { Crs } from '../../../georeference/crs'
import type { WrittenPair } from '../../export/export-pair'
import { pairEntryOf } from '../pair-entry'
import type { PairEntry } from '../pair-entry'
import { changesOf } from './changes'
import type { Change, ChangeProperties } from './changes'
import { CAPTION_TABLE, GEOPACKAGE_FILE, PAIR_TABLE } from './geopackage-reader'
import { encodeGeometry, envelopeOf } from './gpkg-geometry'
import type { Envelope } from './gpkg-geometry'
import { WGS_84 } from './map-coordinates'
import { mapPolygons } from './map-polygons'

/** "GPKG", and version 1.3.0. */
const APPLICATION_ID = 0x4750_4b47
const USER_VERSION = 10_300
/** Of all tables: the time of an export would give other bytes each time. */
const LAST_CHANGE = '2000-01-01T00:00:00.000Z'

/** From here on, systems that are not in the EPSG database are numbered. */
const FIRST_OWN_ID = 100_001
/** The standard's own rows for coordinates of which nothing is known. */
const UNKNOWN_ID = -1
const UNKNOWN_SYSTEMS = [
  ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'],
] as const

const TABLES = `
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${USER_VERSION};
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE ${PAIR_TABLE} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, key TEXT NOT NULL, split TEXT,
  before TEXT NOT NULL, after TEXT NOT NULL, state TEXT, reviewer TEXT, proposer TEXT, proposer_version TEXT);
CREATE TABLE ${CAPTION_TABLE} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
  origin TEXT);
`

type Database = InstanceType<typeof DatabaseSync>

/** Piece by piece, from a file of its own: Electron takes no memory of SQLite's. */
export async function* geoPackageOf(written: readonly WrittenPair[]): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-geopackage-'))
  try {
    const path = join(folder, GEOPACKAGE_FILE)
    await fill(path, written)
    yield* createReadStream(path) as AsyncIterable<Uint8Array>
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(path: string, written: readonly WrittenPair[]): Promise<void> {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA synchronous = OFF')
    database.exec(TABLES)
    database.exec('BEGIN')
    writePairs(database, written.map(pairEntryOf))
    const layers = new Layers(database, await crsOfCode(WGS_84))
    for (const { pair } of written) {
      for (const change of await changesOf(pair)) {
        layers.add(change)
      }
    }
    layers.finish()
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

function writePairs(database: Database, entries: readonly PairEntry[]): void {
  const contents = database.prepare(
    'INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change) VALUES (?, ?, ?, ?)',
  )
  for (const table of [PAIR_TABLE, CAPTION_TABLE]) {
    contents.run(table, 'attributes', table, LAST_CHANGE)
  }
  const pairs = database.prepare(
    `INSERT INTO ${PAIR_TABLE} (key, split, before, after, state, reviewer, proposer, proposer_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const captions = database.prepare(`INSERT INTO ${CAPTION_TABLE} (key, text, origin) VALUES (?, ?, ?)`)
  for (const {
    key,
    split = null,
    before,
    after,
    state = null,
    reviewer = null,
    proposed_by,
    captions: all,
  } of entries) {
    const { proposer = null, version = null } = proposed_by ?? {}
    pairs.run(key, split, before, after, state, reviewer, proposer, version)
    for (const { text, origin = null } of all) {
      captions.run(key, text, origin)
    }
  }
}

/** Columns of a layer after `fid` and `geom`, in the order of their values. */
const COLUMNS = {
  key: 'TEXT NOT NULL',
  region: 'INTEGER',
  frame: 'TEXT',
  category: 'TEXT',
  status: 'TEXT',
  score: 'DOUBLE',
  origin: 'TEXT',
  area_m2: 'DOUBLE',
  caption: 'TEXT',
  review_state: 'TEXT',
  reviewer: 'TEXT',
  split: 'TEXT',
} as const satisfies Record<keyof ChangeProperties, string>
const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof ChangeProperties)[]

interface Layer {
  table: string
  srsId: number
  insert: ReturnType<Database['prepare']>
  extent: Envelope | null
}

/** The layers of a file, one for each system that is met. */
class Layers {
  private readonly layers = new Map<string, Layer>()
  private ownSystems = 0

  constructor(
    private readonly database: Database,
    wgs84: Crs | null,
  ) {
    if (wgs84 !== null) {
      this.addSystem(wgs84, WGS_84)
    }
    for (const row of UNKNOWN_SYSTEMS) {
      this.database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)').run(...row)
    }
  }

  add({ properties, polygons, place }: Change): void {
    const layer = this.layerOf(place.crs)
    const values = COLUMN_NAMES.map((name) => properties[name])
    if (polygons.length === 0) {
      layer.insert.run(null, ...values)
      return
    }
    const shapes = mapPolygons(polygons, (column, row) => applyAffine(place.transform, column, row))
    const envelope = envelopeOf(shapes)
    layer.extent = layer.extent === null ? envelope : union(layer.extent, envelope)
    layer.insert.run(encodeGeometry(shapes, layer.srsId, envelope), ...values)
  }

  /** The extents of the layers, once all polygons are in. */
  finish(): void {
    const update = this.database.prepare(
      'UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?',
    )
    for (const { table, extent } of this.layers.values()) {
      if (extent !== null) {
        update.run(...extent, table)
      }
    }
  }

  private layerOf(crs: Crs | null): Layer {
    const known = this.layers.get(crs?.wkt ?? '')
    if (known !== undefined) {
      return known
    }
    const srsId = crs === null ? UNKNOWN_ID : (crs.code ?? FIRST_OWN_ID + this.ownSystems++)
    const name = crs === null ? 'unknown' : crs.code === null ? `own_${this.ownSystems}` : `epsg_${crs.code}`
    if (crs !== null && srsId !== WGS_84) {
      this.addSystem(crs, srsId)
    }
    const layer = this.makeLayer(`changes_${name}`, srsId, crs?.name ?? 'system not known')
    this.layers.set(crs?.wkt ?? '', layer)
    return layer
  }

  private makeLayer(table: string, srsId: number, description: string): Layer {
    const columns = COLUMN_NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', ')
    this.database.exec(
      `CREATE TABLE ${table} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON, ${columns})`,
    )
    this.database
      .prepare(
        `INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id)
         VALUES (?, 'features', ?, ?, ?, ?)`,
      )
      .run(table, table, description, LAST_CHANGE, srsId)
    this.database
      .prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', ?, 0, 0)")
      .run(table, srsId)
    const marks = COLUMN_NAMES.map(() => '?').join(', ')
    const insert = this.database.prepare(
      `INSERT INTO ${table} (geom, ${COLUMN_NAMES.join(', ')}) VALUES (?, ${marks})`,
    )
    return { table, srsId, insert, extent: null }
  }

  private addSystem({ code, name, wkt }: Crs, srsId: number): void {
    this.database
      .prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)')
      .run(name, srsId, code === null ? 'NONE' : 'EPSG', code ?? srsId, wkt)
  }
}

function union(a: Envelope, b: Envelope): Envelope {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
