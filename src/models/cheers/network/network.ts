import { concat, nn, reshape, stopGradient } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { DUAL_FEATURES, dualEncoder } from '../../layers/dual-encoder'
import type { DualEncoder } from '../../layers/dual-encoder'
import { matchBias, pairEncoder } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-losses'
import type { EncoderOutput } from '../../layers/pair-stages'
import { CHANNELS, TOKENS } from '../../layers/sizes'
import { disentangling, fuseDifferences } from './disentangling'
import type { Disentangled } from './disentangling'
import { gatedDecoder } from './gated-decoder'

/** Parts that can be left out; without all but the last two the decoder reads what cross-attention left over. */
export const CHEERS_PARTS = ['cre', 'dre', 'consistency', 'contrast', 'gate', 'matching', 'naming'] as const
export type CheersParts = Readonly<Record<(typeof CHEERS_PARTS)[number], boolean>>

/** Entities that a pair gets. */
export const CHEERS_ENTITIES = 3

const LAYERS = 1
const HEADS = 4
const TEMPERATURE = 0.1

export interface CheersEncoding extends EncoderOutput {
  pair: PairFeatures
  /** Of all layers, by equation. */
  losses: readonly Disentangled['losses'][]
}

export interface CheersNetwork {
  dual: DualEncoder
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
  const dual = dualEncoder(p.scope('dual'), words)
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
