import {
  add,
  concat,
  constant,
  initializers,
  mean,
  nn,
  reshape,
  sigmoid,
  slice,
  split,
  unsqueeze,
  zeros,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { backbone } from './backbone'
import type { BackboneFeatures } from './backbone'
import { correspondences } from './correspondences'
import type { Correspondences, Orientation } from './correspondences'
import { differenceFeatures } from './difference-features'
import type { DifferenceFeatures } from './difference-features'
import { FLOW_FEATURES } from './fine-flow'
import type { FineFlow } from './fine-flow'
import { splitFrames, swapFrames, toTokens } from './token-grid'
import { ATTRIBUTE_LOGITS } from './region-heads'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

/** Auxiliary tasks that every family may have, beyond its paper. */
export interface AuxiliaryTasks {
  /** Attention between the frames, trained on the true correspondence. Without it a token's counterpart is the one in its place. */
  matching: boolean
  /** Every token predicts the attributes of the object that it shows. */
  naming: boolean
}

/** The shared features of a pair, which each family builds on. */
export interface PairFeatures {
  features: BackboneFeatures
  /** Features from the auxiliary tasks: [2 batch, 256, 128]; null without any. */
  auxiliary: Tensor | null
  /** Frame tokens with their positions and auxiliary features: [2 batch, 256, 128]. */
  own: Tensor
  /** The other frame's tokens where this frame has them, with this frame's places: [2 batch, 256, 128]. */
  other: Tensor
  /** The difference features that a family's heads share. */
  differences: DifferenceFeatures
  /** Columns and rows to the same place in the other frame, in picture halves: [2 batch, 256, 2]. */
  backgroundFlow: Tensor
  /** Flow to the counterparts at the resolution of cells. */
  fineFlow: FineFlow
  /** Orientation of the objects that tokens show. */
  orientation: Orientation
  /** Logits [2 batch, 256, 257] of the counterpart; null without matching. */
  matches: Tensor | null
  /** Columns and rows to the counterpart, in picture halves: [2 batch, 256, 2]. */
  flow: Tensor
  /** Logits [2 batch, 256, 20] of the object each token shows; null without naming. */
  objects: Tensor | null
}

/** Backbone (another one may be given), matching and difference of frames [batch, 3, 128, 128]. */
export function pairEncoder(
  p: Parameters,
  aids: AuxiliaryTasks,
  encodeFrames: ReturnType<typeof backbone> = backbone(p.scope('backbone')),
): (before: Tensor, after: Tensor, mode: Mode) => PairFeatures {
  const { difference, eighth, model } = CHANNELS
  const match = aids.matching ? correspondences(p, eighth) : null
  const differenceOf = differenceFeatures(p.scope('difference'), eighth)
  const nameObjects = aids.naming ? nn.linear(p.scope('naming'), eighth, ATTRIBUTE_LOGITS) : null
  const project = nn.linear(p.scope('tokens'), eighth, model)
  const projectDifference = aids.matching ? nn.linear(p.scope('aid'), difference, model) : null
  const projectObjects = aids.naming
    ? nn.linear(p.scope('said'), ATTRIBUTE_LOGITS, model, { bias: false })
    : null
  const positions = p.weight('positions', [TOKENS, model], initializers.normal(0.02))
  return (before, after, mode) => {
    const features = encodeFrames(concat([before, after], 0), mode)
    const tokens = toTokens(features.tokens)
    const correspondences = match === null ? identityCorrespondences(tokens) : match(features, tokens)
    const { matches, fineFlow, background, orientation } = correspondences
    const differences = differenceOf(tokens, features.quarter, correspondences, mode)
    const objects = nameObjects === null ? null : nameObjects(tokens)
    const auxiliary = sumOf([
      projectDifference?.(toTokens(differences.map)),
      projectObjects && objects && projectObjects(sigmoid(objects)),
    ])
    const own = add(project(tokens), positions)
    return {
      features,
      auxiliary,
      own: auxiliary === null ? own : add(own, auxiliary),
      other: add(project(matches.retrieved), positions),
      differences,
      backgroundFlow: background.flow,
      fineFlow,
      orientation,
      matches: match === null ? null : matches.logits,
      flow: matches.flow,
      objects,
    }
  }
}

/** Null of nothing. */
function sumOf(parts: readonly (Tensor | null | undefined)[]): Tensor | null {
  const present = parts.filter((part) => part !== null && part !== undefined)
  return present.length === 0 ? null : present.reduce((sum, part) => add(sum, part))
}

/** Every token's counterpart is the one in the same place. */
function identityCorrespondences(tokens: Tensor): Correspondences {
  const [n] = tokens.shape
  const itself = new Float32Array(TOKENS * TOKENS)
  for (let token = 0; token < TOKENS; token++) {
    itself[token * (TOKENS + 1)] = 1
  }
  const other = swapFrames(tokens)
  const none = zeros([n, TOKENS, 2])
  const one = zeros([n, TOKENS, 1])
  return {
    matches: {
      logits: zeros([n, TOKENS, TOKENS + 1]),
      weights: add(zeros([n, TOKENS, TOKENS]), constant(itself, [TOKENS, TOKENS])),
      retrieved: other,
      displacement: none,
      unmatched: one,
      flow: none,
    },
    fineFlow: { flow: none, logUncertainty: one, features: zeros([n, TOKENS, FLOW_FEATURES]) },
    background: { flow: none, tokens: other },
    orientation: none,
  }
}

/** Logits that a token of the other frame shows the same, to add to attention scores: [2 batch, 1, 256, 256]. */
export function matchBias(matches: Tensor): Tensor {
  const [counterparts] = split(matches, 2, [TOKENS, 1])
  return unsqueeze(counterparts, 1)
}

/**
 * Tokens of both frames [2 batch, 256, c] as one memory [batch, 320, c]: the before frame at 8 x 8, the after
 * frame at 16 x 16, which costs an attention over all of them half as much as both in full.
 */
export function pairMemory(both: Tensor): Tensor {
  const [before, after] = splitFrames(both)
  return concat([halfGrid(before), after], 1)
}

/** Keys of a memory made by `pairMemory`. */
export const PAIR_KEYS = TOKENS + TOKENS / 4

/** Means of 2 x 2 tokens: [n, 256, c] -> [n, 64, c]. */
export function halfGrid(tokens: Tensor): Tensor {
  const half = GRID_SIDE / 2
  const cells = reshape(tokens, [tokens.shape[0], half, 2, half, 2, tokens.shape[2]])
  return reshape(mean(cells, { axes: [2, 4] }), [tokens.shape[0], half * half, tokens.shape[2]])
}

/** The two references of `tokens` [batch, 3 * 28]. */
export function references(tokens: Tensor): Tensor {
  const length = Number(tokens.shape[1]) / 3
  return slice(tokens, { 1: { start: 0, end: 2 * length } })
}
