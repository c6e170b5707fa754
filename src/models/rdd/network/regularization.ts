import {
  div,
  gelu,
  greater,
  initializers,
  matmul,
  max,
  mean,
  nn,
  swapLast,
  toFloat,
  unitRows,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { equalPhrases, multiPositiveInfoNce } from '../../layers/contrastive-losses'
import { textEncoder } from '../../layers/text-encoder'
import { PAD, PHRASE_LENGTH } from '../../layers/training-inputs'

/** Attribute-guided contrastive regularisation (Li et al. 2025); in training only. */

/** Phrases of one kind, joined by "and", in tokens. */
export const JOINED_LENGTH = 2 * PHRASE_LENGTH

export interface AttributeTokens {
  /** int64 [n, JOINED_LENGTH] -> F_noun [n, features] */
  nouns: (ids: Tensor, mode: Mode) => Tensor
  verbs: (ids: Tensor, mode: Mode) => Tensor
}

export interface AttributeOptions {
  words: number
  /** Learnable prompt vectors before the phrases (Zhou et al. 2022); 0 for none. Default 4. */
  prompt?: number
}

/** A text encoder with a learnable prompt, and an adapter of three layers, for nouns and for verbs. */
export function attributeTokens(
  p: Parameters,
  features: number,
  { words, prompt = 4 }: AttributeOptions,
): AttributeTokens {
  const encode = textEncoder(p.scope('text'), { words, length: JOINED_LENGTH, features })
  const kind = (own: Parameters): ((ids: Tensor, mode: Mode) => Tensor) => {
    const start =
      prompt === 0 ? undefined : own.weight('prompt', [prompt, features], initializers.normal(0.05))
    const layers = [0, 1, 2].map((index) => nn.linear(own.scope(`adapter${index}`), features, features))
    return (ids, mode) => {
      const { pooled } = encode(ids, mode, start)
      return layers[2](gelu(layers[1](gelu(layers[0](pooled)))))
    }
  }
  return { nouns: kind(p.scope('nouns')), verbs: kind(p.scope('verbs')) }
}

/** Equation (10): the mean of the distilled vectors [n, k, c] -> [n, c]. */
export function meanVector(vectors: Tensor): Tensor {
  return mean(vectors, { axes: [1] })
}

/**
 * Equations (11)-(13): InfoNCE over cosines from language to vision and back, half of each; both [n, c]. Captions
 * without such a phrase (int64 ids [n, length], all padding) are ignored, and pairs of equal phrases are positives
 * of each other, because many captions state that nothing changed; where all differ it is as printed.
 */
export function alignmentLoss(language: Tensor, vision: Tensor, ids: Tensor, temperature: number): Tensor {
  const scores = div(matmul(unitRows(language), swapLast(unitRows(vision))), temperature)
  const counts = toFloat(greater(max(toFloat(ids), { axes: [1] }), PAD))
  return multiPositiveInfoNce(scores, equalPhrases(ids), counts)
}
