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
import type { Features } from './backbone'
import { counterparts, type Counterparts } from './counterparts'
import { differenceFeatures, type Differences } from './difference'
import type { Facing } from './facing'
import { TOLD, type FineWays } from './fine-ways'
import { frames, swapFrames, toTokens } from './layout'
import { ATTRIBUTE_LOGITS } from './region-heads'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

/** Aids that every family may have, whatever its paper says. */
export interface PairAids {
  /** Attention between the frames, taught the true correspondence. Without it a token's counterpart is the one in its place. */
  matching: boolean
  /** Every token names the thing that it shows. */
  naming: boolean
}

/** What every family sees of a pair before it does anything of its own. */
export interface SeenPair {
  features: Features
  /** What the aids say of each token, beside what it shows: [2 batch, 256, 128]; null without any. */
  told: Tensor | null
  /** Frame tokens with their places and what the aids say of them: [2 batch, 256, 128]. */
  own: Tensor
  /** The other frame's tokens where this frame has them, with this frame's places: [2 batch, 256, 128]. */
  other: Tensor
  /** What differs, shared by all that a family makes of it. */
  differences: Differences
  /** Columns and rows to the same place in the other frame, in picture halves: [2 batch, 256, 2]. */
  moved: Tensor
  /** Ways to the counterparts as finer cells tell them. */
  fine: FineWays
  /** How the things that tokens show stand. */
  facing: Facing
  /** Logits [2 batch, 256, 257] of the counterpart; null without matching. */
  matches: Tensor | null
  /** Columns and rows to the counterpart, in picture halves: [2 batch, 256, 2]. */
  way: Tensor
  /** Logits [2 batch, 256, 20] of the thing each token shows; null without naming. */
  named: Tensor | null
}

/** Backbone (another one may be given), matching and difference of frames [batch, 3, 128, 128]. */
export function pairEncoder(
  p: Parameters,
  aids: PairAids,
  look: ReturnType<typeof backbone> = backbone(p.scope('backbone')),
): (before: Tensor, after: Tensor, mode: Mode) => SeenPair {
  const { difference, eighth, model } = CHANNELS
  const find = aids.matching ? counterparts(p, eighth) : null
  const differ = differenceFeatures(p.scope('difference'), eighth)
  const name = aids.naming ? nn.linear(p.scope('naming'), eighth, ATTRIBUTE_LOGITS) : null
  const project = nn.linear(p.scope('tokens'), eighth, model)
  const tell = aids.matching ? nn.linear(p.scope('aid'), difference, model) : null
  const say = aids.naming ? nn.linear(p.scope('said'), ATTRIBUTE_LOGITS, model, { bias: false }) : null
  const positions = p.weight('positions', [TOKENS, model], initializers.normal(0.02))
  return (before, after, mode) => {
    const features = look(concat([before, after], 0), mode)
    const tokens = toTokens(features.tokens)
    const found = find === null ? samePlaces(tokens) : find(features, tokens)
    const { matched, fine, place, facing } = found
    const differences = differ(tokens, features.quarter, found, mode)
    const named = name === null ? null : name(tokens)
    const told = sumOf([tell?.(toTokens(differences.map)), say && named && say(sigmoid(named))])
    const own = add(project(tokens), positions)
    return {
      features,
      told,
      own: told === null ? own : add(own, told),
      other: add(project(matched.retrieved), positions),
      differences,
      moved: place.moved,
      fine,
      facing,
      matches: find === null ? null : matched.logits,
      way: matched.way,
      named,
    }
  }
}

/** Null of nothing. */
function sumOf(parts: readonly (Tensor | null | undefined)[]): Tensor | null {
  const known = parts.filter((part) => part !== null && part !== undefined)
  return known.length === 0 ? null : known.reduce((sum, part) => add(sum, part))
}

/** Every token's counterpart is the one in the same place. */
function samePlaces(tokens: Tensor): Counterparts {
  const [n] = tokens.shape
  const itself = new Float32Array(TOKENS * TOKENS)
  for (let token = 0; token < TOKENS; token++) itself[token * (TOKENS + 1)] = 1
  const other = swapFrames(tokens)
  const none = zeros([n, TOKENS, 2])
  const one = zeros([n, TOKENS, 1])
  return {
    matched: {
      logits: zeros([n, TOKENS, TOKENS + 1]),
      weights: add(zeros([n, TOKENS, TOKENS]), constant(itself, [TOKENS, TOKENS])),
      retrieved: other,
      displacement: none,
      alone: one,
      way: none,
    },
    fine: { way: none, doubt: one, told: zeros([n, TOKENS, TOLD]) },
    place: { moved: none, there: other },
    facing: none,
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
  const [before, after] = frames(both)
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
