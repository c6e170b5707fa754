import {
  add,
  concat,
  initializers,
  mul,
  unsqueeze,
  expand,
  nn,
  paddingMask,
  scalar,
  split,
  mean,
  reshape,
  slice,
} from '../../../graph/index'
import type { Mode, Parameters, Tensor } from '../../../graph/index'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { dualEncoder } from '../../layers/dual-encoder'
import type { DualEncoder } from '../../layers/dual-encoder'
import { splitFrames } from '../../layers/token-grid'
import { PAIR_KEYS, pairEncoder, pairMemory } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-losses'
import type { PairMasks } from '../../layers/pair-losses'
import { CHANNELS, TOKENS } from '../../layers/sizes'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { entityPrompt } from './prompt'
import type { Prompt } from './prompt'

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
  /** What the shared encoder sees in a pair. */
  encodePair: (before: Tensor, after: Tensor, mode: Mode) => PairFeatures
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
  const dual = dualEncoder(p.scope('dual'), words, parts.naming)
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
    encodePair,
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

/** Adds the embedding of the frame to tokens [2 batch, l, 128]; marks [1, 1, 128], before and after. */
function markFrames(both: Tensor, marks: readonly Tensor[]): Tensor {
  return concat(
    splitFrames(both).map((own, at) => add(own, marks[at])),
    0,
  )
}

export interface QuerySizes {
  features: number
  heads: number
  layers: number
  queries: number
}

/**
 * The Q of equation (11), as a small Q-Former (Li et al. 2023; Dai et al. 2023): learnable queries and the prompt
 * attend to each other, the queries to the image tokens [n, keys, c] -> [n, queries, c].
 */
export function queryTransformer(
  p: Parameters,
  { features, heads, layers, queries }: QuerySizes,
): (pair: Tensor, prompt: Prompt, mode: Mode) => Tensor {
  const start = p.weight('queries', [queries, features], initializers.normal(0.5))
  const blocks = Array.from({ length: layers }, (_, index) => {
    const own = p.scope(`layer${index}`)
    return {
      norms: ['norm1', 'norm2', 'norm3'].map((name) => nn.layerNorm(own.scope(name), features)),
      together: nn.selfAttention(own.scope('self'), features, { heads }),
      attendToImage: nn.crossAttention(own.scope('cross'), features, { heads }),
      forward: nn.feedForward(own.scope('forward'), features, 2 * features),
    }
  })
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (pair, prompt, mode) => {
    const [n] = pair.shape
    const words = Number(prompt.tokens.shape[1])
    const mask = paddingMask(concat([expand(scalar(1), [n, queries]), prompt.present], 1))
    let x = concat([expand(unsqueeze(start, 0), [n, queries, features]), prompt.tokens], 1)
    for (const { norms, together, attendToImage, forward } of blocks) {
      const mixed = add(x, together(norms[0](x), mode, mask).output)
      const [queryTokens, promptTokens] = split(mixed, 1, [queries, words])
      const attended = add(queryTokens, attendToImage(norms[1](queryTokens), pair, mode).output)
      const both = concat([attended, promptTokens], 1)
      x = add(both, forward(norms[2](both)))
    }
    return norm(split(x, 1, [queries, words])[0])
  }
}

export interface Encoded {
  /** [n, 1, c] */
  whole: Tensor
  /** [n, patches, c] */
  patches: Tensor
  /** Equation (5): attention of the class token of the last layer, mean over heads, patches alone: [n, patches]. */
  attention: Tensor
}

export interface EncoderSizes {
  features: number
  heads: number
  layers: number
}

/** A class token and patches [n, patches, c] through transformer layers (Dosovitskiy et al. 2021). */
export function visionEncoder(
  p: Parameters,
  { features, heads, layers }: EncoderSizes,
): (patches: Tensor, mode: Mode) => Encoded {
  const token = p.weight('class', [1, features], initializers.normal(0.02))
  const blocks = Array.from({ length: layers }, (_, index) =>
    encoderLayerWithWeights(p.scope(`layer${index}`), features, heads),
  )
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (patches, mode) => {
    const [n, count] = [patches.shape[0], Number(patches.shape[1])]
    let x = concat([expand(unsqueeze(token, 0), [n, 1, features]), patches], 1)
    let weights: Tensor | null = null
    for (const block of blocks) {
      const pair = block(x, mode)
      x = pair.x
      weights = pair.weights
    }
    if (weights === null) {
      throw new RangeError('an encoder needs a layer')
    }
    const fromClass = slice(weights, { 2: { start: 0, end: 1 }, 3: { start: 1, end: count + 1 } })
    const normed = norm(x)
    return {
      whole: slice(normed, { 1: { start: 0, end: 1 } }),
      patches: slice(normed, { 1: { start: 1, end: count + 1 } }),
      attention: reshape(mean(fromClass, { axes: [1] }), [n, count]),
    }
  }
}

/** As nn.encoderLayer, with the attention weights [n, heads, l, l]. */
function encoderLayerWithWeights(
  p: Parameters,
  features: number,
  heads: number,
): (x: Tensor, mode: Mode) => { x: Tensor; weights: Tensor } {
  const norms = ['norm1', 'norm2'].map((name) => nn.layerNorm(p.scope(name), features))
  const attend = nn.selfAttention(p.scope('self'), features, { heads })
  const forward = nn.feedForward(p.scope('forward'), features, 2 * features)
  return (x, mode) => {
    const { output, weights } = attend(norms[0](x), mode)
    const pair = add(x, output)
    return { x: add(pair, forward(norms[1](pair))), weights }
  }
}
