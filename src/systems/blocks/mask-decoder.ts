import { add, concat, nn, pixelShuffle, relu, resizeNearest } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import type { Features } from './backbone'
import { convBlock } from './convolution'
import { CHANNELS, RARE } from './sizes'

export interface PixelFeatures {
  /** [2 batch, 20, 64, 64] */
  embedding: Tensor
  /** Logit of "this pixel changed": [2 batch, 1, 64, 64]. */
  changed: Tensor
}

/** From difference features [2 batch, 80, 16, 16] up to half of the image's side, with the backbone's finer levels. */
export function maskDecoder(
  p: Parameters,
): (difference: Tensor, features: Features, mode: Mode) => PixelFeatures {
  const { difference: channels, quarter, half, pixel } = CHANNELS
  const reduce = nn.conv2d(p.scope('reduce'), channels, quarter, 1)
  const lateral = nn.conv2d(p.scope('lateral'), quarter, quarter, 1)
  const atQuarter = convBlock(p.scope('quarter'), quarter, 40)
  const atHalf = convBlock(p.scope('half'), 10 + half, pixel, { kernel: 1, norm: false })
  const output = nn.conv2d(p.scope('output'), pixel, 1, 1, { start: RARE })
  return (difference, features, mode) => {
    const coarse = relu(add(resizeNearest(reduce(difference), 2), lateral(features.quarter)))
    const fine = concat([pixelShuffle(atQuarter(coarse, mode), 2), features.half], 1)
    const embedding = atHalf(fine, mode)
    return { embedding, changed: output(embedding) }
  }
}
