import { add, nn, relu } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'

export type ModeLayer = (x: Tensor, mode: Mode) => Tensor

export interface ConvBlockOptions {
  kernel?: number
  stride?: number
  /** Default true; false gives a bias instead, which is cheaper on large maps. */
  norm?: boolean
}

/** Convolution, batch norm (or bias), ReLU: x [n, inputs, h, w] -> [n, outputs, h / stride, w / stride]. */
export function convBlock(
  p: Parameters,
  inputs: number,
  outputs: number,
  { kernel = 3, stride = 1, norm: isNormed = true }: ConvBlockOptions = {},
): ModeLayer {
  const convolve = nn.conv2d(p.scope('conv'), inputs, outputs, kernel, { stride, bias: !isNormed })
  if (!isNormed) return (x) => relu(convolve(x))
  const norm = nn.batchNorm(p.scope('norm'), outputs)
  return (x, mode) => relu(norm(convolve(x), mode))
}

/** Two 3 x 3 convolutions around a shortcut (He et al. 2016): x [n, channels, h, w]. */
export function residualBlock(p: Parameters, channels: number): ModeLayer {
  const first = convBlock(p.scope('first'), channels, channels)
  const second = nn.conv2d(p.scope('second'), channels, channels, 3, { bias: false })
  const norm = nn.batchNorm(p.scope('norm'), channels)
  return (x, mode) => relu(add(x, norm(second(first(x, mode)), mode)))
}
