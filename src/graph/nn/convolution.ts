import { filled, heNormal } from '../initializers'
import type { Initializer } from '../initializers'
import type { Parameters } from '../parameters'
import { conv2d as convOp, convTranspose2d as transposeOp } from '../ops/convolution'
import type { ConvOptions, ConvTransposeOptions } from '../ops/convolution'
import type { Layer } from './linear'

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
