import { add, trainingGraph } from '../../graph'
import type {
  BufferUpdate,
  Parameter,
  ParameterGroup,
  Tensor,
  TrainingGraph,
  TrainingMode,
} from '../../graph'
import { learner, learningGroups } from './learning'
import { isLowRank } from './low-rank'

/** First to see, then to speak as well. */
export const SEE_SPEAK_PHASES = [
  { name: 'see', share: 0.2 },
  { name: 'speak', share: 0.8 },
] as const
export type SeeSpeakPhase = (typeof SEE_SPEAK_PHASES)[number]['name']

export interface FamilyLoss {
  terms: Readonly<Record<string, Tensor>>
  mode: TrainingMode
  parameters: readonly Parameter[]
  batch: number
  /** Runs whose gradients make one update; `batch` is of one run. */
  accumulate: number
  /**
   * Parameters that learn only in some phases, by the beginning of their names. Every phase of a family names the
   * same ones, so that they all have the same state and a run goes from one to the next.
   */
  apart?: Readonly<Record<string, { prefixes: readonly string[]; learns: boolean }>>
  /** Whether the parameters of no such set learn in this phase. Default true. */
  restLearns?: boolean
}

/**
 * The sum of the terms as one training graph, by the optimiser that all families share. Of a model with low-rank
 * adapters these alone learn.
 */
export function familyTraining({
  terms,
  mode,
  parameters,
  batch,
  accumulate,
  apart = {},
  restLearns = true,
}: FamilyLoss): TrainingGraph {
  const kinds = learningGroups()
  const sets = Object.entries(apart).flatMap(([name, { prefixes, learns }]) => {
    const belongs = ({ source }: Parameter): boolean => prefixes.some((each) => source.name.startsWith(each))
    return kinds.map((group) => ({
      ...still(group, learns),
      name: `${name}-${group.name}`,
      matches: (parameter: Parameter) => belongs(parameter) && group.matches(parameter),
    }))
  })
  const isAdapted = parameters.some(({ source }) => isLowRank(source.name))
  return trainingGraph({
    loss: Object.values(terms).reduce((all, term) => add(all, term)),
    terms,
    parameters,
    updates: allBuffers(parameters, mode.updates),
    optimizer: learner,
    groups: [...sets, ...kinds.map((group) => still(group, restLearns))],
    ...(isAdapted && { frozen: (name: string) => !isLowRank(name) }),
    clip: 5,
    accumulate,
    sizes: { batch },
  })
}

function still(group: ParameterGroup, learns: boolean): ParameterGroup {
  return learns ? group : { ...group, rate: 0, decay: 0 }
}

/** Buffers that a phase does not touch keep their values, so that phases have the same state. */
function allBuffers(parameters: readonly Parameter[], updates: readonly BufferUpdate[]): BufferUpdate[] {
  return parameters
    .filter(({ source }) => !source.trainable)
    .map((buffer) => updates.find((update) => update.buffer === buffer) ?? { buffer, value: buffer })
}
