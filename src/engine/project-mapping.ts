import { DEFAULT_MAPPING, storedBands, valueMappingSchema } from '../domain/value-mapping'
import type { Bands, PairWindow, ValueMapping } from '../domain/value-mapping'
import type { MetaTable } from '../store/json'

const META_NAME = 'value-mapping'

/** The project's: what its models see by. The default where nobody has set one, or what is stored is damaged. */
export function getProjectMapping(meta: MetaTable): ValueMapping {
  try {
    return valueMappingSchema.parse(JSON.parse(meta.get(META_NAME) ?? 'null'))
  } catch {
    return DEFAULT_MAPPING
  }
}

export function setProjectWindow(meta: MetaTable, window: PairWindow | null): void {
  meta.set(META_NAME, JSON.stringify({ ...getProjectMapping(meta), window }))
}

export function setProjectBands(meta: MetaTable, bands: Bands | null): void {
  meta.set(META_NAME, JSON.stringify({ ...getProjectMapping(meta), bands: storedBands(bands) }))
}
