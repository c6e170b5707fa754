import { flatInput } from './flat-layout'
import type { FlatLayout } from './flat-layout'
import type { Optimizer } from './optimizer'
import type { Group } from './parameter-groups'
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
    for (const layout of layouts) this.add('values', 'values', layout)
    for (const { layout } of groups) {
      for (const slot of optimizer.slots) this.add(slot, 'slot', layout)
      if (average !== undefined) this.add('average', 'average', layout)
      if (accumulate > 1) this.add('gradient', 'gradient', layout)
    }
  }

  get(prefix: string, { name }: FlatLayout): Tensor {
    const found = this.inputs.get(`${prefix}/${name}`)
    if (found === undefined) throw new RangeError(`no state ${prefix}/${name}`)
    return found.tensor
  }

  list(): StateVector[] {
    return [...this.inputs.values()].map(({ vector }) => vector)
  }

  private add(prefix: string, kind: StateVector['kind'], layout: FlatLayout): void {
    const name = `${prefix}/${layout.name}`
    this.inputs.set(name, { tensor: flatInput(prefix, layout), vector: { name, kind, layout } })
  }
}
