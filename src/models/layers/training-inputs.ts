import { input } from '../../graph'
import type { Tensor } from '../../graph'
import { CAPTION_LENGTH, IMAGE_SIDE, MASK_SIDE, TOKENS } from './sizes'

/** Type and shape of an input, without the batch. */
export type InputSpec = readonly ['float32' | 'int64', readonly number[]]
export type InputSpecs = Readonly<Record<string, InputSpec>>
export type InputTensors<Specs extends InputSpecs> = Readonly<Record<keyof Specs, Tensor>>

/** Target of a class that does not count. */
export const IGNORED = -100
/** In the place of 0 or 1 where neither is known. */
export const UNKNOWN = -1
/** Fills up token inputs. */
export const PAD = 0
/** The longest phrase that is read, in tokens. */
export const PHRASE_LENGTH = 12

const FRAME = [3, IMAGE_SIDE, IMAGE_SIDE] as const

/** Inputs of a training pair for every family, under the names and in the shapes of CCRC's inputs. */
export const PAIR_INPUTS = {
  before: ['float32', FRAME],
  after: ['float32', FRAME],
  /** 1 where the pair has a change, 0 where it has none, -1 where that is not known. */
  hasChange: ['float32', []],
  /** Share of each pixel that changed, before and after; all 0 where that is not known. */
  masks: ['float32', [2, MASK_SIDE, MASK_SIDE]],
  /** For each token the other frame's token, or 256 for none. */
  forward: ['int64', [TOKENS]],
  backward: ['int64', [TOKENS]],
  /** For each token how far it went to the other frame, (x, y) in halves of the picture, and 1 where that is known. */
  forwardWays: ['float32', [TOKENS, 3]],
  backwardWays: ['float32', [TOKENS, 3]],
  /** Cosine and sine of four times the turn of the cube that a token shows, and 1 where it shows one. */
  orientationBefore: ['float32', [TOKENS, 3]],
  orientationAfter: ['float32', [TOKENS, 3]],
  /** Classes of the four attributes of the object that a token shows; 0 for none. */
  objectsBefore: ['int64', [TOKENS, 4]],
  objectsAfter: ['int64', [TOKENS, 4]],
  /** Two references end to end; a third caption behind them is CCRC's alone. */
  tokens: ['int64', [3 * CAPTION_LENGTH]],
  /** Of the references, shifted by one. */
  targets: ['int64', [2 * CAPTION_LENGTH]],
} as const satisfies InputSpecs

export type PairInputTensors = InputTensors<typeof PAIR_INPUTS>

/** A phrase of one reference, for families that train a similarity of phrases and images. */
export const PHRASE_INPUTS = {
  /** Filled up with padding. */
  entity: ['int64', [PHRASE_LENGTH]],
  /** 1 where it names an object that changed. */
  named: ['float32', []],
} as const satisfies InputSpecs

/** An input [batch, ...] for each name. */
export function graphInputs<Specs extends InputSpecs>(specs: Specs): InputTensors<Specs> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, [dtype, shape]]) => [name, input(name, ['batch', ...shape], dtype)]),
  ) as Record<keyof Specs, Tensor>
}
