import { mappingField } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import type { Pair } from '../../domain/pair'
import type { OpenProject } from '../project/open-project'
import { imageInside } from './pair-images'
import { getProjectMapping } from '../project/project-mapping'

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
export async function framePathsOf(
  { folder, store }: Pick<OpenProject, 'folder' | 'store'>,
  { before, after }: Pick<Pair, 'before' | 'after'>,
): Promise<FramePaths> {
  return {
    before: await imageInside(folder, before),
    after: await imageInside(folder, after),
    ...mappingField(getProjectMapping(store.meta)),
  }
}
