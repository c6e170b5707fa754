import type { TrainingOptions, TrainingRun } from '../../contract/training'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import type { FineTuneJob } from '../../training/run-folder'
import { unusedId, usedIds } from '../../packages/deleted-packages'
import type { PackageFolders } from '../../packages/list-packages'
import type { TrainingJob } from '../../queue/training-job'
import type { ProjectStore } from '../../store/project-store'
import type { Promotions } from '../models/promotions'
import { message } from '../../messages/message'

export interface NewRun {
  /** Absent: a new one. */
  readonly id?: string
  readonly options: TrainingOptions
  readonly items: readonly CorrectedPair[]
  readonly fromId: string
  readonly job: Omit<FineTuneJob, 'options'>
  /** Pairs on both sides, where a worker gathers them; absent: those of `items`. */
  readonly sides?: { readonly train: number; readonly heldOut: number }
  /** What a worker is asked for. */
  readonly asked?: Omit<TrainingJob, 'run'>
  /** Before the run is launched; where it throws, there is no run. */
  readonly onCreated?: () => void
}

/** Its record before it begins. */
export function newRun(id: string, { options, items, fromId, sides }: NewRun): TrainingRun {
  const held = items.filter(({ isHeldOut }) => isHeldOut).length
  const { train, heldOut } = sides ?? { train: items.length - held, heldOut: held }
  return {
    id,
    createdAt: Date.now(),
    options,
    from: fromId,
    state: 'running',
    phase: 'preparing',
    message: message('training.starting'),
    train,
    heldOut,
    step: 0,
    steps: 0,
    secondsSpent: 0,
    secondsLeft: null,
    failure: null,
    model: null,
    verdict: null,
  }
}

export interface ModelIdSources {
  readonly folders: PackageFolders
  readonly store: Pick<ProjectStore, 'proposals'>
  readonly promotions: Promotions
  /** Ids that are reserved for unfinished runs. */
  readonly reserved: readonly string[]
}

/**
 * The id of a new model, after the project, and the ids that it may not have: those that are taken or reserved, and
 * those that a promotion or a proposal names, as these would count as the new model's.
 */
export async function newModelId(
  project: string,
  { folders, store, promotions, reserved }: ModelIdSources,
): Promise<{ id: string; taken: string[] }> {
  const promoted = [promotions.inProject(isAny), promotions.everywhere(isAny)].flatMap(
    (listed) => listed?.history ?? [],
  )
  const named = [...promoted.flatMap(({ id }) => id ?? []), ...store.proposals.proposers()]
  const taken = new Set([...named, ...reserved, ...(await usedIds(folders))])
  const plain = project
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return { id: unusedId(plain === '' ? 'model' : plain, taken), taken: [...taken] }
}

function isAny(): boolean {
  return true
}
