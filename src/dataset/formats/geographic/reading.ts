import type { Frame } from '../../../domain/document'
import { fillRings } from '../../../mask/rings'
import type { Rle } from '../../../mask/rle'
import { emptyRle } from '../../../mask/rle'
import type { ImageGeoreference } from '../../../georeference/read'
import { groupBy } from '../../../basics/group-by'
import type { FramePaths, ImportedRegion, RawItem, ReadContext } from '../../import/item'
import type { Size } from '../../../mask/bitmap'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import type { PairEntry } from '../pair-entry'
import type { ChangeRecord } from './changes'
import { NotPlaced, placedFrames } from './frames'
import type { PlacedFrames } from './frames'
import type { ToPixels } from './map-coordinates'
import { pixelPolygons } from './map-polygons'
import { itemOfEntry } from '../pair-entry'
import type { MapPolygons } from './map-polygons'

/** A polygon as it was read. */
export interface ReadChange extends ChangeRecord {
  /** Null for a region without a pixel. */
  polygons: MapPolygons | null
  /** From coordinates of the file to pixels of a frame. @throws ImportProblem */
  toPixels: ToPixels
  location: SourceLocation
}

/**
 * The items of pairs and polygons that belong to them by key. Polygons of no pair are told.
 * @throws nothing: what cannot be used is a problem of the context
 */
export async function* itemsOf(
  entries: readonly { entry: PairEntry; location: SourceLocation }[],
  changes: readonly ReadChange[],
  { source, problems }: ReadContext,
): AsyncGenerator<RawItem> {
  const byKey = groupBy(changes, ({ key }) => key)
  const keys = new Set(entries.map(({ entry }) => entry.key))
  for (const [key, [{ location }]] of byKey) {
    if (!keys.has(key)) {
      problems.error(location, 'There is no pair of this key.', key)
    }
  }
  for (const { entry, location } of entries) {
    try {
      const item = await itemOfEntry(source, entry)
      const { key, before, after } = item
      yield {
        location,
        ...item,
        areOnMap: true,
        regions: (size, paths) =>
          regionsOf(byKey.get(key) ?? [], size, paths ?? { before: before.absolute, after: after.absolute }),
      }
    } catch (error) {
      problems.leaveOut(error, location, entry.key)
    }
  }
}

/** @throws ImportProblem where the images have no place */
async function regionsOf(
  changes: readonly ReadChange[],
  size: Size,
  paths: FramePaths,
): Promise<ImportedRegion[]> {
  if (changes.length === 0) {
    return []
  }
  const places = await placesOf(paths)
  let next = changes.reduce((most, { region }) => Math.max(most, region ?? 0), 0)
  const groups = groupBy(changes, ({ region }) => region ?? (next += 1))
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => regionOf(group, size, places))
}

/** @throws ImportProblem */
export async function placesOf({ before, after }: FramePaths): Promise<PlacedFrames> {
  try {
    return await placedFrames(before, after)
  } catch (error) {
    throw error instanceof NotPlaced
      ? new ImportProblem(`It has no place on the map: ${error.message}.`)
      : error
  }
}

function regionOf(group: readonly ReadChange[], size: Size, places: PlacedFrames): ImportedRegion {
  const inFrame = (frame: Frame): Rle | null => {
    const parts = group.filter((change) => (change.frame ?? 'after') === frame)
    return parts.length === 0 ? null : maskOf(parts, size, places[frame])
  }
  const [{ category, score, origin, status }] = group
  return {
    category: category ?? 'change',
    mask: inFrame('after') ?? emptyRle(size.width, size.height),
    beforeMask: inFrame('before'),
    score: score ?? null,
    origin: origin ?? 'imported',
    status: status ?? 'accepted',
  }
}

function maskOf(parts: readonly ReadChange[], { width, height }: Size, place: ImageGeoreference): Rle {
  const rings = parts.flatMap(({ polygons, toPixels }) =>
    pixelPolygons(polygons ?? [], (open) => toPixels(place, open)),
  )
  if (rings.some((polygon) => polygon.some((ring) => !ring.every(Number.isFinite)))) {
    throw new ImportProblem('A polygon has a corner that has no place in the image.')
  }
  return fillRings(rings, width, height)
}
