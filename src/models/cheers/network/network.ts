import { concat, nn, reshape, stopGradient, add, mean, mul, split } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { captionDecoder, separateCaptionsMask } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { DUAL_FEATURES, dualEncoder } from '../../layers/dual-encoder'
import type { DualEncoder } from '../../layers/dual-encoder'
import { matchBias, pairEncoder } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-losses'
import type { EncoderOutput } from '../../layers/pair-network'
import { CHANNELS, TOKENS, CAPTION_LENGTH } from '../../layers/sizes'
import { tokenEmbedding } from '../../layers/token-embedding'
import { disentangling, fuseDifferences } from './disentangling'
import type { Disentangled } from './disentangling'

/** Parts that can be left out; without all but the last two the decoder reads what cross-attention left over. */
export const CHEERS_PARTS = ['cre', 'dre', 'consistency', 'contrast', 'gate', 'matching', 'naming'] as const
export type CheersParts = Readonly<Record<(typeof CHEERS_PARTS)[number], boolean>>

/** Entities that a pair gets. */
export const CHEERS_ENTITIES = 3

const LAYERS = 1
const HEADS = 4
const TEMPERATURE = 0.1

interface CheersEncoding extends EncoderOutput {
  pair: PairFeatures
  /** Of all layers, by equation. */
  losses: readonly Disentangled['losses'][]
}

export interface CheersNetwork {
  dual: DualEncoder
  /** What the shared encoder sees in a pair. */
  encodePair: (before: Tensor, after: Tensor, mode: Mode) => PairFeatures
  /** Retrieved entities int64 [batch, 3, 12], or null while there are none yet. */
  encode: (before: Tensor, after: Tensor, entities: Tensor | null, mode: Mode) => CheersEncoding
  /** Keys of the memory. */
  keys: number
  caption: CaptionDecoder
  /** Whether entities are read at all. */
  usesEntities: boolean
}

/** Change entities guide the difference features and the caption; at 128 features in place of 512. */
export function cheersNetwork(p: Parameters, words: number, parts: CheersParts): CheersNetwork {
  const { model } = CHANNELS
  const encodePair = pairEncoder(p.scope('pair'), parts)
  const dual = dualEncoder(p.scope('dual'), words, parts.naming)
  const entity = nn.linear(p.scope('entity'), DUAL_FEATURES, model)
  const layers = Array.from({ length: LAYERS }, (_, index) =>
    disentangling(p.scope(`layer${index}`), model, { heads: HEADS, temperature: TEMPERATURE, parts }),
  )
  const fuse = fuseDifferences(p.scope('difference'), model)
  const norm = nn.layerNorm(p.scope('norm'), model)
  const masks = pairMasks(p.scope('masks'))
  const scope = p.scope('caption')
  const caption = parts.gate
    ? gatedDecoder(scope, { words, features: model, entities: CHEERS_ENTITIES })
    : captionDecoder(scope, { words })
  return {
    dual,
    encodePair,
    encode(before, after, entities, mode) {
      const pair = encodePair(before, after, mode)
      const entityTokens = entities === null ? null : entity(encodeEntities(dual, entities, mode))
      const bias = pair.matches === null ? undefined : matchBias(pair.matches)
      let common = pair.own
      let difference = pair.own
      const losses: Disentangled['losses'][] = []
      for (const layer of layers) {
        const disentangled = layer(common, entityTokens, mode, bias)
        common = disentangled.common
        difference = disentangled.difference
        losses.push(disentangled.losses)
      }
      const fused = norm(fuse(difference))
      return {
        pair,
        losses,
        masks: masks(pair, difference, mode),
        memory: parts.gate && entityTokens !== null ? concat([entityTokens, fused], 1) : fused,
      }
    },
    keys: TOKENS + (parts.gate ? CHEERS_ENTITIES : 0),
    caption,
    usesEntities: parts.gate || (parts.consistency && (parts.cre || parts.dre)),
  }
}

/** int64 [batch, 3, 12] -> [batch, 3, 64]; no gradient reaches the dual encoder. */
function encodeEntities(dual: DualEncoder, entities: Tensor, mode: Mode): Tensor {
  return stopGradient(reshape(dual.phrases(entities, mode), [-1, CHEERS_ENTITIES, DUAL_FEATURES]))
}

/** The gated transformer decoder (Li et al. 2025, CHEERS); numbers are that paper's equations. */

interface Gated {
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

interface GatedDecoderSizes {
  words: number
  features: number
  /** The first so many keys of the memory are entities. */
  entities: number
  layers?: number
  heads?: number
}

/** A caption decoder whose memory [n, entities + keys, c] is entity text and then visual difference. */
function gatedDecoder(
  p: Parameters,
  { words, features, entities, layers = 2, heads = 4 }: GatedDecoderSizes,
): CaptionDecoder {
  const embed = tokenEmbedding(p, { words, features, length: CAPTION_LENGTH })
  const blocks = Array.from({ length: layers }, (_, index) =>
    gatedLayer(p.scope(`layer${index}`), features, heads),
  )
  const output = nn.linear(p.scope('output'), features, words)
  return (tokens, memory, mode, captions = 1) => {
    const length = Number(tokens.shape[1]) / captions
    const [text, vision] = split(memory, 1, [entities, Number(memory.shape[1]) - entities])
    const mask = separateCaptionsMask(length, captions)
    let x = add(embed.lookup(tokens), embed.positions(length, captions))
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
