import {
  add,
  concat,
  constant,
  div,
  embedding,
  expand,
  maximum,
  mul,
  nn,
  paddingMask,
  reshape,
  scalar,
  squeeze,
  sum,
  unsqueeze,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { CHANNELS } from './sizes'
import { tokenEmbedding } from './token-embedding'
import { PAD } from './training-inputs'

export interface TextEncoderSizes {
  words: number
  /** The longest text in tokens. */
  length: number
  features?: number
  layers?: number
  heads?: number
}

export interface EncodedText {
  /** [n, prompt + length, features] */
  states: Tensor
  /** 1 for the prompt and for tokens that are no padding: [n, prompt + length]. */
  present: Tensor
  /** Mean of the states that are present: [n, features]. */
  pooled: Tensor
}

/** int64 ids [..., length], filled up with padding, after prompt vectors [prompt, features] if any; n is of all but the last axis. */
export type TextEncoder = (ids: Tensor, mode: Mode, prompt?: Tensor) => EncodedText

/** A small transformer over words. */
export function textEncoder(
  p: Parameters,
  { words, length, features = CHANNELS.model, layers = 1, heads = 4 }: TextEncoderSizes,
): TextEncoder {
  const embed = tokenEmbedding(p, { words, features, length })
  const blocks = Array.from({ length: layers }, (_, index) =>
    nn.encoderLayer(p.scope(`layer${index}`), features, { heads, hidden: 2 * features }),
  )
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (ids, mode, prompt) => {
    const count = Number(ids.shape[ids.shape.length - 1])
    // texts in a row once they are vectors: ids cannot be reshaped on the GPU
    const embedded = add(reshape(embed.lookup(ids), [-1, count, features]), embed.positions(count))
    const isWord = reshape(presentTokens(ids, words), [-1, count])
    const [n] = isWord.shape
    const [start, present] =
      prompt === undefined
        ? [embedded, isWord]
        : [
            concat([expand(unsqueeze(prompt, 0), [n, ...prompt.shape]), embedded], 1),
            concat([expand(scalar(1), [n, prompt.shape[0]]), isWord], 1),
          ]
    const mask = paddingMask(present)
    const states = norm(blocks.reduce((x, block) => block(x, mode, mask), start))
    return { states, present, pooled: presentMean(states, present) }
  }
}

/**
 * 1 for each of so many `words` that is no padding: int64 [...] -> [...]. A lookup, because comparing ids leaves the
 * GPU.
 */
export function presentTokens(ids: Tensor, words: number): Tensor {
  const isWord = Float32Array.from({ length: words }, (_, id) => (id === PAD ? 0 : 1))
  return squeeze(embedding(constant(isWord, [words, 1]), ids), -1)
}

/** Mean of the values [n, count, features] that `present` [n, count] counts: [n, features]. */
export function presentMean(values: Tensor, present: Tensor): Tensor {
  const weights = unsqueeze(present, 2)
  return div(sum(mul(values, weights), { axes: [1] }), maximum(sum(weights, { axes: [1] }), 1e-3))
}
