import { add, concat, initializers, mean, mul, nn, slice, split } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { separateCaptionsMask } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { CAPTION_LENGTH } from '../../layers/sizes'

/** The gated transformer decoder (Li et al. 2025, CHEERS); numbers are that paper's equations. */

export interface Gated {
  /** [n, length, c] */
  x: Tensor
  /** Attention weights: [n, heads, length, entities] and [n, heads, length, keys]. */
  attention: readonly [text: Tensor, vision: Tensor]
}

/** Equations (13)-(17), after the self-attention, whose shortcut and norm are our reading. */
export function gatedLayer(
  p: Parameters,
  features: number,
  heads: number,
): (x: Tensor, entities: Tensor, vision: Tensor, mode: Mode, mask: Tensor) => Gated {
  const attend = nn.selfAttention(p.scope('self'), features, { heads })
  const toText = nn.crossAttention(p.scope('text'), features, { heads })
  const toVision = nn.crossAttention(p.scope('vision'), features, { heads })
  const alpha = nn.linear(p.scope('alpha'), 2 * features, features)
  const beta = nn.linear(p.scope('beta'), 2 * features, features)
  const norms = ['norm1', 'norm2'].map((name) => nn.layerNorm(p.scope(name), features))
  return (x, entities, vision, mode, mask) => {
    const own = norms[0](add(x, attend(x, mode, mask).output))
    const text = toText(own, entities, mode)
    const pair = toVision(own, vision, mode)
    const gatedText = mul(alpha(concat([own, text.output], 2)), text.output)
    const gatedVision = mul(beta(concat([own, pair.output], 2)), pair.output)
    return {
      x: norms[1](add(add(gatedText, gatedVision), own)),
      attention: [text.weights, pair.weights],
    }
  }
}

export interface GatedDecoderSizes {
  words: number
  features: number
  /** The first so many keys of the memory are entities. */
  entities: number
  layers?: number
  heads?: number
}

/** A caption decoder whose memory [n, entities + keys, c] is entity text and then visual difference. */
export function gatedDecoder(
  p: Parameters,
  { words, features, entities, layers = 2, heads = 4 }: GatedDecoderSizes,
): CaptionDecoder {
  const embed = nn.embeddingTable(p.scope('words'), words, features, initializers.normal(0.05))
  const positions = p.weight('positions', [CAPTION_LENGTH, features], initializers.normal(0.02))
  const blocks = Array.from({ length: layers }, (_, index) =>
    gatedLayer(p.scope(`layer${index}`), features, heads),
  )
  const output = nn.linear(p.scope('output'), features, words)
  return (tokens, memory, mode, captions = 1) => {
    const length = Number(tokens.shape[1]) / captions
    const own = slice(positions, { 0: { start: 0, end: length } })
    const positionEmbedding = concat(
      Array.from({ length: captions }, () => own),
      0,
    )
    const [text, vision] = split(memory, 1, [entities, Number(memory.shape[1]) - entities])
    const mask = separateCaptionsMask(length, captions)
    let x = add(embed.lookup(tokens), positionEmbedding)
    let attention: Tensor | null = null
    for (const block of blocks) {
      const gated = block(x, text, vision, mode, mask)
      x = gated.x
      attention = mul(concat([...gated.attention], 3), 0.5)
    }
    if (attention === null) {
      throw new RangeError('a caption decoder needs a layer')
    }
    return { logits: output(x), hidden: x, attention: mean(attention, { axes: [1] }), toLogits: output }
  }
}
