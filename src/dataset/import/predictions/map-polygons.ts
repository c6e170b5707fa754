import { z } from 'zod'
import { entriesOf } from '../captions-list'
import type { FormatReader, ReadContext } from '../item'
import { ImportProblem } from '../problems'
import type { SourceLocation } from '../problems'
import { shown } from '../source'
import type { Source } from '../source'
import { converterOf } from '../../../georeference/ground'
import type { Converter } from '../../../georeference/ground'
import type { Crs } from '../../../georeference/crs'
import { geometrySchema, polygonsOf } from '../../formats/geographic/geojson-reader'
import { crsOfLayer, layersOf, withGeoPackage } from '../../formats/geographic/geopackage-reader'
import { decodeGeometry } from '../../formats/geographic/gpkg-geometry'
import { crsOfGeoJson, toPixelsFrom } from '../../formats/geographic/map-coordinates'
import type { ToPixels } from '../../formats/geographic/map-coordinates'
import type { MapPolygons } from '../../formats/geographic/map-polygons'
import { boxOf } from './place-index'
import { itemsOn } from './polygon-items'
import type { MapPolygon } from './polygon-items'

/** Columns that name the kind of a thing, the first that is there. Upper case too. */
const CATEGORY_FIELDS = ['category', 'class', 'name', 'label']

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
    yield* itemsOn(polygons, { file, line: null }, { ...context, project })
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
  return [...entriesOf(json, file, featureSchema, problems, list)].flatMap(({ entry, location, index }) => {
    const polygons = entry.geometry === null ? [] : polygonsOf(entry.geometry)
    const fields = entry.properties ?? {}
    const name = `feature ${index + 1}`
    return polygonOf(polygons, fields, { converter, toPixels, name, location }, () =>
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
      const name = shown(`${layer.table}: row ${String(fields['fid'])}`)
      try {
        const polygons = geometry === null ? [] : decodeGeometry(geometry)
        found.push(
          ...polygonOf(polygons, fields, { converter, toPixels, name, location }, () =>
            problems.error(location, 'A corner has no longitude and latitude.', layer.table),
          ),
        )
      } catch (error) {
        problems.leaveOut(error, location, name)
      }
    }
  }
  return found
}

/** Empty for one without a corner. */
function polygonOf(
  polygons: MapPolygons,
  fields: Readonly<Record<string, unknown>>,
  { converter, ...origin }: Origin,
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
  return [{ ...origin, category: categoryOf(fields), score: isScore ? score : null, polygons, box }]
}

/** Where a polygon comes from. */
interface Origin {
  converter: Converter
  toPixels: ToPixels
  name: string
  location: SourceLocation
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
