import {
  add,
  concat,
  constant,
  nn,
  pixelShuffle,
  relu,
  resizeNearest,
  sampleAt,
  transpose,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import type { Features } from './backbone'
import { convBlock } from './convolution'
import { cellPositions, swapFrames, toMap } from './layout'
import { CHANNELS, MASK_SIDE, RARE } from './sizes'

const QUARTER_SIDE = MASK_SIDE / 2

export interface PixelFeatures {
  /** [2 batch, 20, 64, 64] */
  embedding: Tensor
  /** Logit of "this pixel changed": [2 batch, 1, 64, 64]. */
  changed: Tensor
}

/**
 * From difference features [2 batch, 80, 16, 16] up to half of the image's side, with the backbone's finer
 * levels and what the other frame has at the very place (`moved` of `Surroundings`).
 */
export function maskDecoder(
  p: Parameters,
): (difference: Tensor, features: Features, moved: Tensor, mode: Mode) => PixelFeatures {
  const { difference: channels, quarter, half, pixel } = CHANNELS
  const reduce = nn.conv2d(p.scope('reduce'), channels, quarter, 1)
  const lateral = nn.conv2d(p.scope('lateral'), quarter, quarter, 1)
  const opposite = nn.conv2d(p.scope('opposite'), quarter, quarter, 1, { bias: false })
  const atQuarter = convBlock(p.scope('quarter'), quarter, 40)
  const atHalf = convBlock(p.scope('half'), 10 + half, pixel, { kernel: 1, norm: false })
  const output = nn.conv2d(p.scope('output'), pixel, 1, 1, { start: RARE })
  const grid = constant(cellPositions(QUARTER_SIDE), [QUARTER_SIDE, QUARTER_SIDE, 2])
  return (difference, features, moved, mode) => {
    // the way is smooth: neighbours differ by little
    const way = resizeNearest(toMap(moved), 2)
    const there = sampleAt(swapFrames(features.quarter), add(transpose(way, [0, 2, 3, 1]), grid))
    const seen = add(lateral(features.quarter), opposite(there))
    const coarse = relu(add(resizeNearest(reduce(difference), 2), seen))
    const fine = concat([pixelShuffle(atQuarter(coarse, mode), 2), features.half], 1)
    const embedding = atHalf(fine, mode)
    return { embedding, changed: output(embedding) }
  }
}
