import { create } from 'zustand'
import { trainingOptionsSchema } from '../../src/contract/training'
import type { AdvancedTraining, TrainingOptions } from '../../src/contract/training'

/** What the person has chosen for the next run; kept while the window is open. */
export const useTrainingOptions = create<TrainingOptions>()(() => trainingOptionsSchema.parse({}))

export function setAdvanced(change: Partial<AdvancedTraining>): void {
  useTrainingOptions.setState(({ advanced }) => ({ advanced: { ...advanced, ...change } }))
}
