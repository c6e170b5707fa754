import { add, div, mul, sqrt, sub } from './ops/arithmetic'
import type { FlatEntry } from './flat-layout'
import { input } from './tensor'
import type { Tensor } from './tensor'

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

export interface SgdOptions {
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
