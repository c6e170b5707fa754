import { buildModel } from './build-model'
import type { BuildOptions } from './build-model'
import { flatInput, flatLayout, flatParts, joinParts } from './flat-layout'
import type { FlatLayout } from './flat-layout'
import { gradients } from './gradients'
import type { ModelSpec } from './onnx'
import { add, div, minimum, mul, sqrt, sub } from './ops/arithmetic'
import { reshape, zeros } from './ops/layout'
import { sum } from './ops/reduce'
import type { Optimizer, Group, GroupingOptions } from './optimizer'
import { trainableGroups, restLayouts } from './optimizer'
import type { BufferUpdate } from './parameters'
import { input } from './tensor'
import type { Tensor } from './tensor'

/** A vector that lives from step to step: a graph input, and the output `nextName` of it. */
export interface StateVector {
  name: string
  kind: 'values' | 'average' | 'gradient' | 'slot'
  layout: FlatLayout
}

/** The output that holds a state vector's new value. */
export function nextName(vector: string): string {
  return `next/${vector}`
}

interface StateOptions {
  optimizer: Optimizer
  average?: number
  accumulate?: number
}

/** The graph inputs behind the state, each made once. */
export class StateVectors {
  private readonly inputs = new Map<string, { tensor: Tensor; vector: StateVector }>()

  constructor(
    groups: readonly Group[],
    layouts: readonly FlatLayout[],
    { optimizer, average, accumulate = 1 }: StateOptions,
  ) {
    for (const layout of layouts) {
      this.add('values', 'values', layout)
    }
    for (const { layout } of groups) {
      for (const slot of optimizer.slots) {
        this.add(slot, 'slot', layout)
      }
      if (average !== undefined) {
        this.add('average', 'average', layout)
      }
      if (accumulate > 1) {
        this.add('gradient', 'gradient', layout)
      }
    }
  }

  get(prefix: string, { name }: FlatLayout): Tensor {
    const stored = this.inputs.get(`${prefix}/${name}`)
    if (stored === undefined) {
      throw new RangeError(`no state ${prefix}/${name}`)
    }
    return stored.tensor
  }

  list(): StateVector[] {
    return [...this.inputs.values()].map(({ vector }) => vector)
  }

  private add(prefix: string, kind: StateVector['kind'], layout: FlatLayout): void {
    const name = `${prefix}/${layout.name}`
    this.inputs.set(name, { tensor: flatInput(prefix, layout), vector: { name, kind, layout } })
  }
}

export interface TrainingOptions extends GroupingOptions {
  loss: Tensor
  /** Scalars that are reported with each step. */
  terms?: Readonly<Record<string, Tensor>>
  updates?: readonly BufferUpdate[]
  optimizer: Optimizer
  /** The greatest norm of all gradients together. */
  clip?: number
  /** Decay of an exponential moving average of the weights, such as 0.999. */
  average?: number
  /** Batches whose mean gradient makes one update. Default 1. */
  accumulate?: number
  /** Symbolic sizes that are known, such as `{ batch: 16 }`. */
  sizes?: Readonly<Record<string, number>>
}

/** Models for a training loop, and what they keep from one run to the next. */
export interface TrainingGraph {
  /** Forward, backward, and the update too where nothing is accumulated. */
  step: ModelSpec
  /** The update alone, after `accumulate` runs of `step`. */
  apply: ModelSpec | null
  accumulate: number
  state: readonly StateVector[]
  terms: readonly string[]
  optimizer: Optimizer
  layouts: readonly FlatLayout[]
}

export function trainingGraph(options: TrainingOptions): TrainingGraph {
  const { updates = [], terms = {}, optimizer, accumulate = 1, sizes = {} } = options
  const groups = trainableGroups(options)
  const buffers = flatLayout(
    'buffers',
    updates.map(({ buffer }) => buffer),
  )
  const layouts = [...groups.map(({ layout }) => layout), ...restLayouts(options, groups, buffers)]
  const vectors = new StateVectors(groups, layouts, options)
  const replace = new Map<Tensor, Tensor>(
    layouts.flatMap((layout) => [...flatParts(layout, vectors.get('values', layout))]),
  )
  const slopes = groupGradients(options.loss, groups)
  const forward = {
    loss: reshape(options.loss, []),
    ...prefixed('term/', terms),
    ...(updates.length > 0 && { [nextName('values/buffers')]: joinParts(updates.map(({ value }) => value)) }),
  }
  const common = { replace, sizes }
  return {
    ...(accumulate === 1
      ? fusedModels(forward, updateOutputs(options, groups, vectors, slopes), common)
      : accumulatingModels(forward, options, groups, vectors, slopes, common)),
    accumulate,
    state: vectors.list(),
    terms: Object.keys(terms),
    optimizer,
    layouts,
  }
}

