import {
  nn,
  add,
  concat,
  expand,
  initializers,
  sub,
  unsqueeze,
  div,
  gelu,
  greater,
  matmul,
  max,
  mean,
  swapLast,
  toFloat,
  unitRows,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-losses'
import type { EncoderOutput } from '../../layers/pair-network'
import { CHANNELS } from '../../layers/sizes'
import { crossAttend, selfAttend } from '../../layers/pair-context'
import type { AttendOptions } from '../../layers/pair-context'
import { splitFrames } from '../../layers/token-grid'
import { equalPhrases, multiPositiveInfoNce } from '../../layers/contrastive-losses'
import { textEncoder } from '../../layers/text-encoder'
import { PAD, PHRASE_LENGTH } from '../../layers/training-inputs'

/** The parts of region-aware difference distilling (Li et al. 2025, RDD+ACR); numbers are that paper's equations. */

/**
 * Equation (2): F_diff = F_bef - F_aft, once at the places of each frame: [2 batch, 256, c]. With matching, the other
 * frame's tokens are those of the same surface; without it both halves are the printed subtraction.
 */
export function directDifference({ own, other }: Pick<PairFeatures, 'own' | 'other'>): Tensor {
  const [ownBefore, ownAfter] = splitFrames(own)
  const [otherOfBefore, otherOfAfter] = splitFrames(other)
  return concat([sub(ownBefore, otherOfBefore), sub(otherOfAfter, ownAfter)], 0)
}

/** Equation (4): each frame's tokens attend to the difference, F_x [n, l, c] and F_diff [n, l, c] -> [n, l, c]. */
export const globalDifference = crossAttend

interface DistillingOptions extends AttendOptions {
  /** How many learnable vectors. */
  vectors: number
  /** Rounds of the same block. */
  rounds: number
}

/**
 * Equations (6)-(8), `rounds` times with the same parameters: the source attends to itself, the vectors to the
 * source, and a feed-forward part with a shortcut follows. Source [n, k, c] -> vectors [n, vectors, c].
 */
export function distilling(
  p: Parameters,
  features: number,
  { vectors, rounds, ...attention }: DistillingOptions,
): (source: Tensor, mode: Mode) => Tensor {
  const start = p.weight('vectors', [vectors, features], initializers.normal(1))
  const within = selfAttend(p.scope('within'), features, attention)
  const across = crossAttend(p.scope('across'), features, attention)
  const forward = nn.feedForward(p.scope('forward'), features, 2 * features)
  const norm = attention.bare === true ? null : nn.layerNorm(p.scope('norm'), features)
  return (source, mode) => {
    let attended = source
    let distilled = expand(unsqueeze(start, 0), [source.shape[0], vectors, features])
    for (let round = 0; round < rounds; round++) {
      attended = within(attended, mode)
      const read = across(distilled, attended, mode)
      distilled = add(forward(norm === null ? read : norm(read)), read)
    }
    return distilled
  }
}

/** Equation (9): global, object and action features end to end, self-attention, and a layer with a shortcut. */
export function multiScaleFusion(
  p: Parameters,
  features: number,
  attention: AttendOptions,
): (scales: readonly Tensor[], mode: Mode) => Tensor {
  const within = selfAttend(p.scope('within'), features, attention)
  const forward = nn.linear(p.scope('forward'), features, features)
  return (scales, mode) => {
    const mixed = within(concat(scales, 1), mode)
    return add(forward(mixed), mixed)
  }
}

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

interface RddEncoding extends EncoderOutput {
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
  /** In training only; null where neither loss is enabled. */
  attributes: AttributeTokens | null
}

const OBJECTS = 16
const ACTIONS = 5
const ROUNDS = 2
const ATTENTION = { heads: 4 }

/** Region-aware difference distilling on the shared backbone, at 128 features in place of 512. */
export function rddNetwork(p: Parameters, words: number, parts: RddParts): RddNetwork {
  const { model } = CHANNELS
  const encodePair = pairEncoder(p.scope('pair'), parts)
  const enrich = parts.globalDifference ? globalDifference(p.scope('global'), model, ATTENTION) : null
  const distill = (name: string, vectors: number): ReturnType<typeof distilling> =>
    distilling(p.scope(name), model, { ...ATTENTION, vectors, rounds: ROUNDS })
  const objects = parts.objectDistilling ? distill('objects', OBJECTS) : null
  const actions = parts.actionDistilling ? distill('actions', ACTIONS) : null
  const fuse = objects || actions ? multiScaleFusion(p.scope('fusion'), model, ATTENTION) : null
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

/** Attribute-guided contrastive regularisation (Li et al. 2025); in training only. */

/** Phrases of one kind, joined by "and", in tokens. */
export const JOINED_LENGTH = 2 * PHRASE_LENGTH

interface AttributeTokens {
  /** int64 [n, JOINED_LENGTH] -> F_noun [n, features] */
  nouns: (ids: Tensor, mode: Mode) => Tensor
  verbs: (ids: Tensor, mode: Mode) => Tensor
}

interface AttributeOptions {
  words: number
  /** Learnable prompt vectors before the phrases (Zhou et al. 2022); 0 for none. Default 4. */
  prompt?: number
}

/** A text encoder with a learnable prompt, and an adapter of three layers, for nouns and for verbs. */
export function attributeTokens(
  p: Parameters,
  features: number,
  { words, prompt = 4 }: AttributeOptions,
): AttributeTokens {
  const encode = textEncoder(p.scope('text'), { words, length: JOINED_LENGTH, features })
  const kind = (own: Parameters): ((ids: Tensor, mode: Mode) => Tensor) => {
    const start =
      prompt === 0 ? undefined : own.weight('prompt', [prompt, features], initializers.normal(0.05))
    const layers = [0, 1, 2].map((index) => nn.linear(own.scope(`adapter${index}`), features, features))
    return (ids, mode) => {
      const { pooled } = encode(ids, mode, start)
      return layers[2](gelu(layers[1](gelu(layers[0](pooled)))))
    }
  }
  return { nouns: kind(p.scope('nouns')), verbs: kind(p.scope('verbs')) }
}

/** Equation (10): the mean of the distilled vectors [n, k, c] -> [n, c]. */
export function meanVector(vectors: Tensor): Tensor {
  return mean(vectors, { axes: [1] })
}

/**
 * Equations (11)-(13): InfoNCE over cosines from language to vision and back, half of each; both [n, c]. Captions
 * without such a phrase (int64 ids [n, length], all padding) are ignored, and pairs of equal phrases are positives
 * of each other, because many captions state that nothing changed; where all differ it is as printed.
 */
export function alignmentLoss(language: Tensor, vision: Tensor, ids: Tensor, temperature: number): Tensor {
  const scores = div(matmul(unitRows(language), swapLast(unitRows(vision))), temperature)
  const counts = toFloat(greater(max(toFloat(ids), { axes: [1] }), PAD))
  return multiPositiveInfoNce(scores, equalPhrases(ids), counts)
}
