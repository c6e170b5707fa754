import { add, nn, relu, resizeNearest } from '../../graph/index'
import type { Mode, Parameters, Tensor } from '../../graph/index'
import { CHANNELS } from './sizes'

/** Feature maps of frames [n, 3, 128, 128]. */
export interface BackboneFeatures {
  /** [n, 24, 64, 64] */
  half: Tensor
  /** [n, 32, 32, 32] */
  quarter: Tensor
  /** [n, 80, 16, 16]; the deepest level is added to it. */
  tokens: Tensor
}

/** A small residual network; both frames of a pair go through it as one batch. Pixels are -0.5 to 0.5. */
export function backbone(p: Parameters): (frames: Tensor, mode: Mode) => BackboneFeatures {
  const { half, quarter, eighth, sixteenth } = CHANNELS
  const stem = convBlock(p.scope('stem'), 3, half, { stride: 2, norm: false })
  const levels = [
    [half, quarter],
    [quarter, eighth],
    [eighth, sixteenth],
  ].map(([inputs, outputs], index) => {
    const down = convBlock(p.scope(`down${index}`), inputs, outputs, { stride: 2 })
    const block = residualBlock(p.scope(`block${index}`), outputs)
    return (x: Tensor, mode: Mode): Tensor => block(down(x, mode), mode)
  })
  const lateral = nn.conv2d(p.scope('lateral'), eighth, eighth, 1)
  const deep = nn.conv2d(p.scope('deep'), sixteenth, eighth, 1)
  return (frames, mode) => {
    const atHalf = stem(frames, mode)
    const atQuarter = levels[0](atHalf, mode)
    const atEighth = levels[1](atQuarter, mode)
    const atSixteenth = levels[2](atEighth, mode)
    const tokens = relu(add(lateral(atEighth), resizeNearest(deep(atSixteenth), 2)))
    return { half: atHalf, quarter: atQuarter, tokens }
  }
}

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
  if (!isNormed) {
    return (x) => relu(convolve(x))
  }
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
