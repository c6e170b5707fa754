import { DEFAULT_NAME_SETTINGS } from '../../contract/names'
import type { OpenProject } from '../open-project'
import type { ProviderChoice } from '../providers'
import type { WorkerLane } from '../worker-lane'
import { NameExamples } from './name-examples'
import { Naming } from './naming'

/** Names nothing: there is no detector. */
export function noNaming(
  { store }: OpenProject,
  { lane, providers }: { lane: WorkerLane; providers: ProviderChoice },
): Naming {
  return new Naming(
    { lane, providers, detector: null, settings: () => DEFAULT_NAME_SETTINGS, words: () => ({}) },
    new NameExamples(store.nameExamples, () => null),
  )
}
