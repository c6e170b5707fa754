import { create } from 'zustand'
import { trainingOptionsSchema } from '../../src/contract/training'
import type { AdvancedTraining, TrainingOptions, TrainingPlan } from '../../src/contract/training'

/** What the person has chosen for the next run; kept while the window is open. */
export const useTrainingOptions = create<TrainingOptions>()(() => trainingOptionsSchema.parse({}))

/** The next run, while it is on the screen. */
export const useNextRun = create<{
  /** As last counted; null where it was not. */
  plan: TrainingPlan | null
  isStarting: boolean
}>()(() => ({ plan: null, isStarting: false }))

export function setAdvanced(change: Partial<AdvancedTraining>): void {
  useTrainingOptions.setState(({ advanced }) => ({ advanced: { ...advanced, ...change } }))
}
