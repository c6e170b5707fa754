import { filled } from '../initializers'
import type { Parameters } from '../parameters'
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
import type { Operand, Parameter, Tensor } from '../tensor'
import type { Layer } from './linear'

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
