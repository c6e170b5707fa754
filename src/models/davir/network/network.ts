import { add, concat, initializers, mul, unsqueeze } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { dualEncoder } from '../../layers/dual-encoder'
import type { DualEncoder } from '../../layers/dual-encoder'
import { splitFrames } from '../../layers/token-grid'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-masks'
import type { PairMasks } from '../../layers/pair-masks'
import { CHANNELS, TOKENS } from '../../layers/sizes'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { visionEncoder } from './vision-encoder'
import { entityPrompt } from './prompt'
import { queryTransformer } from './query-transformer'

/** Parts that can be left out. */
export const DAVIR_PARTS = ['attentionControl', 'entityPrompt', 'matching', 'naming'] as const
export type DavirParts = Readonly<Record<(typeof DAVIR_PARTS)[number], boolean>>

/** The likest entity of each frame: k = 1, the paper's best. */
export const DAVIR_ENTITIES = 2
/** Both frames' class tokens and patches. */
export const DAVIR_PATCHES = PAIR_KEYS + 2

const INSTRUCTION = 4
const QUERIES = 32
const HEADS = 4
const LAYERS = 2

export interface DavirEncoding {
  pair: PairFeatures
  masks: PairMasks
  /** Of both frames: [2 batch, 256]. */
  attention: Tensor
  /** [batch, 322, 128] */
  patches: Tensor
}

export interface DavirNetwork {
  dual: DualEncoder
  encode: (before: Tensor, after: Tensor, mode: Mode) => DavirEncoding
  /** Patches and entities int64 [batch, 2, 12] (or null) -> the decoder's memory [batch, keys, 128]. */
  prompt: (patches: Tensor, entities: Tensor | null, mode: Mode) => Tensor
  keys: number
  caption: CaptionDecoder
}

/** Attention supervised by changes, and a decoder prompted with entity names, in place of a 7B model. */
export function davirNetwork(p: Parameters, words: number, parts: DavirParts): DavirNetwork {
  const { model } = CHANNELS
  const encodePair = pairEncoder(p.scope('pair'), parts)
  const dual = dualEncoder(p.scope('dual'), words)
  const encode = visionEncoder(p.scope('encoder'), { features: model, heads: HEADS, layers: LAYERS })
  const attendedMark = p.weight('attended', [1, 1, model], initializers.normal(0.1))
  const masks = pairMasks(p.scope('masks'))
  const marks = ['markBefore', 'markAfter'].map((name) =>
    p.weight(name, [1, 1, model], initializers.normal(0.1)),
  )
  const length = DAVIR_ENTITIES * PHRASE_LENGTH
  const sizes = { words, features: model, instruction: INSTRUCTION, length }
  const makePrompt = entityPrompt(p.scope('prompt'), sizes)
  const queryFormer = queryTransformer(p.scope('queries'), {
    features: model,
    heads: HEADS,
    layers: LAYERS,
    queries: QUERIES,
  })
  const caption = captionDecoder(p.scope('caption'), { words })
  return {
    dual,
    encode(before, after, mode) {
      const pair = encodePair(before, after, mode)
      const { whole, patches, attention } = encode(pair.own, mode)
      const share = unsqueeze(mul(attention, TOKENS), 2)
      const marked = markFrames(patches, marks)
      return {
        pair,
        attention,
        masks: masks(pair, add(patches, mul(share, attendedMark)), mode),
        patches: concat([...splitFrames(markFrames(whole, marks)), pairMemory(marked)], 1),
      }
    },
    prompt(patches, entities, mode) {
      const prompt = makePrompt(patches.shape[0], entities)
      return concat([queryFormer(patches, prompt, mode), prompt.tokens], 1)
    },
    keys: QUERIES + INSTRUCTION + (parts.entityPrompt ? 1 + length : 0),
    caption,
  }
}

/** Adds what says which frame a token [2 batch, l, 128] is from; marks [1, 1, 128], before and after. */
function markFrames(both: Tensor, marks: readonly Tensor[]): Tensor {
  return concat(
    splitFrames(both).map((own, at) => add(own, marks[at])),
    0,
  )
}
