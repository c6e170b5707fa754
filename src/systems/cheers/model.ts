import { concat, nn, reshape, stopGradient } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { captionDecoder } from '../blocks/caption-decoder'
import type { CaptionDecoder } from '../blocks/caption-decoder'
import { DUAL_FEATURES, dualEncoder } from '../blocks/dual-encoder'
import type { DualEncoder } from '../blocks/dual-encoder'
import { matchBias, pairEncoder } from '../blocks/pair'
import type { SeenPair } from '../blocks/pair'
import { pairMasks } from '../blocks/pair-masks'
import type { Sight } from '../blocks/pair-stages'
import { CHANNELS, TOKENS } from '../blocks/sizes'
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

export interface CheersSight extends Sight {
  seen: SeenPair
  /** Of all layers, by equation. */
  losses: readonly Disentangled['losses'][]
}

export interface Cheers {
  dual: DualEncoder
  /** Retrieved entities int64 [batch, 3, 12], or null while there are none yet. */
  see: (before: Tensor, after: Tensor, entities: Tensor | null, mode: Mode) => CheersSight
  /** Keys of the memory. */
  keys: number
  caption: CaptionDecoder
  /** Whether entities are read at all. */
  readsEntities: boolean
}

/** Change entities guide what is told apart and what is said; at 128 features in place of 512. */
export function cheers(p: Parameters, words: number, parts: CheersParts): Cheers {
  const { model } = CHANNELS
  const look = pairEncoder(p.scope('pair'), parts)
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
    see(before, after, entities, mode) {
      const seen = look(before, after, mode)
      const known = entities === null ? null : entity(readEntities(dual, entities, mode))
      const bias = seen.matches === null ? undefined : matchBias(seen.matches)
      let common = seen.own
      let difference = seen.own
      const losses: Disentangled['losses'][] = []
      for (const layer of layers) {
        const told = layer(common, known, mode, bias)
        common = told.common
        difference = told.difference
        losses.push(told.losses)
      }
      const fused = norm(fuse(difference))
      return {
        seen,
        losses,
        masks: masks(seen, difference, mode),
        memory: parts.gate && known !== null ? concat([known, fused], 1) : fused,
      }
    },
    keys: TOKENS + (parts.gate ? CHEERS_ENTITIES : 0),
    caption,
    readsEntities: parts.gate || (parts.consistency && (parts.cre || parts.dre)),
  }
}

/** int64 [batch, 3, 12] -> [batch, 3, 64]; the dual encoder learns nothing from what is made of them. */
function readEntities(dual: DualEncoder, entities: Tensor, mode: Mode): Tensor {
  return stopGradient(reshape(dual.phrases(entities, mode), [-1, CHEERS_ENTITIES, DUAL_FEATURES]))
}
