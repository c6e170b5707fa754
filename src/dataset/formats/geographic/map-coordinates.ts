import type { Position } from 'geojson'
import { z } from 'zod'
import { pixelAt } from '../../../domain/affine'
import type { Place } from '../../../domain/georeference'
import { crsOfCode, crsOfWkt, isSameCrs } from '../../../georeference/crs'
import type { Crs } from '../../../georeference/crs'
import { converterOf, edgeBeyondPole } from '../../../georeference/ground'
import type { Converter } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import type { RingPolygon } from '../../../mask/rings'
import { ImportProblem } from '../../import/problems'
import { walked } from './ring-places'
import type { Corner } from './ring-places'
import { aroundOf, beside, turnsOnto, withoutCuts } from './turns'

export const WGS_84 = 4326

const converters = new WeakMap<Crs, Converter>()

function converterFor(crs: Crs): Converter {
  const converter = converters.get(crs) ?? converterOf(crs)
  converters.set(crs, converter)
  return converter
}

/** The open rings of a polygon in pixels of an image. One that goes around the Earth may lie on it twice. */
export type ToPixels = (place: ImageGeoreference, rings: readonly (readonly Position[])[]) => RingPolygon[]

/**
 * From coordinates of a system to pixels of an image, by way of longitude and latitude where the image is in another
 * one. @param crs of the coordinates; null where it is not known: then it is taken to be that of the image
 */
export function toPixelsFrom(crs: Crs | null): ToPixels {
  return (place, rings) => {
    const around = aroundOf(place)
    const own = rings.map((ring) => inSystemOf(place, crs, ring))
    if (around === null) {
      return [pixelsOf(place, own)]
    }
    const isInDegrees = crs === null || crs.isGeographic
    const whole = isInDegrees ? withoutCuts(own, around) : beside(own, around.turn)
    return turnsOnto(whole, around).map((turned) => pixelsOf(place, turned))
  }
}

function pixelsOf(place: ImageGeoreference, rings: readonly (readonly Position[])[]): RingPolygon {
  return rings.map((ring) => ring.flatMap(([x, y]) => pixelAt(place.transform, x, edgeBeyondPole(place, y))))
}

/** @throws ImportProblem */
function inSystemOf(place: ImageGeoreference, crs: Crs | null, ring: readonly Position[]): Position[] {
  if (crs === null || (place.crs !== null && isSameCrs(crs, place.crs))) {
    return ring.map(([x, y]) => [x, y])
  }
  if (place.crs === null) {
    throw new ImportProblem('The coordinate system of its images is not known.')
  }
  const own = place.crs
  const turn = own.isGeographic ? (2 * Math.PI) / own.unitFactor : null
  const radiansOf = crs.isGeographic ? ([x]: Corner) => x * crs.unitFactor : radiansAlong(crs)
  return ring.map(([x, y]) => {
    const at = converterFor(crs).toPlace(x, y)
    const map = at === null ? null : converterFor(own).toMap(at)
    if (at === null || map === null) {
      throw new ImportProblem(`The place ${x}, ${y} lies outside the system of its images.`)
    }
    if (turn === null) {
      return map
    }
    // a longitude keeps its turns, which the way over another datum may lose
    const written = radiansOf([x, y], at) / own.unitFactor
    return [map[0] + turn * Math.round((written - map[0]) / turn), map[1]]
  })
}

/** Longitudes of one corner of a ring after the other, as they are met on its edges, which are straight in its system. */
function radiansAlong(crs: Crs): (corner: Corner, place: Place) => number {
  let last: { corner: Corner; longitude: number } | null = null
  return (corner, place) => {
    const longitude: number =
      last === null
        ? place.longitude
        : walked(
            (at) => converterFor(crs).toPlace(...at),
            last.corner,
            last.longitude,
            corner,
            place.longitude,
          )
    last = { corner, longitude }
    return (longitude * Math.PI) / 180
  }
}

/**
 * The system of a GeoJSON file: WGS 84, but where an older member `crs` names another one, as QGIS and GDAL still write.
 * @throws ImportProblem where that is not known
 */
export async function crsOfGeoJson(value: unknown): Promise<Crs> {
  const member = memberSchema.safeParse(value)
  const name = member.success ? member.data.crs.properties.name : 'CRS84'
  const code = /CRS84$/i.test(name) ? WGS_84 : Number(/EPSG:+(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1])
  const crs = await crsOfCode(code)
  if (crs === null) {
    throw new ImportProblem(`The coordinate system ${name.slice(0, 80)} of the file is not known.`)
  }
  return crs
}

const memberSchema = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) })

/** By its code in the database where there is one, else by its text; null where it is neither. */
export async function crsOfRecord(code: number | null, wkt: string): Promise<Crs | null> {
  return (code === null ? null : await crsOfCode(code)) ?? crsOfWkt(wkt)
}
