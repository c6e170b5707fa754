import { nn } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-masks'
import type { EncoderOutput } from '../../layers/pair-stages'
import { CHANNELS } from '../../layers/sizes'
import { directDifference, distilling, globalDifference, multiScaleFusion } from './distilling'
import { attributeTokens } from './regularization'
import type { AttributeTokens } from './regularization'

/** Parts that can be left out; without the first three the memory is the direct subtraction. */
export const RDD_PARTS = [
  'globalDifference',
  'objectDistilling',
  'actionDistilling',
  'nounsToObjects',
  'verbsToActions',
  'matching',
  'naming',
] as const
export type RddParts = Readonly<Record<(typeof RDD_PARTS)[number], boolean>>

export interface RddEncoding extends EncoderOutput {
  pair: PairFeatures
  /** F_object [batch, 16, 128] and F_action [batch, 5, 128]; null where they are left out. */
  objects: Tensor | null
  actions: Tensor | null
}

export interface RddNetwork {
  encode: (before: Tensor, after: Tensor, mode: Mode) => RddEncoding
  /** Keys of the memory. */
  keys: number
  caption: CaptionDecoder
  /** In training only; null where neither loss is asked for. */
  attributes: AttributeTokens | null
}

const OBJECTS = 16
const ACTIONS = 5
const ROUNDS = 2
const attention = { heads: 4 }

/** Region-aware difference distilling on the shared backbone, at 128 features in place of 512. */
export function rddNetwork(p: Parameters, words: number, parts: RddParts): RddNetwork {
  const { model } = CHANNELS
  const encodePair = pairEncoder(p.scope('pair'), parts)
  const enrich = parts.globalDifference ? globalDifference(p.scope('global'), model, attention) : null
  const distill = (name: string, vectors: number): ReturnType<typeof distilling> =>
    distilling(p.scope(name), model, { ...attention, vectors, rounds: ROUNDS })
  const objects = parts.objectDistilling ? distill('objects', OBJECTS) : null
  const actions = parts.actionDistilling ? distill('actions', ACTIONS) : null
  const fuse = objects || actions ? multiScaleFusion(p.scope('fusion'), model, attention) : null
  const norm = nn.layerNorm(p.scope('norm'), model)
  const masks = pairMasks(p.scope('masks'))
  const caption = captionDecoder(p.scope('caption'), { words })
  const isAligned = (parts.nounsToObjects && objects) || (parts.verbsToActions && actions)
  return {
    encode(before, after, mode) {
      const pairFeatures = encodePair(before, after, mode)
      const difference = directDifference(pairFeatures)
      const enriched = enrich === null ? difference : enrich(pairFeatures.own, difference, mode)
      const whole = pairMemory(enriched)
      const objectTokens = objects === null ? null : objects(whole, mode)
      const actionTokens = actions === null ? null : actions(objectTokens ?? whole, mode)
      const scales = [whole, objectTokens, actionTokens].filter((scale) => scale !== null)
      return {
        pair: pairFeatures,
        masks: masks(pairFeatures, enriched, mode),
        objects: objectTokens,
        actions: actionTokens,
        memory: norm(fuse === null ? whole : fuse(scales, mode)),
      }
    },
    keys: PAIR_KEYS + (objects ? OBJECTS : 0) + (actions ? ACTIONS : 0),
    caption,
    attributes: isAligned ? attributeTokens(p.scope('attributes'), model, { words }) : null,
  }
}