type Models = Pick<TrainingGraph, 'step' | 'apply'>
type Outputs = Readonly<Record<string, Tensor>>
type Common = Pick<BuildOptions, 'replace' | 'sizes'>

function fusedModels(forward: Outputs, update: Outputs, common: Common): Models {
  return { step: buildModel({ ...forward, ...update }, { name: 'step', ...common }), apply: null }
}

function accumulatingModels(
  forward: Outputs,
  options: TrainingOptions,
  groups: readonly Group[],
  vectors: StateVectors,
  slopes: readonly Tensor[],
  common: Common,
): Models {
  const share = 1 / (options.accumulate ?? 1)
  const gathered = groups.map(({ layout }) => vectors.get('gradient', layout))
  const added = gathered.map((vector, index) => add(vector, mul(slopes[index], share)))
  const cleared = groups.map(({ layout }) => zeros([layout.length]))
  const update = updateOutputs(options, groups, vectors, gathered)
  return {
    step: buildModel({ ...forward, ...named('gradient', groups, added) }, { name: 'accumulate', ...common }),
    apply: buildModel({ ...update, ...named('gradient', groups, cleared) }, { name: 'apply', ...common }),
  }
}

function prefixed(prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, tensor]) => [`${prefix}${name}`, reshape(tensor, [])]),
  )
}

function named(kind: string, groups: readonly Group[], tensors: readonly Tensor[]): Record<string, Tensor> {
  return Object.fromEntries(
    groups.map(({ layout }, index) => [nextName(`${kind}/${layout.name}`), tensors[index]]),
  )
}

/** One vector for each group. One pass over the graph: another would double its backward nodes. */
function groupGradients(loss: Tensor, groups: readonly Group[]): Tensor[] {
  const parameters = groups.flatMap(({ layout }) => layout.entries.map(({ parameter }) => parameter))
  const parts = gradients(loss, parameters)
  let next = 0
  return groups.map(({ layout: { entries } }) => joinParts(parts.slice(next, (next += entries.length))))
}

function updateOutputs(
  { optimizer, clip, average }: TrainingOptions,
  groups: readonly Group[],
  vectors: StateVectors,
  slopes: readonly Tensor[],
): Record<string, Tensor> {
  const norm = sqrt(slopes.map((slope) => sum(mul(slope, slope))).reduce((a, b) => add(a, b)))
  const factor = clip === undefined ? null : minimum(div(clip, add(norm, 1e-6)), 1)
  const outputs: Record<string, Tensor> = { gradientNorm: norm }
  for (const [index, { layout, rate, decay, matrices }] of groups.entries()) {
    const values = vectors.get('values', layout)
    const updated = optimizer.update({
      values,
      gradient: factor === null ? slopes[index] : mul(slopes[index], factor),
      slots: optimizer.slots.map((slot) => vectors.get(slot, layout)),
      rate: rate === 1 ? rateInput : mul(rateInput, rate),
      decay,
      entries: layout.entries,
      matrices,
    })
    outputs[nextName(`values/${layout.name}`)] = updated.values
    for (const [at, slot] of optimizer.slots.entries()) {
      outputs[nextName(`${slot}/${layout.name}`)] = updated.slots[at]
    }
    if (average !== undefined) {
      const before = vectors.get('average', layout)
      outputs[nextName(`average/${layout.name}`)] = add(before, mul(sub(updated.values, before), 1 - average))
    }
  }
  return outputs
}

const rateInput = input('rate', [])

export interface EvaluationGraph {
  model: ModelSpec
  layouts: readonly FlatLayout[]
}

/** A model without training nodes that reads its parameters from the state of a training graph. */
export function evaluationGraph(
  outputs: Readonly<Record<string, Tensor>>,
  { layouts }: Pick<TrainingGraph, 'layouts'>,
  sizes: Readonly<Record<string, number>> = {},
): EvaluationGraph {
  const replace = new Map<Tensor, Tensor>(
    layouts.flatMap((layout) => [...flatParts(layout, flatInput('values', layout))]),
  )
  return { model: buildModel(outputs, { name: 'evaluate', replace, sizes }), layouts }
}
