import { normalAt, uniformAt } from './random'

/** Fills a parameter: `seed` is the stream of its name. */
export type Initializer = (shape: readonly number[], seed: number) => Float32Array

export function filled(value: number): Initializer {
  return (shape) => new Float32Array(count(shape)).fill(value)
}

export function uniform(bound: number): Initializer {
  return (shape, seed) =>
    Float32Array.from({ length: count(shape) }, (_, index) => bound * (2 * uniformAt(seed, index) - 1))
}

export function normal(deviation: number): Initializer {
  return (shape, seed) =>
    Float32Array.from({ length: count(shape) }, (_, index) => deviation * normalAt(seed, index))
}

/** He et al. 2015, for a layer before a ReLU: deviation gain / sqrt(fan in). */
export function heNormal(fanIn: number, gain = Math.SQRT2): Initializer {
  return normal(gain / Math.sqrt(fanIn))
}

/** Glorot & Bengio 2010: bound gain * sqrt(6 / (fan in + fan out)). */
export function glorotUniform(fanIn: number, fanOut: number, gain = 1): Initializer {
  return uniform(gain * Math.sqrt(6 / (fanIn + fanOut)))
}

function count(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}
