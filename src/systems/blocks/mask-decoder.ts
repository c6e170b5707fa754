import { add, concat, initializers, nn, pixelShuffle, relu, resizeNearest, sampleAt } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import type { Features } from './backbone'
import { convBlock } from './convolution'
import { placesInOther, swapFrames } from './layout'
import { CHANNELS, RARE } from './sizes'

export interface PixelFeatures {
  /** [2 batch, 20, 64, 64] */
  embedding: Tensor
  /** Logit of "this pixel changed": [2 batch, 1, 64, 64]. */
  changed: Tensor
}

/**
 * From difference features [2 batch, 80, 16, 16] up to half of the image's side, with the backbone's finer
 * levels and what the other frame has at the very place (`moved` of `Surroundings`) and where each token went (`way` of
 * `FineWays`).
 */
export function maskDecoder(
  p: Parameters,
): (difference: Tensor, features: Features, moved: Tensor, way: Tensor, mode: Mode) => PixelFeatures {
  const { difference: channels, quarter, half, pixel } = CHANNELS
  const reduce = nn.conv2d(p.scope('reduce'), channels, quarter, 1)
  const lateral = nn.conv2d(p.scope('lateral'), quarter, quarter, 1)
  const opposite = nn.conv2d(p.scope('opposite'), quarter, quarter, 1, { bias: false })
  const counterpart = nn.conv2d(p.scope('counterpart').later(), quarter, quarter, 1, {
    bias: false,
    initializer: initializers.filled(0),
  })
  const atQuarter = convBlock(p.scope('quarter'), quarter, 40)
  const atHalf = convBlock(p.scope('half'), 10 + half, pixel, { kernel: 1, norm: false })
  const output = nn.conv2d(p.scope('output'), pixel, 1, 1, { start: RARE })
  return (difference, features, moved, way, mode) => {
    const other = swapFrames(features.quarter)
    const there = opposite(sampleAt(other, placesInOther(moved)))
    const same = counterpart(sampleAt(other, placesInOther(way)))
    const seen = add(add(lateral(features.quarter), there), same)
    const coarse = relu(add(resizeNearest(reduce(difference), 2), seen))
    const fine = concat([pixelShuffle(atQuarter(coarse, mode), 2), features.half], 1)
    const embedding = atHalf(fine, mode)
    return { embedding, changed: output(embedding) }
  }
}
