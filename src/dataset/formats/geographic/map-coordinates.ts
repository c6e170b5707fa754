import type { Position } from 'geojson'
import { crsOfCode, crsOfWkt } from '../../../georeference/crs'
import type { Crs } from '../../../georeference/crs'
import { converterOf } from '../../../georeference/ground'
import type { Converter } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import { ImportProblem } from '../../import/problems'
import { pixelOf } from './frames'

const converters = new WeakMap<Crs, Converter>()

function converterFor(crs: Crs): Converter {
  const converter = converters.get(crs) ?? converterOf(crs)
  converters.set(crs, converter)
  return converter
}

/**
 * From coordinates of a system to pixels of an image, by way of longitude and latitude where the image is in another
 * one. @param crs of the coordinates; null where it is not known: then it is taken to be that of the image
 */
export function toPixelFrom(
  crs: Crs | null,
): (place: ImageGeoreference, position: Position) => [number, number] {
  return (place, [x, y]) => {
    if (crs === null || isSame(crs, place.crs)) {
      return pixelOf(place, x, y)
    }
    if (place.crs === null) {
      throw new ImportProblem('The coordinate system of its images is not known.')
    }
    const at = converterFor(crs).toPlace(x, y)
    const map = at === null ? null : converterFor(place.crs).toMap(at)
    if (map === null) {
      throw new ImportProblem(`The place ${x}, ${y} lies outside the system of its images.`)
    }
    return pixelOf(place, ...map)
  }
}

function isSame(one: Crs, other: Crs | null): boolean {
  return other !== null && (one.code === null ? one.wkt === other.wkt : one.code === other.code)
}

/** WGS 84, in which GeoJSON is. */
export async function wgs84(): Promise<Crs> {
  const crs = await crsOfCode(4326)
  if (crs === null) {
    throw new Error('the EPSG database lacks WGS 84')
  }
  return crs
}

/** By its code in the database where there is one, else by its text; null where it is neither. */
export async function crsOfRecord(code: number | null, wkt: string): Promise<Crs | null> {
  return (code === null ? null : await crsOfCode(code)) ?? crsOfWkt(wkt)
}
