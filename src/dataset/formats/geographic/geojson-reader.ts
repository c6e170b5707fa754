import { z } from 'zod'
import { entriesOf } from '../../import/captions-list'
import type { FormatReader } from '../../import/item'
import { ImportProblem } from '../../import/problems'
import type { Source } from '../../import/source'
import { pairEntrySchema } from '../pair-entry'
import { changeSchema } from './changes'
import { crsOfGeoJson, toPixelsFrom } from './map-coordinates'
import type { MapPolygons } from './map-polygons'
import { itemsOf } from './reading'
import type { ReadChange } from './reading'

export const GEOJSON_FILE = 'changes.geojson'

const position = z.array(z.number()).min(2)
const rings = z.array(z.array(position).min(3))

/** Polygons alone: other geometries have no pixels. */
export const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
])

const featureSchema = z.object({ properties: changeSchema, geometry: geometrySchema.nullable() })

export const geoJsonReader: FormatReader = {
  async fits(source) {
    const file = await listFile(source)
    const value = file === null ? null : ((await source.json(file)).value as { pairs?: unknown } | null)
    return Array.isArray(value?.pairs)
  },
  async *read(context) {
    const { source, problems } = context
    const file = await listFile(source)
    if (file === null) {
      throw new ImportProblem(`There is no ${GEOJSON_FILE}.`)
    }
    const json = await source.json(file)
    const lists = (json.value ?? {}) as Record<string, unknown>
    const list = (name: string): { value: unknown; name: string } => ({ value: lists[name], name })
    const toPixels = toPixelsFrom(await crsOfGeoJson(json.value))
    const changes: ReadChange[] = []
    for (const { entry, location } of entriesOf(json, file, featureSchema, problems, list('features'))) {
      const polygons = entry.geometry === null ? null : polygonsOf(entry.geometry)
      changes.push({ ...entry.properties, polygons, toPixels, location })
    }
    const entries = [...entriesOf(json, file, pairEntrySchema, problems, list('pairs'))]
    yield* itemsOf(entries, changes, context)
  },
}

async function listFile(source: Source): Promise<string | null> {
  const { onlyFile } = source
  return onlyFile !== null && /\.geojson$/i.test(onlyFile) ? onlyFile : source.firstOf([GEOJSON_FILE])
}

export function polygonsOf(geometry: z.output<typeof geometrySchema>): MapPolygons {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}
