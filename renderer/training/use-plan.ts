import type { TrainingPlan } from '../../src/contract/training'
import { engine } from '../engine'
import { useLive } from '../ui/live'
import { useAsked } from '../ui/use-asked'
import { useTrainingOptions } from './options'

export type AskedPlan = ReturnType<typeof useAsked<TrainingPlan>>

const settleMilliseconds = 250

/** Whether the states that are chosen can hold a pair at all. */
export function useHasPairs(): boolean {
  const reviewed = useLive(({ project }) =>
    project === null ? 0 : project.pairCount - project.counts.unreviewed,
  )
  return useTrainingOptions((options) => options.states.includes('unreviewed')) || reviewed > 0
}

/** What the present choice would learn from, counted anew when the choice, the reviews or the models change. */
export function usePlan(): AskedPlan {
  const options = useTrainingOptions()
  const counts = useLive(({ project }) => project?.counts)
  const inUse = useLive(({ models }) => models?.inUse)
  const key = options.states.length === 0 ? null : JSON.stringify([options, counts, inUse])
  return useAsked(key, () => engine.call('training.preview', options), settleMilliseconds)
}
