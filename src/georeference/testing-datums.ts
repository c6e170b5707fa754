import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Place } from '../domain/georeference'
import { crsOfCode } from './crs'
import { converterOf } from './ground'

/** One system of each datum and projection of the database, beside GDAL. */

interface Row {
  code: string
  kind: string
  proj4: string | null
  bbox: [north: number, west: number, south: number, east: number] | null
  wkt: string | null
}

/** Where GDAL has a point of a system's map, the middle of its area. */
export interface RecordedPlace {
  code: number
  map: [x: number, y: number]
  place: Place
}

export const RECORDED_PLACES = join(import.meta.dirname, 'fixtures/gdal-places.json')

/** What GDAL said about each system that both know. */
export function recordedPlaces(): RecordedPlace[] {
  const lines = JSON.parse(readFileSync(RECORDED_PLACES, 'utf8')) as [
    number,
    number,
    number,
    number,
    number,
  ][]
  return lines.map(([code, x, y, longitude, latitude]) => ({
    code,
    map: [x, y],
    place: { longitude, latitude },
  }))
}

/** A point of the map for each system that this program knows, the middle of its area. */
export async function middles(): Promise<Omit<RecordedPlace, 'place'>[]> {
  const all = await Promise.all(
    differentRows().map(async ({ code, bbox }) => {
      const crs = await crsOfCode(Number(code))
      const [north, west, south, east] = bbox!
      const place = {
        longitude: (west + (east < west ? east + 360 : east)) / 2,
        latitude: (north + south) / 2,
      }
      const map = crs === null ? null : converterOf(crs).toMap(place)
      return map === null ? [] : [{ code: Number(code), map }]
    }),
  )
  return all.flat()
}

function differentRows(): Row[] {
  const path = createRequire(import.meta.url).resolve('epsg-index/all.json')
  const rows = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Row>)
  const seen = new Set<string>()
  return rows.filter(({ code, kind, proj4, bbox, wkt }) => {
    if (!/^CRS-(?:PROJ|GEOG)CRS$/.test(kind) || proj4 === null || bbox === null || Number(code) > 32_766) {
      return false
    }
    const datum =
      /\+(?:towgs84|nadgrids|datum)=\S+/.exec(proj4)?.[0] ?? /GEOGCS\["[^"]*"/.exec(wkt ?? '')?.[0]
    const key = `${datum} ${/\+proj=\S+/.exec(proj4)?.[0]}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** Metres on the ground, for places that lie close to each other. */
export function metresBetween(one: Place, other: Place): number {
  const turn = ((one.longitude - other.longitude + 540) % 360) - 180
  const across = turn * Math.cos((other.latitude * Math.PI) / 180)
  return Math.hypot(across, one.latitude - other.latitude) * 111_320
}
