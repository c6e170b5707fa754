import { z } from 'zod'
import { entriesOf } from '../captions-list'
import type { FormatReader, FramePaths, ImportedRegion, RawItem, ReadContext, ReadProject } from '../item'
import type { Size } from '../../../mask/bitmap'
import { namedImage } from '../named-image'
import { ImportProblem } from '../problems'
import type { Problems, SourceLocation } from '../problems'
import type { Source } from '../source'
import { converterOf } from '../../../georeference/ground'
import type { Converter } from '../../../georeference/ground'
import type { Crs } from '../../../georeference/crs'
import type { ImageGeoreference } from '../../../georeference/read'
import { ImageError } from '../../../images/file'
import { message } from '../../../messages/message'
import { fillRings } from '../../../mask/rings'
import type { RingPolygon } from '../../../mask/rings'
import { rleArea } from '../../../mask/rle'
import { NotPlaced, placedFrames } from '../../formats/geographic/frames'
import { geometrySchema, polygonsOf } from '../../formats/geographic/geojson-reader'
import { crsOfLayer, layersOf, withGeoPackage } from '../../formats/geographic/geopackage-reader'
import { decodeGeometry } from '../../formats/geographic/gpkg-geometry'
import { crsOfGeoJson, toPixelsFrom } from '../../formats/geographic/map-coordinates'
import type { ToPixels } from '../../formats/geographic/map-coordinates'
import { pixelPolygons } from '../../formats/geographic/map-polygons'
import type { MapPolygons } from '../../formats/geographic/map-polygons'
import { PathError, resolveInside } from '../../inside'
import { boxesOfImage, boxOf, PlaceIndex } from './place-index'
import type { PlaceBox } from './place-index'

/** Columns that name the kind of a thing, the first that is there. Upper case too. */
const CATEGORY_FIELDS = ['category', 'class', 'name', 'label']

interface MapPolygon {
  category: string
  score: number | null
  polygons: MapPolygons
  toPixels: ToPixels
  box: PlaceBox
}

/**
 * Polygons of a map, GeoJSON or GeoPackage, whoever drew them: each becomes a region of every georeferenced pair that it
 * lies on. They name no pairs: their place is what finds them.
 */
export const mapPolygonsReader: FormatReader = {
  async fits(source) {
    const file = polygonFile(source)
    if (file === null) {
      return false
    }
    if (/\.gpkg$/i.test(file)) {
      return withGeoPackage(source, file, (database) => layersOf(database).length > 0)
    }
    const value = (await source.json(file)).value as { type?: unknown } | null
    return value?.type === 'FeatureCollection'
  },
  async *read(context) {
    const { source, project } = context
    const file = polygonFile(source)
    if (file === null) {
      throw new ImportProblem('Name the file of the polygons: a .geojson or a .gpkg.')
    }
    if (project === undefined) {
      throw new ImportProblem('Polygons of a map need the georeferenced pairs of a project.')
    }
    const polygons = /\.gpkg$/i.test(file)
      ? await fromGeoPackage(file, context)
      : await fromGeoJson(file, context)
    yield* itemsOn(polygons, { file, line: null }, project, context.problems)
  },
}

function polygonFile({ onlyFile }: Source): string | null {
  return onlyFile !== null && /\.(?:geojson|json|gpkg)$/i.test(onlyFile) ? onlyFile : null
}

const featureSchema = z.object({
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: geometrySchema.nullable(),
})

async function fromGeoJson(file: string, { source, problems }: ReadContext): Promise<MapPolygon[]> {
  const json = await source.json(file)
  const list = { value: (json.value as { features?: unknown } | null)?.features, name: 'features' }
  const crs = await crsOfGeoJson(json.value)
  const [converter, toPixels] = [converterOf(crs), toPixelsFrom(crs)]
  return [...entriesOf(json, file, featureSchema, problems, list)].flatMap(({ entry, location }) => {
    const polygons = entry.geometry === null ? [] : polygonsOf(entry.geometry)
    return polygonOf(polygons, entry.properties ?? {}, { converter, toPixels }, () =>
      problems.error(location, 'A corner has no longitude and latitude.'),
    )
  })
}

