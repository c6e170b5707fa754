import { add, causalMask, constant, mean, nn } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { CAPTION_LENGTH, CHANNELS } from './sizes'
import { tokenEmbedding } from './token-embedding'

export interface CaptionStates {
  /** [n, length, words] */
  logits: Tensor
  /** [n, length, 128] */
  hidden: Tensor
  /** Attention of the last layer to the memory, mean over heads: [n, length, keys]. */
  attention: Tensor
  /** Logits of the next word from states [..., 128]: [..., words]. `logits` is this of `hidden`. */
  toLogits: (states: Tensor) => Tensor
}

export interface CaptionDecoderSizes {
  words: number
  layers?: number
  heads?: number
}

export type CaptionDecoder = (tokens: Tensor, memory: Tensor, mode: Mode, captions?: number) => CaptionStates

/**
 * A transformer decoder over memory [n, keys, 128]. Tokens [n, captions * 28] are that many captions of one pair end to end, which do not attend to each other, so that the
 * memory's keys and values are made once. A single caption may be shorter.
 */
export function captionDecoder(
  p: Parameters,
  { words, layers = 2, heads = 4 }: CaptionDecoderSizes,
): CaptionDecoder {
  const features = CHANNELS.model
  const embed = tokenEmbedding(p, { words, features, length: CAPTION_LENGTH })
  const blocks = Array.from({ length: layers }, (_, index) =>
    nn.decoderLayer(p.scope(`layer${index}`), features, { heads, hidden: 2 * features }),
  )
  const norm = nn.layerNorm(p.scope('norm'), features)
  const output = nn.linear(p.scope('output'), features, words)
  return (tokens, memory, mode, captions = 1) => {
    const length = Number(tokens.shape[1]) / captions
    const masks = { self: separateCaptionsMask(length, captions) }
    let x = add(embed.lookup(tokens), embed.positions(length, captions))
    let attention: Tensor | null = null
    for (const block of blocks) {
      const decoded = block(x, memory, mode, masks)
      x = decoded.x
      attention = decoded.weights
    }
    if (attention === null) {
      throw new RangeError('a caption decoder needs a layer')
    }
    const hidden = norm(x)
    return { logits: output(hidden), hidden, attention: mean(attention, { axes: [1] }), toLogits: output }
  }
}

/** Added to the scores: each token attends to its own caption up to itself. */
export function separateCaptionsMask(length: number, captions: number): Tensor {
  if (captions === 1) {
    return causalMask(length)
  }
  const total = length * captions
  const values = new Float32Array(total * total).fill(-1e9)
  for (let row = 0; row < total; row++) {
    const start = Math.floor(row / length) * length
    values.fill(0, row * total + start, row * total + row + 1)
  }
  return constant(values, [total, total])
}
