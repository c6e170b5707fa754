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
import { ALIGNED_CHANNELS } from './difference-features'
import type { DifferenceFeatures } from './difference-features'
import { convBlock } from './backbone'
import type { BackboneFeatures } from './backbone'
import { warpGrid, swapFrames } from './token-grid'
import { CHANNELS, MASK_SIDE, RARE_LOGIT } from './sizes'

export interface PixelFeatures {
  /** [2 batch, 20, 64, 64] */
  embedding: Tensor
  /** The finer features that the decoder takes: [2 batch, 8, 128, 128]. */
  detail: Tensor
  /** Logit of "this pixel changed": [2 batch, 1, 128, 128]. */
  changed: Tensor
}

/** Channels that detail is made of. */
const DETAIL_HIDDEN = 40

/**
 * From what differs up to half of the image's side and, in detail, to all of it, with the backbone's finer levels and
 * what the other frame has at the very place (`flow` of `BackgroundMotion`) and where each token went (`flow` of
 * `FineFlow`).
 */
export function maskDecoder(
  p: Parameters,
): (
  differences: DifferenceFeatures,
  features: BackboneFeatures,
  backgroundFlow: Tensor,
  flow: Tensor,
  mode: Mode,
) => PixelFeatures {
  const { difference: channels, quarter, half, pixel, detail: detailed } = CHANNELS
  const reduce = nn.conv2d(p.scope('reduce'), channels, quarter, 1)
  const lateral = nn.conv2d(p.scope('lateral'), quarter, quarter, 1)
  const opposite = nn.conv2d(p.scope('opposite'), quarter, quarter, 1, { bias: false })
  const zeroInit = { bias: false, initializer: initializers.filled(0) }
  const counterpart = nn.conv2d(p.scope('counterpart').later(), quarter, quarter, 1, zeroInit)
  const aligned = nn.conv2d(p.scope('aligned').later(), ALIGNED_CHANNELS, quarter, 1, zeroInit)
  const atQuarter = convBlock(p.scope('quarter'), quarter, 40)
  const atHalf = convBlock(p.scope('half'), 10 + half, pixel, { kernel: 1, norm: false })
  const within = p.scope('within').later()
  const sharpen = nn.conv2d(within.scope('hidden'), 10 + half, DETAIL_HIDDEN, 1)
  const sharper = nn.conv2d(within.scope('detail'), DETAIL_HIDDEN, 4 * detailed, 1, zeroInit)
  const outputDetail = nn.conv2d(within.scope('output'), detailed, 1, 1, { bias: false })
  const output = nn.conv2d(p.scope('output'), pixel, 1, 1, { start: RARE_LOGIT })
  return ({ map, cells }, features, backgroundFlow, flow, mode) => {
    const other = swapFrames(features.quarter)
    const backgroundCells = opposite(sampleAt(other, warpGrid(backgroundFlow)))
    const counterparts = counterpart(sampleAt(other, warpGrid(flow)))
    const context = add(add(lateral(features.quarter), backgroundCells), add(counterparts, aligned(cells)))
    const coarse = relu(add(resizeNearest(reduce(map), 2), context))
    const fine = concat([pixelShuffle(atQuarter(coarse, mode), 2), features.half], 1)
    const embedding = atHalf(fine, mode)
    const detail = pixelShuffle(sharper(relu(sharpen(fine))), 2)
    const changed = resizeBilinear(output(embedding), MASK_SIDE, MASK_SIDE)
    return { embedding, detail, changed: add(changed, outputDetail(detail)) }
  }
}
