import { DEFAULT_MAPPING, mappingField, storedBands, valueMappingSchema } from '../domain/value-mapping'
import type { Bands, PairWindow, ValueMapping } from '../domain/value-mapping'
import type { Pair } from '../domain/pair'
import type { MetaTable } from '../store/json'
import type { OpenProject } from './open-project'
import { imageInside } from './pair-images'

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

/** What a person sees a pair by: its own window, else the project's. */
export function shownMapping(
  { store }: Pick<OpenProject, 'store'>,
  { window }: Pick<Pair, 'window'>,
): ValueMapping {
  const mapping = getProjectMapping(store.meta)
  return { ...mapping, window: window ?? mapping.window }
}

/** Files of a pair for a model, absolute. */
export interface FramePaths {
  before: string
  after: string
  /** The project's; absent for the default. */
  mapping?: ValueMapping
}

/** @throws ContractError `bad-image` if a file is gone or leads out of the folder */
export async function framesOf(
  { folder, store }: OpenProject,
  { before, after }: Pick<Pair, 'before' | 'after'>,
): Promise<FramePaths> {
  return {
    before: await imageInside(folder, before),
    after: await imageInside(folder, after),
    ...mappingField(getProjectMapping(store.meta)),
  }
}
