import type { Initializer } from './initializers'
import { streamSeed } from './random'
import { makeParameter } from './tensor'
import type { Parameter, Tensor } from './tensor'

/** A new value for a buffer after a training step, such as a running mean. */
export interface BufferUpdate {
  buffer: Parameter
  value: Tensor
}

export interface ParametersOptions {
  /** Whether the tensor of this name is stored but not trained, whatever its layer requests. Default: none is. */
  isFrozen?: (name: string) => boolean
  /** Whether older models lack all parameters that are added here. Default: false. */
  isLater?: boolean
}

/**
 * The named parameters of a model, in the order of their creation. `scope('block')` gives a view
 * whose names begin with `block.`; layers take such a view and are functions afterwards.
 */
export class Parameters {
  private constructor(
    private readonly prefix: string,
    private readonly all: Map<string, Parameter>,
    private readonly options: ParametersOptions,
  ) {}

  static create(options: ParametersOptions = {}): Parameters {
    return new Parameters('', new Map(), options)
  }

  scope(name: string | number): Parameters {
    return new Parameters(`${this.prefix}${name}.`, this.all, this.options)
  }

  /** A view for a part that came to a model which people have already, and that does nothing with its first values. */
  later(): Parameters {
    return new Parameters(this.prefix, this.all, { ...this.options, isLater: true })
  }

  /** A trainable tensor. Throws where the name is in use. */
  weight(name: string, shape: readonly number[], initializer: Initializer): Tensor {
    return this.add(name, shape, initializer, true)
  }

  /** A tensor that is stored with the model but not trained. */
  buffer(name: string, shape: readonly number[], initializer: Initializer): Parameter {
    return this.add(name, shape, initializer, false)
  }

  /** Whether `weight` creates a trainable tensor of this name. */
  isTrainable(name: string): boolean {
    return this.options.isFrozen?.(`${this.prefix}${name}`) !== true
  }

  /** Every parameter and buffer of the whole model. */
  list(): readonly Parameter[] {
    return [...this.all.values()]
  }

  private add(
    name: string,
    shape: readonly number[],
    initializer: Initializer,
    trainable: boolean,
  ): Parameter {
    const full = `${this.prefix}${name}`
    if (this.all.has(full)) {
      throw new RangeError(`two parameters are named ${full}`)
    }
    const isTrained = trainable && this.isTrainable(name)
    const parameter = makeParameter(full, shape, initializer, isTrained, this.options.isLater)
    this.all.set(full, parameter)
    return parameter
  }
}

/** First values; each parameter draws from a stream of its own name, whatever the others are. */
export function initialValues(parameters: readonly Parameter[], seed: number): Map<string, Float32Array> {
  return new Map(
    parameters.map(({ shape, source }) => [
      source.name,
      source.initializer(shape, streamSeed(seed, source.name)),
    ]),
  )
}

export function countValues(parameters: readonly Parameter[]): number {
  return parameters.reduce((total, { shape }) => total + shape.reduce((size, side) => size * side, 1), 0)
}
