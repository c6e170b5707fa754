import proj4 from 'proj4'
import type { CrsSummary } from '../domain/georeference'
import { withKnownShift } from './datum-shifts'
import { epsgRow, epsgRowsNamed } from './epsg'
import type { EpsgRow } from './epsg'
import { computableWkt } from './wkt-projection'

/** A coordinate reference system that can be computed with. */
export interface Crs extends CrsSummary {
  /** Metres of a projected unit, or radians of an angle. */
  unitFactor: number
  /** Well-known text, version 1. */
  wkt: string
  /** What `proj4` takes: its own notation or well-known text. */
  definition: string
}

/** Longest well-known text that is parsed: real ones have some thousand characters. */
export const LONGEST_WKT = 65_536

export function isSameCrs(one: Crs, other: Crs): boolean {
  return one.code === null ? other.code === null && one.wkt === other.wkt : one.code === other.code
}

/** Whether coordinates are converted between both without a shift of datum, as far as their definitions tell. */
export function hasSameDatum(one: Crs, other: Crs): boolean {
  const [first, second] = [datumIn(one), datumIn(other)]
  return isSameCrs(one, other) || (first !== '' && first === second)
}

/** Empty for a definition in well-known text. */
function datumIn({ definition }: Crs): string {
  return (definition.match(/\+(?:datum|ellps|a|b|rf|towgs84|nadgrids|pm)=\S+/g) ?? []).sort().join(' ')
}

const RADIANS_PER_DEGREE = Math.PI / 180

/** In well-known text: not part of a system, and not always right (`datum-shifts.ts`). */
const SHIFT = /,(?:TOWGS84\[[^\]]*\]|EXTENSION\["PROJ4_GRIDS","[^"]*"\])/g

/** Israel's datum of 2005: the database has no shift for it, and it lies 78 m off. */
const WITHOUT_SHIFT: ReadonlySet<number> = new Set([6990, 6991])

/** Axes to the west and south, and longitudes from Ferro, which `proj4` computes otherwise than PROJ. */
const UNSUITED = /\+axis=|\+pm=ferro/

const known = new Map<number, Promise<Crs | null>>()

/** Null where the code is not in the database, or its projection is none that `proj4` has. */
export function crsOfCode(code: number): Promise<Crs | null> {
  const earlier = known.get(code)
  if (earlier !== undefined) {
    return earlier
  }
  const found = epsgRow(code).then((row) => (row === null ? null : crsOfRow(row)))
  known.set(code, found)
  return found
}

/** The vertical part of a compound system has no use here. */
async function crsOfRow(row: EpsgRow): Promise<Crs | null> {
  if (row.kind === 'CRS-COMPOUNDCRS') {
    const code = codeIn(horizontalPart(row.wkt ?? ''))
    return code === null || String(code) === row.code ? null : crsOfCode(code)
  }
  if (row.proj4 === null || UNSUITED.test(row.proj4)) {
    return null
  }
  const isGeographic = row.kind !== 'CRS-PROJCRS'
  const { definition, isApproximate } = withKnownShift(row.proj4)
  const isDatumApproximate = isApproximate || WITHOUT_SHIFT.has(Number(row.code))
  const wkt = (row.wkt ?? (await geographicTwin(row)))?.replaceAll(SHIFT, '') ?? null
  const unitFactor = wkt === null ? null : lastUnit(wkt)
  if (wkt === null || unitFactor === null || !isComputable(definition)) {
    return null
  }
  const unit = (row.unit ?? '').replace(/ \(.*\)$/, '')
  const code = Number(row.code)
  return { code, name: row.name, isGeographic, unit, isDatumApproximate, unitFactor, wkt, definition }
}

/** Systems with heights have no text of version 1: that of the same name without heights. */
async function geographicTwin({ name }: EpsgRow): Promise<string | null> {
  return (await epsgRowsNamed(name)).find(({ kind }) => kind === 'CRS-GEOGCRS')?.wkt ?? null
}

