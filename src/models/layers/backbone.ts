import { add, nn, relu, resizeNearest } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { convBlock, residualBlock } from './convolution'
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
