import { applyAffine } from '../../../domain/affine'
import type { Place } from '../../../domain/georeference'
import type { Converter } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'

export type Corner = readonly [column: number, row: number]

const TURN = 360
/** Between corners that lie further apart, in degrees, the way is walked. */
const LONG_WAY = 90
const STEPS = 32

/**
 * Places of the corners of a ring, whose longitudes go on beyond 180 or -180 degrees where the ring does. Those of an
 * image in degrees are its own, a whole number of turns on for all of it.
 * @returns null where a corner has no place
 */
export function ringPlaces(
  image: ImageGeoreference,
  converter: Converter,
): (ring: readonly Corner[]) => Place[] | null {
  return image.crs?.isGeographic === true
    ? placesInDegrees(image, image.crs.unitFactor, converter)
    : placesAlong(image, converter)
}

function placesInDegrees(
  { transform, width, height }: ImageGeoreference,
  unitFactor: number,
  converter: Converter,
): (ring: readonly Corner[]) => Place[] | null {
  const degreesAt = (column: number, row: number): number =>
    (applyAffine(transform, column, row)[0] * unitFactor * 180) / Math.PI
  const isOnce = (Math.abs(transform[1]) * width + Math.abs(transform[2]) * height) * unitFactor < 2 * Math.PI
  // of an image that goes around the Earth, both ends would be one place
  const turns = isOnce ? -Math.round(degreesAt(width / 2, height / 2) / TURN) : 0
  return (ring) =>
    allOrNull(
      ring.map(([column, row]) => {
        const place = converter.toPlace(...applyAffine(transform, column, row))
        return place === null
          ? null
          : { ...place, longitude: near(place.longitude, degreesAt(column, row)) + turns * TURN }
      }),
    )
}

function placesAlong(
  { transform, width, height }: ImageGeoreference,
  converter: Converter,
): (ring: readonly Corner[]) => Place[] | null {
  const placeAt = ([column, row]: Corner): Place | null =>
    converter.toPlace(...applyAffine(transform, column, row))
  const middle: Corner = [width / 2, height / 2]
  const start = placeAt(middle)
  return (ring) => {
    let [from, longitude] = [middle, start?.longitude ?? 0]
    return allOrNull(
      ring.map((corner) => {
        const place = placeAt(corner)
        if (place === null) {
          return null
        }
        longitude = walked(placeAt, from, longitude, corner, place.longitude)
        from = corner
        return { ...place, longitude }
      }),
    )
  }
}

/** The longitude of a corner, as it is met on the straight way from another one. */
export function walked(
  placeAt: (corner: Corner) => Place | null,
  from: Corner,
  start: number,
  to: Corner,
  end: number,
): number {
  if (Math.abs(end - start) <= LONG_WAY) {
    return end
  }
  let longitude = start
  for (let step = 1; step < STEPS; step += 1) {
    const share = step / STEPS
    const place = placeAt([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
    longitude = place === null ? longitude : near(place.longitude, longitude)
  }
  return near(end, longitude)
}

/** The same place within half a turn of another longitude. */
function near(longitude: number, other: number): number {
  return longitude + TURN * Math.round((other - longitude) / TURN)
}

function allOrNull(places: readonly (Place | null)[]): Place[] | null {
  return places.every((place) => place !== null) ? [...places] : null
}