async function fromGeoPackage(file: string, { source, problems }: ReadContext): Promise<MapPolygon[]> {
  const found: MapPolygon[] = []
  source.reading.begin(file)
  for (const layer of await withGeoPackage(source, file, layersOf)) {
    const location = { file, line: null }
    const crs: Crs | null = await crsOfLayer(layer)
    if (crs === null) {
      problems.error(location, 'The coordinate system of this layer is not known.', layer.table)
      continue
    }
    const [converter, toPixels] = [converterOf(crs), toPixelsFrom(crs)]
    for (const { geometry, fields } of layer.rows) {
      try {
        const polygons = geometry === null ? [] : decodeGeometry(geometry)
        found.push(
          ...polygonOf(polygons, fields, { converter, toPixels }, () =>
            problems.error(location, 'A corner has no longitude and latitude.', layer.table),
          ),
        )
      } catch (error) {
        problems.leaveOut(error, location, `${layer.table}: row ${String(fields['fid'])}`)
      }
    }
  }
  return found
}

/** Empty for one without a corner. */
function polygonOf(
  polygons: MapPolygons,
  fields: Readonly<Record<string, unknown>>,
  { converter, toPixels }: { converter: Converter; toPixels: ToPixels },
  onLost: () => void,
): MapPolygon[] {
  if (polygons.length === 0) {
    return []
  }
  const box = boxOf(polygons.flat(2).map(([x, y]) => converter.toPlace(x, y)))
  if (box === null) {
    onLost()
    return []
  }
  const { score } = fields
  const isScore = typeof score === 'number' && score >= 0 && score <= 1
  return [{ category: categoryOf(fields), score: isScore ? score : null, polygons, toPixels, box }]
}

function categoryOf(fields: Readonly<Record<string, unknown>>): string {
  const byName = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  for (const field of CATEGORY_FIELDS) {
    const value = byName.get(field)
    const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
    if (text !== '') {
      return text.slice(0, 120)
    }
  }
  return 'change'
}

/** An item for each pair that a polygon lies on. Pairs without a known place have none. */
async function* itemsOn(
  polygons: readonly MapPolygon[],
  location: SourceLocation,
  project: ReadProject,
  problems: Problems,
): AsyncGenerator<RawItem> {
  const index = new PlaceIndex(polygons)
  let placedCount = 0
  for (const { key, before, after } of project.pairs) {
    const place = await placeOf(project.folder, { before, after })
    if (place?.crs == null) {
      continue
    }
    placedCount += 1
    const near = index.near(boxesOfImage(place, converterOf(place.crs, place.transform)))
    if (near.length > 0) {
      yield {
        location,
        key,
        split: null,
        before: namedImage(before),
        after: namedImage(after),
        captions: [],
        regions: (size) => {
          const { regions, outside } = regionsOn(near, size, place)
          if (outside > 0) {
            problems.warn(location, message('georeference.polygonsOutside', { count: outside }), key)
          }
          return regions
        },
      }
    }
  }
  if (placedCount === 0) {
    throw new ImportProblem('No pair of the project is georeferenced, so no polygon has a place in it.')
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
): { regions: ImportedRegion[]; outside: number } {
  const regions: ImportedRegion[] = []
  let outside = 0
  for (const { category, score, polygons: shape, toPixels } of polygons) {
    const rings = ringsOrNull(shape, (open) => toPixels(place, open))
    if (rings === null) {
      outside += 1
      continue
    }
    const mask = fillRings(rings, width, height)
    if (rleArea(mask) > 0) {
      regions.push({ category, mask, beforeMask: null, score, origin: 'imported' })
    }
  }
  return { regions, outside }
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
