import { filled, glorotUniform, normal, heNormal } from '../initializers'
import type { Initializer } from '../initializers'
import type { Parameters } from '../parameters'
import { embedding } from '../ops/slicing'
import { linear as linearOp } from '../ops/matmul'
import type { Tensor, Operand, Parameter } from '../tensor'
import { conv2d as convOp, convTranspose2d as transposeOp } from '../ops/convolution'
import type { ConvOptions, ConvTransposeOptions } from '../ops/convolution'
import type { Mode } from '../mode'
import { add, div, mul, sub } from '../ops/arithmetic'
import {
  batchNorm as batchNormOp,
  batchNormFrozen,
  groupNorm as groupNormOp,
  layerNorm as layerNormOp,
} from '../ops/normalize'
import type { Affine, Moments } from '../ops/normalize'
import { countAlong } from '../ops/reduce'

export type Layer = (x: Tensor) => Tensor

export interface LinearOptions {
  bias?: boolean
  /** First value of the bias. Default 0. */
  start?: number
  initializer?: Initializer
}

/** x [..., inputs] -> [..., outputs]. Weight: [inputs, outputs]. */
export function linear(
  parameters: Parameters,
  inputs: number,
  outputs: number,
  { bias = true, start = 0, initializer = glorotUniform(inputs, outputs) }: LinearOptions = {},
): Layer {
  const weight = parameters.weight('weight', [inputs, outputs], initializer)
  const offset = bias ? parameters.weight('bias', [outputs], filled(start)) : null
  return (x) => linearOp(x, weight, offset)
}

export interface Embedding {
  /** [rows, features], for weights tied to the output. */
  table: Tensor
  /** int64 [...] -> [..., features] */
  lookup: (indices: Tensor) => Tensor
}

export function embeddingTable(
  parameters: Parameters,
  rows: number,
  features: number,
  initializer: Initializer = normal(0.02),
): Embedding {
  const table = parameters.weight('weight', [rows, features], initializer)
  return { table, lookup: (indices) => embedding(table, indices) }
}

export interface ConvLayerOptions extends ConvOptions {
  /** Default true; false before a normalisation. */
  bias?: boolean
  /** First value of the bias. Default 0. */
  start?: number
  initializer?: Initializer
}

/** x [n, inputs, h, w] -> [n, outputs, h', w']; `padding` defaults to the same size at stride 1. */
export function conv2d(
  parameters: Parameters,
  inputs: number,
  outputs: number,
  kernel: number,
  { bias = true, start = 0, initializer, ...options }: ConvLayerOptions = {},
): Layer {
  const perGroup = inputs / (options.groups ?? 1)
  const first = initializer ?? heNormal(perGroup * kernel * kernel)
  const weight = parameters.weight('weight', [outputs, perGroup, kernel, kernel], first)
  const offset = bias ? parameters.weight('bias', [outputs], filled(start)) : null
  const padding = options.padding ?? Math.floor(((options.dilation ?? 1) * (kernel - 1)) / 2)
  return (x) => convOp(x, weight, offset, { ...options, padding })
}

export interface ConvTransposeLayerOptions extends ConvTransposeOptions {
  bias?: boolean
  initializer?: Initializer
}

/** x [n, inputs, h, w]; weight [inputs, outputs / groups, kernel, kernel]. */
export function convTranspose2d(
  parameters: Parameters,
  inputs: number,
  outputs: number,
  kernel: number,
  { bias = true, initializer, ...options }: ConvTransposeLayerOptions = {},
): Layer {
  const shape = [inputs, outputs / (options.groups ?? 1), kernel, kernel]
  const weight = parameters.weight('weight', shape, initializer ?? heNormal(inputs))
  const offset = bias ? parameters.weight('bias', [outputs], filled(0)) : null
  return (x) => transposeOp(x, weight, offset, options)
}

function affine(parameters: Parameters, features: number): Affine {
  return {
    scale: parameters.weight('scale', [features], filled(1)),
    bias: parameters.weight('bias', [features], filled(0)),
  }
}

/** Over the last axis. */
export function layerNorm(parameters: Parameters, features: number): Layer {
  const values = affine(parameters, features)
  return (x) => layerNormOp(x, values)
}

/** x [n, channels, ...] */
export function groupNorm(parameters: Parameters, channels: number, groups: number): Layer {
  const values = affine(parameters, channels)
  return (x) => groupNormOp(x, groups, values)
}

export interface BatchNormOptions {
  /** The share of the new figures in the running ones. Default 0.1. */
  momentum?: number
  /** The running statistics are used and not updated, in training too. Default: where the scale is not trainable. */
  frozen?: boolean
}

/** x [n, channels, ...]. Trains by the batch's figures, runs by the running ones. */
export function batchNorm(
  parameters: Parameters,
  channels: number,
  { momentum = 0.1, frozen = !parameters.isTrainable('scale') }: BatchNormOptions = {},
): (x: Tensor, mode: Mode) => Tensor {
  const values = affine(parameters, channels)
  const running = {
    mean: parameters.buffer('mean', [channels], filled(0)),
    variance: parameters.buffer('variance', [channels], filled(1)),
  }
  return (x, mode) => {
    if (!mode.training || frozen) {
      return batchNormFrozen(x, values, running)
    }
    const { y, moments } = batchNormOp(x, values)
    const correction = besselCorrection(x)
    updateRunningMoments(
      mode,
      running,
      { mean: moments.mean, variance: mul(moments.variance, correction) },
      momentum,
    )
    return y
  }
}

/** The running variance counts n / (n - 1), as PyTorch's. */
function besselCorrection(x: Tensor): Operand {
  const count = countAlong(
    x,
    x.shape.map((_, axis) => axis).filter((axis) => axis !== 1),
  )
  return typeof count === 'number' ? count / (count - 1) : div(count, sub(count, 1))
}

function updateRunningMoments(
  mode: Mode,
  running: Readonly<Record<keyof Moments, Parameter>>,
  moments: Moments,
  momentum: number,
): void {
  for (const key of ['mean', 'variance'] as const) {
    const buffer = running[key]
    const before = mode.current(buffer)
    mode.update({ buffer, value: add(before, mul(sub(moments[key], before), momentum)) })
  }
}
