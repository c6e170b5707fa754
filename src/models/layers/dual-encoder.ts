import {
  div,
  exp,
  initializers,
  matmul,
  max,
  maximum,
  minimum,
  nn,
  reshape,
  swapLast,
  unitRows,
  unsqueeze,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { equalPhrases, multiPositiveInfoNce } from './contrastive-losses'
import { convBlock } from './backbone'
import { textEncoder } from './text-encoder'
import { PHRASE_LENGTH } from './training-inputs'

/** Cells of a frame, 8 x 8, and the features of the space that they share with phrases. */
export const DUAL_CELLS = 64
export const DUAL_FEATURES = 64

/**
 * Image-text similarity trained on the training pairs, where the papers use CLIP (Radford et al. 2021). A phrase
 * names one object of many, so a frame's similarity to a phrase is that of its best cell.
 */
export interface DualEncoder {
  /** Frames [n, 3, 128, 128] in -0.5..0.5 -> cells of length 1: [n, 64, 64]. */
  images: (frames: Tensor, mode: Mode) => Tensor
  /** int64 [..., 12] -> vectors of length 1: [n, 64], n of all but the last axis; padding alone gives zeros. */
  phrases: (ids: Tensor, mode: Mode) => Tensor
  /** Trained: cosines are divided by it, not below 1/100. */
  temperature: Tensor
}

const CHANNELS = [16, 32, 48, 64] as const

export function dualEncoder(p: Parameters, words: number): DualEncoder {
  const blocks = CHANNELS.map((outputs, level) =>
    convBlock(p.scope(`level${level}`), level === 0 ? 3 : CHANNELS[level - 1], outputs, {
      stride: 2,
      norm: false,
    }),
  )
  const cells = nn.conv2d(p.scope('cells'), CHANNELS[3], DUAL_FEATURES, 1)
  const read = textEncoder(p.scope('text'), { words, length: PHRASE_LENGTH, features: DUAL_FEATURES })
  const phrase = nn.linear(p.scope('phrase'), DUAL_FEATURES, DUAL_FEATURES, { bias: false })
  const scale = p.weight('scale', [1], initializers.filled(Math.log(1 / 0.07)))
  return {
    images: (frames, mode) => {
      const map = cells(blocks.reduce((x, block) => block(x, mode), frames))
      return unitRows(swapLast(reshape(map, [map.shape[0], DUAL_FEATURES, DUAL_CELLS])))
    },
    phrases: (ids, mode) => unitRows(phrase(read(ids, mode).pooled)),
    temperature: div(1, exp(minimum(scale, Math.log(100)))),
  }
}

/** Cosines of frames' cells [n, 64, f] with phrases [m, f], the best cell of each frame: [n, m]. */
export function similarities(cells: Tensor, phrases: Tensor): Tensor {
  return max(matmul(cells, unsqueeze(swapLast(phrases), 0)), { axes: [1] })
}

/**
 * A pair and the phrase that names what changed in it find each other in the batch: by the frame that is more like
 * it, as the object may be in one frame only. Cells [n, 64, f] of both frames, phrases [n, f], their ids int64
 * [n, 12]; `named` [n] is 1 where a phrase counts. Equal phrases belong to each other's pairs too.
 */
export function dualLoss(
  dual: Pick<DualEncoder, 'temperature'>,
  before: Tensor,
  after: Tensor,
  phrases: Tensor,
  ids: Tensor,
  named: Tensor,
): Tensor {
  const likeness = maximum(similarities(before, phrases), similarities(after, phrases))
  return multiPositiveInfoNce(div(likeness, dual.temperature), equalPhrases(ids), named)
}
