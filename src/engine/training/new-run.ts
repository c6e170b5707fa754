import type { TrainingOptions, TrainingRun } from '../../contract/training'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import type { FineTuneJob } from '../../training/run-folder'

export interface NewRun {
  readonly options: TrainingOptions
  readonly items: readonly CorrectedPair[]
  readonly fromId: string
  readonly job: Omit<FineTuneJob, 'options'>
  /** Before the run is launched; where it throws, there is no run. */
  readonly onCreated?: () => void
}

/** Its record before it begins. */
export function newRun(id: string, { options, items, fromId }: NewRun): TrainingRun {
  const heldOut = items.filter(({ isHeldOut }) => isHeldOut).length
  return {
    id,
    createdAt: Date.now(),
    options,
    from: fromId,
    state: 'running',
    phase: 'preparing',
    message: 'Starting',
    train: items.length - heldOut,
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
