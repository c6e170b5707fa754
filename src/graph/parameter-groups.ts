import { flatLayout } from './flat-layout'
import type { FlatLayout } from './flat-layout'
import type { Parameter } from './tensor'

export interface ParameterGroup {
  name: string
  /** A parameter belongs to the first group that takes it. */
  matches: (parameter: Parameter) => boolean
  /** Multiplies the learning rate. Default 1. */
  rate?: number
  /** Weight decay. Default 0. */
  decay?: number
  /** For optimisers that treat matrices as such. Default false. */
  matrices?: boolean
}

/** The parameters of a model, and the groups that are trained differently. */
export interface GroupingOptions {
  /** Every parameter and buffer that the model reads. */
  parameters: readonly Parameter[]
  /** Default: `decayGroups(0)`. */
  groups?: readonly ParameterGroup[]
  /** These keep their values. */
  frozen?: (name: string) => boolean
}

/** Decay for matrices and kernels, none for biases, scales and other vectors. */
export function decayGroups(decay: number): ParameterGroup[] {
  return [
    { name: 'weights', matches: ({ shape }) => shape.length > 1, decay },
    { name: 'vectors', matches: () => true },
  ]
}

/** Parameters that are updated together, as one vector. */
export interface Group {
  layout: FlatLayout
  rate: number
  decay: number
  matrices: boolean
}

/** @throws RangeError where nothing is trainable, or a trainable parameter belongs to no group */
export function trainableGroups({
  parameters,
  groups = decayGroups(0),
  frozen = () => false,
}: GroupingOptions): Group[] {
  const trained = parameters.filter(({ source }) => source.trainable && !frozen(source.name))
  if (trained.length === 0) {
    throw new RangeError('there is nothing to learn: every parameter is frozen')
  }
  const members = new Map<ParameterGroup, Parameter[]>(groups.map((group) => [group, []]))
  for (const parameter of trained) {
    const group = groups.find(({ matches }) => matches(parameter))
    if (group === undefined) {
      throw new RangeError(`no group takes parameter ${parameter.source.name}`)
    }
    members.get(group)?.push(parameter)
  }
  return [...members]
    .filter(([, own]) => own.length > 0)
    .map(([{ name, rate = 1, decay = 0, matrices = false }, own]) => ({
      layout: flatLayout(name, own),
      rate,
      decay,
      matrices,
    }))
}

/** Buffers that the step changes, and what it only reads. */
export function restLayouts(
  { parameters }: GroupingOptions,
  groups: readonly Group[],
  buffers: FlatLayout,
): FlatLayout[] {
  const updated = new Set(
    [...groups.map(({ layout }) => layout), buffers].flatMap(({ entries }) =>
      entries.map(({ parameter }) => parameter),
    ),
  )
  const frozen = flatLayout(
    'frozen',
    parameters.filter((parameter) => !updated.has(parameter)),
  )
  return [buffers, frozen].filter(({ length }) => length > 0)
}
