import { add, trainingGraph, decayGroups, muon } from '../../graph/index'
import type {
  BufferUpdate,
  Parameter,
  ParameterGroup,
  Tensor,
  TrainingGraph,
  TrainingMode,
} from '../../graph/index'

/** The optimiser that all families share. */
export const optimizer = muon({ betas: [0.9, 0.99] })

const DECAY = 0.02
/**
 * Learning rate of matrices over that of all else. From nothing, 6,400 views of a pair in CCRC's graph: 4 reached the
 * loss that AdamW reaches after 12,000, and 8 was ahead of 4.
 */
const MATRIX_RATE = 8
/** A matrix of fewer rows or columns reads out a few figures, or is a low-rank part. */
const MIN_MATRIX_SIDE = 16

/** Matrices, what else decays, and vectors. */
export function parameterGroups(): [ParameterGroup, ParameterGroup, ParameterGroup] {
  const [weights, vectors] = decayGroups(DECAY)
  return [
    { name: 'matrices', matches: isMatrix, decay: DECAY, rate: MATRIX_RATE, matrices: true },
    weights,
    vectors,
  ]
}

/** Whether it stands between layers: tables of words and places and what chooses words are not of the kind. */
function isMatrix({ shape, source: { name } }: Parameter): boolean {
  const length = shape.reduce((product, size) => product * size, 1)
  return (
    shape.length > 1 &&
    name.endsWith('.weight') &&
    !/(^|\.)(words|caption\.output)\.weight$/.test(name) &&
    Math.min(shape[0], length / shape[0]) >= MIN_MATRIX_SIDE
  )
}

/** First the encoder and its masks, then the caption decoder as well. */
export const ENCODE_DECODE_PHASES = [
  { name: 'encode', share: 0.2 },
  { name: 'decode', share: 0.8 },
] as const
export type EncodeDecodePhase = (typeof ENCODE_DECODE_PHASES)[number]['name']

export interface FamilyLoss {
  terms: Readonly<Record<string, Tensor>>
  mode: TrainingMode
  parameters: readonly Parameter[]
  batch: number
  /** Runs whose gradients make one update; `batch` is of one run. */
  accumulate: number
  /**
   * Parameters that are trained only in some phases, by the beginning of their names. Every phase of a family names the
   * same ones, so that they all have the same state and a run goes from one to the next.
   */
  parameterSets?: Readonly<Record<string, { prefixes: readonly string[]; isTrained: boolean }>>
  /** Whether the parameters of no such set are trained in this phase. Default true. */
  trainsOthers?: boolean
}

/** The sum of the terms as one training graph, by the optimiser that all families share. */
export function familyTraining({
  terms,
  mode,
  parameters,
  batch,
  accumulate,
  parameterSets = {},
  trainsOthers = true,
}: FamilyLoss): TrainingGraph {
  const kinds = parameterGroups()
  const sets = Object.entries(parameterSets).flatMap(([name, { prefixes, isTrained }]) => {
    const belongs = ({ source }: Parameter): boolean => prefixes.some((each) => source.name.startsWith(each))
    return kinds.map((group) => ({
      ...trainedIf(group, isTrained),
      name: `${name}-${group.name}`,
      matches: (parameter: Parameter) => belongs(parameter) && group.matches(parameter),
    }))
  })
  return trainingGraph({
    loss: Object.values(terms).reduce((all, term) => add(all, term)),
    terms,
    parameters,
    updates: allBuffers(parameters, mode.updates),
    optimizer,
    groups: [...sets, ...kinds.map((group) => trainedIf(group, trainsOthers))],
    clip: 5,
    accumulate,
    sizes: { batch },
  })
}

function trainedIf(group: ParameterGroup, isTrained: boolean): ParameterGroup {
  return isTrained ? group : { ...group, rate: 0, decay: 0 }
}

/** Buffers that a phase does not touch keep their values, so that phases have the same state. */
function allBuffers(parameters: readonly Parameter[], updates: readonly BufferUpdate[]): BufferUpdate[] {
  return parameters
    .filter(({ source }) => !source.trainable)
    .map((buffer) => updates.find((update) => update.buffer === buffer) ?? { buffer, value: buffer })
}
