import type {
  TrainingRun,
  AdvancedTraining,
  TrainingOptions,
  TrainingPlan,
} from '../../src/contract/training'
import { engine } from '../engine'
import { promote, refreshModels } from '../models/commands'
import { titleOf } from '../models/spell'
import { text } from '../text/chosen'
import { inProject, useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { runningIn, storeRun, showRun, useRuns } from './runs'
import { create } from 'zustand'
import { trainingOptionsSchema } from '../../src/contract/training'

const words = text.training

/** Starts the run that is planned on the screen; nothing where there is none that can start. */
export async function startPlanned(): Promise<void> {
  const { plan, isStarting } = useNextRun.getState()
  const isOtherRunning = runningIn(useRuns.getState()) !== null
  if (plan?.canStart !== true || isOtherRunning || isStarting) {
    return
  }
  useNextRun.setState({ isStarting: true })
  const run = await attemptHere(engine.call('training.start', useTrainingOptions.getState()))
  useNextRun.setState({ isStarting: false })
  if (run !== null) {
    storeRun(run)
    showRun(run.id)
  }
}

export async function pauseRun({ id: runId }: TrainingRun): Promise<void> {
  storeIfAny(await attemptHere(engine.call('training.pause', { runId })))
}

export async function resumeRun({ id: runId }: TrainingRun): Promise<void> {
  storeIfAny(await attemptHere(engine.call('training.resume', { runId })))
}

export async function cancelRun({ id: runId }: TrainingRun): Promise<void> {
  storeIfAny(await attemptHere(engine.call('training.cancel', { runId })))
}

export async function forgetRun({ id: runId }: TrainingRun): Promise<void> {
  const runs = await attemptHere(engine.call('training.forget', { runId }))
  if (runs !== null) {
    useRuns.setState({ runs, shownId: null })
  }
}

/** Plans a new run with the options of this one. */
export function repeatRun({ options }: TrainingRun): void {
  useTrainingOptions.setState(options)
  showRun(null)
}

/** Promotes a model in the open folder, unless it proposes there already. */
export async function promoteModel(id: string): Promise<void> {
  const list = useEngineState.getState().models
  if (list !== null && list.inUse !== id) {
    await promote({ id, title: titleOf(list, id) }, 'project')
  }
}

export function keepPresentModel(title: string): void {
  notify('info', words.verdict.kept(title))
  void refreshModels()
}

/** As `attempt`; null also where another project is open by then: runs of the first are none of its own. */
async function attemptHere<T>(promise: Promise<T>): Promise<T | null> {
  const { storePath } = inProject()
  const answer = await attempt(promise)
  return inProject().storePath === storePath ? answer : null
}

function storeIfAny(run: TrainingRun | null): void {
  if (run !== null) {
    storeRun(run)
  }
}

/** Options that the user has chosen for the next run; kept while the window is open. */
export const useTrainingOptions = create<TrainingOptions>()(() => trainingOptionsSchema.parse({}))

/** The next run, while it is on the screen. */
export const useNextRun = create<{
  /** The last count; null if there is none. */
  plan: TrainingPlan | null
  isStarting: boolean
}>()(() => ({ plan: null, isStarting: false }))

export function setAdvanced(change: Partial<AdvancedTraining>): void {
  useTrainingOptions.setState(({ advanced }) => ({ advanced: { ...advanced, ...change } }))
}
