import { graphInputs, PAIR_INPUTS } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../layers/sizes'

/** Regions of one pair in a training step; unused slots train "no region". */
export const REGION_SLOTS = 4

/** Anchor tokens in one run of the stage `propose`. */
export const MAX_ANCHORS = 12

const SLOTS = REGION_SLOTS
const LENGTH = CAPTION_LENGTH

/** The graph's inputs by name, without the batch: type and shape. The third of `tokens` are the words to be read. */
export const CCRC_INPUTS = {
  ...PAIR_INPUTS,
  regionMasks: ['float32', [SLOTS, 2, MASK_SIDE, MASK_SIDE]],
  /** A token that shows the region; for unused places one that shows none. */
  anchors: ['int64', [SLOTS]],
  valid: ['float32', [SLOTS]],
  /** 0 for "no region", below 0 where it does not count. */
  categories: ['int64', [SLOTS]],
  attributes: ['int64', [SLOTS, 2, 4]],
  heat: ['float32', [2 * TOKENS]],
  /** 0 for tokens that show a little of a region only. */
  heatCounts: ['float32', [2 * TOKENS]],
  /** Which regions each word of the references points at. */
  pointed: ['float32', [2 * LENGTH, SLOTS]],
  /** 1 where the words to be read have one. */
  read: ['float32', [LENGTH]],
  /** 1 where the words to be read are true of the pair; 1 where they are another pair's. */
  readTrue: ['float32', []],
  readOther: ['float32', []],
  /** The caption after reading. */
  againTokens: ['int64', [LENGTH]],
  againTargets: ['int64', [LENGTH]],
  /** 1 where the caption is conditioned on no region. */
  unconditioned: ['float32', []],
  /** 1 where it is conditioned on the true mask, 0 where on the predicted one. */
  trueCoverage: ['float32', []],
} as const satisfies InputSpecs

export type CcrcInputName = keyof typeof CCRC_INPUTS

export const ccrcInputs = () => graphInputs(CCRC_INPUTS)
