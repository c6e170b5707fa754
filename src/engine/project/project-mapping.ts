import { DEFAULT_MAPPING, storedBands } from '../../domain/value-mapping'
import type { Bands, PairWindow, ValueMapping } from '../../domain/value-mapping'
import type { MetaTable } from '../../store/json'
import { getSetting, projectSettings, setSetting } from './project-settings'

/** The project's: what its models see by. The default where nobody has set one, or what is stored is damaged. */
export function getProjectMapping(meta: MetaTable): ValueMapping {
  try {
    return getSetting(meta, projectSettings.valueMapping)
  } catch {
    return DEFAULT_MAPPING
  }
}

export function setProjectWindow(meta: MetaTable, window: PairWindow | null): void {
  setSetting(meta, projectSettings.valueMapping, { ...getProjectMapping(meta), window })
}

export function setProjectBands(meta: MetaTable, bands: Bands | null): void {
  setSetting(meta, projectSettings.valueMapping, {
    ...getProjectMapping(meta),
    bands: storedBands(bands),
  })
}
