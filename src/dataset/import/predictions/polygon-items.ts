import { converterOf } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import { ImageError } from '../../../images/file'
import type { Size } from '../../../mask/bitmap'
import { fillRings } from '../../../mask/rings'
import type { RingPolygon } from '../../../mask/rings'
import { rleArea } from '../../../mask/rle'
import { message } from '../../../messages/message'
import { NotPlaced, placedFrames } from '../../formats/geographic/frames'
import type { ToPixels } from '../../formats/geographic/map-coordinates'
import { pixelPolygons } from '../../formats/geographic/map-polygons'
import type { MapPolygons } from '../../formats/geographic/map-polygons'
import { PathError, resolveInside } from '../../inside'
import type { FramePaths, ImportedRegion, RawItem, ReadContext } from '../item'
import { namedImage } from '../named-image'
import { ImportProblem } from '../problems'
import type { SourceLocation } from '../problems'
import { boxesOfImage, PlaceIndex } from './place-index'
import type { PlaceBox } from './place-index'

export interface MapPolygon {
  /** In its file, for a person. */
  name: string
  location: SourceLocation
  category: string
  score: number | null
  polygons: MapPolygons
  toPixels: ToPixels
  box: PlaceBox
}

/** What became of a polygon on the pair where it came furthest. */
type Fate = 'small' | 'told'

/** An item for each pair that a polygon lies on. Pairs without a known place have none. */
export async function* itemsOn(
  polygons: readonly MapPolygon[],
  location: SourceLocation,
  context: ReadContext & Required<Pick<ReadContext, 'project'>>,
): AsyncGenerator<RawItem> {
  const { problems, project } = context
  const index = new PlaceIndex(polygons)
  const fates = new Map<MapPolygon, Fate>()
  let placedCount = 0
  for (const { key, before, after } of project.pairs) {
    const place = await placeOf(project.folder, { before, after })
    if (place?.crs == null) {
      continue
    }
    placedCount += 1
    const near = index.near(boxesOfImage(place, converterOf(place.crs, place.transform)))
    if (near.length > 0) {
      const state = { isAsked: false }
      yield {
        location,
        key,
        split: null,
        before: namedImage(before),
        after: namedImage(after),
        captions: [],
        regions: (size) => {
          state.isAsked = true
          const { regions, outside } = regionsOn(near, size, place, fates)
          if (outside > 0) {
            problems.warn(location, message('georeference.polygonsOutside', { count: outside }), key)
          }
          return regions
        },
      }
      if (!state.isAsked) {
        // the pair itself is left out, with its reason
        near.forEach((polygon) => fates.set(polygon, 'told'))
      }
    }
  }
  if (placedCount === 0) {
    throw new ImportProblem('No pair of the project is georeferenced, so no polygon has a place in it.')
  }
  await tellOfOthers(polygons, fates, context)
}

/** Polygons that became a region of no pair, and of which nothing is told yet. */
async function tellOfOthers(
  polygons: readonly MapPolygon[],
  fates: ReadonlyMap<MapPolygon, Fate>,
  { problems, addWithoutPair }: ReadContext,
): Promise<void> {
  for (const polygon of polygons) {
    const { name, location } = polygon
    const fate = fates.get(polygon)
    if (fate === undefined) {
      await addWithoutPair?.(name, message('georeference.polygonOnNoPair'), location)
    } else if (fate === 'small') {
      problems.error(location, message('georeference.polygonTooSmall'), name)
    }
  }
}

/** Of the after frame. Null where neither frame has a place, or cannot be read. */
async function placeOf(folder: string, { before, after }: FramePaths): Promise<ImageGeoreference | null> {
  try {
    const paths = [await resolveInside(folder, before), await resolveInside(folder, after)] as const
    return (await placedFrames(...paths)).after
  } catch (error) {
    if (error instanceof NotPlaced || error instanceof ImageError || error instanceof PathError) {
      return null
    }
    throw error
  }
}

/** A polygon with a corner that has no place in the image's system is left out, and counted. */
function regionsOn(
  polygons: readonly MapPolygon[],
  { width, height }: Size,
  place: ImageGeoreference,
  fates: Map<MapPolygon, Fate>,
): { regions: ImportedRegion[]; outside: number } {
  const regions: ImportedRegion[] = []
  let outside = 0
  for (const polygon of polygons) {
    const { category, score, polygons: shape, toPixels } = polygon
    const rings = ringsOrNull(shape, (open) => toPixels(place, open))
    if (rings === null) {
      outside += 1
      fates.set(polygon, 'told')
      continue
    }
    const mask = fillRings(rings, width, height)
    if (rleArea(mask) > 0) {
      regions.push({ category, mask, beforeMask: null, score, origin: 'imported' })
      fates.set(polygon, 'told')
    } else if (!fates.has(polygon) && rings.some(([outer]) => reachesInto(outer, width, height))) {
      fates.set(polygon, 'small')
    }
  }
  return { regions, outside }
}

/** By its box. @param ring x and y in turn, in pixels */
function reachesInto(ring: readonly number[], width: number, height: number): boolean {
  const ends = [0, 1].map((axis) => {
    const values = ring.filter((_, at) => at % 2 === axis)
    return {
      first: values.reduce((least, value) => Math.min(least, value), Infinity),
      last: values.reduce((most, value) => Math.max(most, value), -Infinity),
    }
  })
  const [x, y] = ends
  return x.first < width && x.last > 0 && y.first < height && y.last > 0
}

function ringsOrNull(
  shape: MapPolygons,
  toPixels: Parameters<typeof pixelPolygons>[1],
): RingPolygon[] | null {
  try {
    return pixelPolygons(shape, toPixels)
  } catch (error) {
    if (error instanceof ImportProblem) {
      return null
    }
    throw error
  }
}
