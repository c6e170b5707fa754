import { add, div, mul, sqrt, sub } from './ops/arithmetic'
import type { FlatEntry, FlatLayout } from './flat-layout'
import { input } from './tensor'
import type { Tensor, Parameter } from './tensor'
import { flatLayout } from './flat-layout'

/**
 * An optimiser as graph nodes over one flat vector of values. Its own figures (`slots`) are vectors
 * of the same length; what depends on the step alone comes in as scalars computed by the host.
 */
export interface Optimizer {
  readonly slots: readonly string[]
  readonly update: (group: GroupState) => GroupUpdate
  /** Scalar inputs for step `step`, counted from 1. */
  readonly scalars: (step: number) => Readonly<Record<string, number>>
}

export interface GroupState {
  values: Tensor
  gradient: Tensor
  slots: readonly Tensor[]
  /** Learning rate, scalar. */
  rate: Tensor
  /** Weight decay. */
  decay: number
  /** Where each parameter lies in the vector. */
  entries: readonly FlatEntry[]
  /** All are matrices or kernels of layers between layers. */
  matrices: boolean
}

export interface GroupUpdate {
  values: Tensor
  slots: readonly Tensor[]
}

export interface AdamWOptions {
  /** Default [0.9, 0.999]. */
  betas?: readonly [number, number]
  /** Default 1e-8. */
  epsilon?: number
}

/** Adam with decoupled weight decay (Loshchilov & Hutter 2019, algorithm 2), as PyTorch orders it. */
export function adamW({
  betas: [beta1, beta2] = [0.9, 0.999],
  epsilon = 1e-8,
}: AdamWOptions = {}): Optimizer {
  return {
    slots: ['first', 'second'],
    scalars: (step) => ({
      'adam/first': 1 / (1 - beta1 ** step),
      'adam/second': 1 / Math.sqrt(1 - beta2 ** step),
    }),
    update: ({ values, gradient, slots: [first, second], rate, decay }) => {
      const mean = add(mul(first, beta1), mul(gradient, 1 - beta1))
      const square = add(mul(second, beta2), mul(mul(gradient, gradient), 1 - beta2))
      const deviation = add(mul(sqrt(square), input('adam/second', [])), epsilon)
      const change = mul(div(mean, deviation), mul(rate, input('adam/first', [])))
      return { values: sub(decayed(values, rate, decay), change), slots: [mean, square] }
    },
  }
}

interface SgdOptions {
  /** Default 0. */
  momentum?: number
  nesterov?: boolean
}

/** Stochastic gradient descent; decay is added to the gradient, as PyTorch does. */
export function sgd({ momentum = 0, nesterov = false }: SgdOptions = {}): Optimizer {
  return {
    slots: momentum === 0 ? [] : ['momentum'],
    scalars: () => ({}),
    update: ({ values, gradient, slots: [velocity], rate, decay }) => {
      const slope = decay === 0 ? gradient : add(gradient, mul(values, decay))
      if (momentum === 0) {
        return { values: sub(values, mul(slope, rate)), slots: [] }
      }
      const next = add(mul(velocity, momentum), slope)
      const direction = nesterov ? add(slope, mul(next, momentum)) : next
      return { values: sub(values, mul(direction, rate)), slots: [next] }
    },
  }
}

function decayed(values: Tensor, rate: Tensor, decay: number): Tensor {
  return decay === 0 ? values : mul(values, sub(1, mul(rate, decay)))
}

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

/** The learning rate at a step, counted from 0. */
export type Schedule = (step: number) => number

/** Linear from rate / steps to the rate of the schedule that follows, which counts from its own start. */
export function withWarmUp(steps: number, schedule: Schedule): Schedule {
  return (step) => (step < steps ? (schedule(0) * (step + 1)) / steps : schedule(step - steps))
}

/** Half a cosine from `rate` to `rate * floor` (Loshchilov & Hutter 2017), and flat from there on. */
export function cosineRate(rate: number, steps: number, floor = 0): Schedule {
  return (step) => {
    const progress = Math.min(1, step / Math.max(1, steps))
    return rate * (floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * progress)))
  }
}
