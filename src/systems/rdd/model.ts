import { nn } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { captionDecoder } from '../blocks/caption-decoder'
import type { CaptionDecoder } from '../blocks/caption-decoder'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../blocks/pair'
import type { SeenPair } from '../blocks/pair'
import { pairMasks } from '../blocks/pair-masks'
import type { Sight } from '../blocks/pair-stages'
import { CHANNELS } from '../blocks/sizes'
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

export interface RddSight extends Sight {
  seen: SeenPair
  /** F_object [batch, 16, 128] and F_action [batch, 5, 128]; null where they are left out. */
  objects: Tensor | null
  actions: Tensor | null
}

export interface Rdd {
  see: (before: Tensor, after: Tensor, mode: Mode) => RddSight
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
export function rdd(p: Parameters, words: number, parts: RddParts): Rdd {
  const { model } = CHANNELS
  const look = pairEncoder(p.scope('pair'), parts)
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
    see(before, after, mode) {
      const seen = look(before, after, mode)
      const difference = directDifference(seen)
      const enriched = enrich === null ? difference : enrich(seen.own, difference, mode)
      const whole = pairMemory(enriched)
      const things = objects === null ? null : objects(whole, mode)
      const doings = actions === null ? null : actions(things ?? whole, mode)
      const scales = [whole, things, doings].filter((scale) => scale !== null)
      return {
        seen,
        masks: masks(seen, enriched, mode),
        objects: things,
        actions: doings,
        memory: norm(fuse === null ? whole : fuse(scales, mode)),
      }
    },
    keys: PAIR_KEYS + (objects ? OBJECTS : 0) + (actions ? ACTIONS : 0),
    caption,
    attributes: isAligned ? attributeTokens(p.scope('attributes'), model, { words }) : null,
  }
}
