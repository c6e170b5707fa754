import type { TrainingPlan } from '../../src/contract/training'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import { useTrainingOptions } from './options'

export type PlanQuery = ReturnType<typeof useQuery<TrainingPlan>>

const settleMilliseconds = 250

/** Whether the states that are chosen can hold a pair at all. */
export function useHasPairs(): boolean {
  const reviewed = useEngineState(({ project }) =>
    project === null ? 0 : project.pairCount - project.counts.unreviewed,
  )
  return useTrainingOptions((options) => options.states.includes('unreviewed')) || reviewed > 0
}

/** The pairs that the present choice would train on, counted anew when the choice, the reviews or the models change. */
export function usePlan(): PlanQuery {
  const options = useTrainingOptions()
  const counts = useEngineState(({ project }) => project?.counts)
  const inUse = useEngineState(({ models }) => models?.inUse)
  const key = options.states.length === 0 ? null : JSON.stringify([options, counts, inUse])
  return useQuery(key, () => engine.call('training.preview', options), settleMilliseconds)
}
