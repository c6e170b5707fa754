import { add, concat, initializers, mul, unsqueeze } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { captionDecoder } from '../blocks/caption-decoder'
import type { CaptionDecoder } from '../blocks/caption-decoder'
import { dualEncoder } from '../blocks/dual-encoder'
import type { DualEncoder } from '../blocks/dual-encoder'
import { frames } from '../blocks/layout'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../blocks/pair'
import type { SeenPair } from '../blocks/pair'
import { pairMasks } from '../blocks/pair-masks'
import type { PairMasks } from '../blocks/pair-masks'
import { CHANNELS, TOKENS } from '../blocks/sizes'
import { PHRASE_LENGTH } from '../blocks/training-inputs'
import { visionEncoder } from './encoder'
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

export interface DavirSight {
  seen: SeenPair
  masks: PairMasks
  /** Of both frames: [2 batch, 256]. */
  attention: Tensor
  /** [batch, 322, 128] */
  patches: Tensor
}

export interface Davir {
  dual: DualEncoder
  look: (before: Tensor, after: Tensor, mode: Mode) => DavirSight
  /** Patches and entities int64 [batch, 2, 12] (or null) -> the decoder's memory [batch, keys, 128]. */
  prompt: (patches: Tensor, entities: Tensor | null, mode: Mode) => Tensor
  keys: number
  caption: CaptionDecoder
}

/** Attention taught to look at changes, and a decoder prompted with what they might be, in place of a 7B model. */
export function davir(p: Parameters, words: number, parts: DavirParts): Davir {
  const { model } = CHANNELS
  const see = pairEncoder(p.scope('pair'), parts)
  const dual = dualEncoder(p.scope('dual'), words)
  const encode = visionEncoder(p.scope('encoder'), { features: model, heads: HEADS, layers: LAYERS })
  const lit = p.weight('attended', [1, 1, model], initializers.normal(0.1))
  const masks = pairMasks(p.scope('masks'))
  const marks = ['markBefore', 'markAfter'].map((name) =>
    p.weight(name, [1, 1, model], initializers.normal(0.1)),
  )
  const length = DAVIR_ENTITIES * PHRASE_LENGTH
  const sizes = { words, features: model, instruction: INSTRUCTION, length }
  const makePrompt = entityPrompt(p.scope('prompt'), sizes)
  const ask = queryTransformer(p.scope('queries'), {
    features: model,
    heads: HEADS,
    layers: LAYERS,
    queries: QUERIES,
  })
  const caption = captionDecoder(p.scope('caption'), { words })
  return {
    dual,
    look(before, after, mode) {
      const seen = see(before, after, mode)
      const { whole, patches, attention } = encode(seen.own, mode)
      const share = unsqueeze(mul(attention, TOKENS), 2)
      const marked = markFrames(patches, marks)
      return {
        seen,
        attention,
        masks: masks(seen, add(patches, mul(share, lit)), mode),
        patches: concat([...frames(markFrames(whole, marks)), pairMemory(marked)], 1),
      }
    },
    prompt(patches, entities, mode) {
      const prompt = makePrompt(patches.shape[0], entities)
      return concat([ask(patches, prompt, mode), prompt.tokens], 1)
    },
    keys: QUERIES + INSTRUCTION + (parts.entityPrompt ? 1 + length : 0),
    caption,
  }
}

/** Adds what says which frame a token [2 batch, l, 128] is from; marks [1, 1, 128], before and after. */
function markFrames(both: Tensor, marks: readonly Tensor[]): Tensor {
  return concat(
    frames(both).map((own, at) => add(own, marks[at])),
    0,
  )
}