function isComputable(definition: string): boolean {
  try {
    return typeof proj4(definition).forward === 'function'
  } catch {
    return false
  }
}

/** A unit stands after all parameters: the last one is that of the coordinates. */
function lastUnit(wkt: string): number | null {
  const all = [...wkt.matchAll(/UNIT\s*\[\s*"[^"]*"\s*,\s*([-+\d.eE]+)/gi)]
  const factor = Number(all.at(-1)?.[1])
  return Number.isFinite(factor) && factor > 0 ? factor : null
}

/** EPSG's code of the outermost part, which stands last. */
function codeIn(wkt: string): number | null {
  const match = /AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?(\d{1,6})"?\s*\]\s*\]?\s*$/i.exec(wkt.trim())
  const other = /ID\s*\[\s*"EPSG"\s*,\s*(\d{1,6})\s*\]\s*\]\s*$/i.exec(wkt.trim())
  const code = match?.[1] ?? other?.[1]
  return code === undefined ? null : Number(code)
}

/**
 * The system of a well-known text: by its code, by a name that the database has for the same projection, else as
 * written. Null where it cannot be computed with.
 */
export async function crsOfWkt(text: string): Promise<Crs | null> {
  const wkt = horizontalPart(text.replaceAll('\0', '').trim())
  const head = /^(PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS)\s*\[\s*"([^"]*)"/i.exec(wkt)
  if (wkt.length > LONGEST_WKT || head === null) {
    return null
  }
  const code = codeIn(wkt)
  const byCode = code === null ? null : await crsOfCode(code)
  if (byCode !== null) {
    return byCode
  }
  const unitFactor = lastUnit(wkt)
  const definition = computableWkt(wkt)
  if (definition === null || unitFactor === null || !isComputable(definition)) {
    return null
  }
  for (const row of await epsgRowsNamed(head[2])) {
    const crs = await crsOfCode(Number(row.code))
    const isSameUnit = crs !== null && Math.abs(crs.unitFactor / unitFactor - 1) < 1e-6
    if (isSameUnit && isSameProjection(crs.definition, definition, row.bbox)) {
      return crs
    }
  }
  const isGeographic = /^GEO/i.test(head[1])
  const unit = /.*UNIT\s*\[\s*"([^"]*)"/is.exec(wkt)?.[1].toLowerCase() ?? ''
  return {
    code: null,
    name: head[2].slice(0, 200),
    isGeographic,
    unit: unit.slice(0, 60),
    isDatumApproximate: !/TOWGS84/i.test(wkt) && !/WGS.?(19)?84|GRS.?(19)?80/i.test(wkt),
    unitFactor,
    wkt,
    definition,
  }
}

/** Of a compound system the part without heights. Esri writes both parts one after the other. */
function horizontalPart(wkt: string): string {
  return wkt.replace(/^COMPD_CS\s*\[\s*"[^"]*"\s*,\s*/i, '').split(/,\s*VERT_?CS\s*\[/i)[0]
}

/**
 * A name alone may deceive: both give one coordinate, within 1 m, at three places of the system's area. Their units do
 * not count here.
 */
function isSameProjection(one: string, other: string, bbox: EpsgRow['bbox']): boolean {
  const [north, west, south, east] = bbox ?? [60, -10, 40, 10]
  const across = east < west ? east + 360 - west : east - west
  return [0.3, 0.5, 0.8].every((share) => {
    const place = { x: west + across * share, y: south + (north - south) * share }
    const [a, b] = [project(one, place), project(other, place)]
    return a !== null && b !== null && Math.hypot(a.x - b.x, a.y - b.y) < 1
  })
}

/** Without a change of datum. */
function project(definition: string, { x, y }: { x: number; y: number }): { x: number; y: number } | null {
  try {
    const projection = new proj4.Proj(definition)
    const point = projection.forward({ x: x * RADIANS_PER_DEGREE, y: y * RADIANS_PER_DEGREE })
    return Number.isFinite(point.x) && Number.isFinite(point.y) ? point : null
  } catch {
    return null
  }
}
