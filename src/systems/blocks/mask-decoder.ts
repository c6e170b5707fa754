import {
  add,
  concat,
  initializers,
  nn,
  pixelShuffle,
  relu,
  resizeBilinear,
  resizeNearest,
  sampleAt,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { ALIGNED } from './aligned'
import type { Features } from './backbone'
import { convBlock } from './convolution'
import type { Differences } from './difference'
import { placesInOther, swapFrames } from './layout'
import { CHANNELS, MASK_SIDE, RARE } from './sizes'

export interface PixelFeatures {
  /** [2 batch, 20, 64, 64] */
  embedding: Tensor
  /** What lies between those: [2 batch, 8, 128, 128]. */
  detail: Tensor
  /** Logit of "this pixel changed": [2 batch, 1, 128, 128]. */
  changed: Tensor
}

/** Channels that detail is made of. */
const SHARPENED = 40

/**
 * From what differs up to half of the image's side and, in detail, to all of it, with the backbone's finer levels and
 * what the other frame has at the very place (`moved` of `Surroundings`) and where each token went (`way` of
 * `FineWays`).
 */
export function maskDecoder(
  p: Parameters,
): (differences: Differences, features: Features, moved: Tensor, way: Tensor, mode: Mode) => PixelFeatures {
  const { difference: channels, quarter, half, pixel, detail: detailed } = CHANNELS
  const reduce = nn.conv2d(p.scope('reduce'), channels, quarter, 1)
  const lateral = nn.conv2d(p.scope('lateral'), quarter, quarter, 1)
  const opposite = nn.conv2d(p.scope('opposite'), quarter, quarter, 1, { bias: false })
  const nothing = { bias: false, initializer: initializers.filled(0) }
  const counterpart = nn.conv2d(p.scope('counterpart').later(), quarter, quarter, 1, nothing)
  const aligned = nn.conv2d(p.scope('aligned').later(), ALIGNED, quarter, 1, nothing)
  const atQuarter = convBlock(p.scope('quarter'), quarter, 40)
  const atHalf = convBlock(p.scope('half'), 10 + half, pixel, { kernel: 1, norm: false })
  const within = p.scope('within').later()
  const sharpen = nn.conv2d(within.scope('hidden'), 10 + half, SHARPENED, 1)
  const sharper = nn.conv2d(within.scope('detail'), SHARPENED, 4 * detailed, 1, nothing)
  const outputDetail = nn.conv2d(within.scope('output'), detailed, 1, 1, { bias: false })
  const output = nn.conv2d(p.scope('output'), pixel, 1, 1, { start: RARE })
  return ({ map, cells }, features, moved, way, mode) => {
    const other = swapFrames(features.quarter)
    const there = opposite(sampleAt(other, placesInOther(moved)))
    const same = counterpart(sampleAt(other, placesInOther(way)))
    const seen = add(add(lateral(features.quarter), there), add(same, aligned(cells)))
    const coarse = relu(add(resizeNearest(reduce(map), 2), seen))
    const fine = concat([pixelShuffle(atQuarter(coarse, mode), 2), features.half], 1)
    const embedding = atHalf(fine, mode)
    const detail = pixelShuffle(sharper(relu(sharpen(fine))), 2)
    const changed = resizeBilinear(output(embedding), MASK_SIDE, MASK_SIDE)
    return { embedding, detail, changed: add(changed, outputDetail(detail)) }
  }
}
