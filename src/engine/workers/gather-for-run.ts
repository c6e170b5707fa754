import { ContractError, toFailure } from '../../contract/errors'
import { packageFolders } from '../../packages/list-packages'
import type { TrainingJob } from '../../queue/training-job'
import type { ProjectStore } from '../../store/project-store'
import { readItems } from '../../training/run-folder'
import type { EngineState } from '../engine-state'
import type { NewRun } from '../training/new-run'
import { requireFrom, trainerJob } from '../training/start-run'
import { gatherTrainingData, saveSplit } from '../training/training-data'
import { holdPairs } from './hold-images'
import type { WorkerImages } from './pair-folder'

/** A run that no worker can do: there is too little to learn from, say. */
export class Unfit extends ContractError {
  override name = 'Unfit'
}

interface Sources {
  state: EngineState
  store: ProjectStore
  images: WorkerImages
  /** For the model that is made. */
  models: string
  cacheFolder: string
}

/**
 * A run of the pairs that the job selects, as they are now. Their images are held from then on.
 * @throws Unfit; ContractError `unavailable` where images cannot be had here; the reason of `signal`
 */
export async function gatherForRun(
  { state, store, images, models, cacheFolder }: Sources,
  job: TrainingJob,
  signal: AbortSignal,
): Promise<NewRun> {
  const { options, from, run, model, data: name } = job
  const chosen = { states: options.states, search: options.search, hasProblem: null }
  const folder = await holdPairs(
    { store, images, folder: job.folder },
    store.pairs.find(chosen, 'key'),
    signal,
  )
  const project = { folder, store, cacheFolder }
  const { modelsFolder, userFolder } = state.options
  const data = await gatherTrainingData(
    {
      project,
      lane: state.lanes.training,
      packages: packageFolders(modelsFolder, userFolder),
      inUse: from.name,
      secondsPerStep: () => null,
      signal,
    },
    options,
  )
  signal.throwIfAborted()
  return {
    id: run,
    // here it is no run of a worker but one of this machine
    options: { ...options, on: 'here' },
    items: data.items,
    fromId: from.name,
    job: await trainerJob(state, fitFrom(data), { ...model, data: name, models }),
    onCreated: () => saveSplit(project, data),
  }
}

function fitFrom(data: Parameters<typeof requireFrom>[0]): ReturnType<typeof requireFrom> {
  try {
    return requireFrom(data)
  } catch (error) {
    throw new Unfit(toFailure(error))
  }
}

/** The images of a run that has begun, whose folder is `run`. @throws ContractError `unavailable` */
export async function holdAll(
  { run, ...held }: Parameters<typeof holdPairs>[0] & { run: string },
  signal: AbortSignal,
): Promise<void> {
  const ids = readItems(run).map(({ pairId }) => pairId)
  await holdPairs(held, ids, signal)
}
