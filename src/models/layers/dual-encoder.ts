import {
  abs,
  add,
  averagePool,
  concat,
  div,
  exp,
  initializers,
  log,
  logSumExp,
  matmul,
  minimum,
  mul,
  nn,
  reshape,
  softmax,
  split,
  squeeze,
  stopGradient,
  sub,
  swapLast,
  unitRows,
  unsqueeze,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { equalPhrases, multiPositiveInfoNce } from './contrastive-losses'
import type { PairFeatures } from './pair-encoder'
import { weightedMean } from './pair-losses'
import { ATTRIBUTE_LOGITS, ATTRIBUTE_SIZES } from './region-heads'
import { CHANNELS, GRID_SIDE, MASK_SIDE, TOKENS } from './sizes'
import { textEncoder } from './text-encoder'
import { splitFrames, toTokens } from './token-grid'
import { PHRASE_LENGTH } from './training-inputs'

/** Features of the space that tokens and phrases share. */
export const DUAL_FEATURES = 64

/** What the tokens of a pair show. */
export type ShownObjects = Pick<PairFeatures, 'features' | 'objects'>

/**
 * Image-text similarity trained on the training pairs, where the papers use CLIP (Radford et al. 2021). It reads the
 * attributes that the shared encoder predicts for each token, because a small network learns none from pixels in a run
 * of minutes (docs/decisions/150-phrases-are-found-in-attributes.md).
 */
export interface DualEncoder {
  /** Tokens before and after as vectors of length 1: [n, 256, 64] each. No gradient reaches the shared encoder. */
  frames: (pair: ShownObjects) => readonly [before: Tensor, after: Tensor]
  /** int64 [..., 12] -> vectors of length 1: [n, 64], n of all but the last axis; padding alone gives zeros. */
  phrases: (ids: Tensor, mode: Mode) => Tensor
  /** Trained: cosines are divided by it, not below 1/100. */
  temperature: Tensor
}

/** @param isNamed whether the shared encoder predicts attributes; without them its tokens are read */
export function dualEncoder(p: Parameters, words: number, isNamed: boolean): DualEncoder {
  const shown = nn.linear(p.scope('shown'), isNamed ? ATTRIBUTE_LOGITS : CHANNELS.eighth, DUAL_FEATURES)
  const read = textEncoder(p.scope('text'), { words, length: PHRASE_LENGTH, features: DUAL_FEATURES })
  const phrase = nn.linear(p.scope('phrase'), DUAL_FEATURES, DUAL_FEATURES, { bias: false })
  const scale = p.weight('scale', [1], initializers.filled(Math.log(1 / 0.07)))
  return {
    frames({ features, objects }) {
      const tokens = objects === null ? toTokens(features.tokens) : attributeProbabilities(objects)
      return splitFrames(unitRows(shown(stopGradient(tokens))))
    },
    phrases: (ids, mode) => unitRows(phrase(read(ids, mode).pooled)),
    temperature: div(1, exp(minimum(scale, Math.log(100)))),
  }
}

/** Logits [n, 256, 20] of four attributes -> their probabilities, end to end. */
function attributeProbabilities(objects: Tensor): Tensor {
  return concat(
    split(objects, 2, ATTRIBUTE_SIZES).map((logits) => softmax(logits, 2)),
    2,
  )
}

/** Of the soft maximum over tokens: .05 and .2 found fewer of the changed objects. */
const SOFTNESS = 0.1
/** What a token outside of a mask counts. */
const FLOOR = 1e-6

/**
 * Similarity of frames' tokens [n, tokens, f] to phrases [m, f]: [n, m]. A phrase names one object of many, so it is the
 * soft maximum of the tokens' cosines. It also rises with the number of tokens, so that the second of two equal objects
 * counts. `mask` [n, tokens] in 0..1 leaves tokens out.
 */
export function similarities(tokens: Tensor, phrases: Tensor, mask?: Tensor): Tensor {
  const cosines = div(matmul(tokens, unsqueeze(swapLast(phrases), 0)), SOFTNESS)
  const counted = mask === undefined ? cosines : add(cosines, log(add(unsqueeze(mask, 2), FLOOR)))
  return mul(logSumExp(counted, 1), SOFTNESS)
}

/** The phrases of a batch: one a pair, which names something that changed. */
export interface PhraseTargets {
  /** [n, f] */
  phrases: Tensor
  /** Their tokens int64 [n, 12]: equal phrases belong to each other's pairs. */
  ids: Tensor
  /** 1 where a phrase counts [n]. */
  named: Tensor
}

/** A pair and its phrase find each other in the batch by `likeness` [n, n] of pairs to phrases. */
export function retrievalLoss(
  { temperature }: Pick<DualEncoder, 'temperature'>,
  likeness: Tensor,
  { ids, named }: PhraseTargets,
): Tensor {
  return multiPositiveInfoNce(div(likeness, temperature), equalPhrases(ids), named)
}

/** How much more one frame is like each phrase than the other: [n, m] of frames' tokens [n, tokens, f] and phrases [m, f]. */
export function similarityGap([before, after]: readonly [Tensor, Tensor], phrases: Tensor): Tensor {
  return abs(sub(similarities(before, phrases), similarities(after, phrases)))
}

/**
 * A phrase is like the tokens of its own pair that changed, and not like the others: the cross-entropy of all tokens of
 * both frames, where any changed one is right. Frames' tokens [n, 256, f] each, masks [n, 2, 128, 128] in 0..1.
 */
export function groundingLoss(
  { temperature }: Pick<DualEncoder, 'temperature'>,
  frames: readonly [before: Tensor, after: Tensor],
  masks: Tensor,
  { phrases, named }: PhraseTargets,
): Tensor {
  const side = MASK_SIDE / GRID_SIDE
  const share = reshape(averagePool(masks, { kernel: side, stride: side }), [-1, 2 * TOKENS])
  const cosines = squeeze(matmul(concat([...frames], 1), unsqueeze(phrases, 2)), 2)
  const logits = div(cosines, temperature)
  const right = add(logits, log(add(share, FLOOR)))
  return weightedMean(sub(logSumExp(logits, 1), logSumExp(right, 1)), named)
}
