import { input } from '../../graph'
import type { Tensor } from '../../graph'
import { CAPTION_LENGTH, IMAGE_SIDE, MASK_SIDE, TOKENS } from '../blocks/sizes'

/** Regions that one pair is taught at a time; unused places teach "no region". */
export const REGION_SLOTS = 4
/** Target of a class that does not count. */
export const IGNORED = -100

const side = MASK_SIDE
const slots = REGION_SLOTS
const length = CAPTION_LENGTH

/** The graph's inputs by name, without the batch: type and shape. */
export const CCRC_INPUTS = {
  before: ['float32', [3, IMAGE_SIDE, IMAGE_SIDE]],
  after: ['float32', [3, IMAGE_SIDE, IMAGE_SIDE]],
  /** 1 where the pair has a change. */
  anything: ['float32', []],
  /** Share of each pixel that changed, before and after. */
  masks: ['float32', [2, side, side]],
  regionMasks: ['float32', [slots, 2, side, side]],
  /** A token that shows the region; for unused places one that shows none. */
  anchors: ['int64', [slots]],
  valid: ['float32', [slots]],
  /** 0 for "no region". */
  categories: ['int64', [slots]],
  attributes: ['int64', [slots, 2, 4]],
  heat: ['float32', [2 * TOKENS]],
  /** 0 for tokens that show a little of a region only. */
  heatCounts: ['float32', [2 * TOKENS]],
  forward: ['int64', [TOKENS]],
  backward: ['int64', [TOKENS]],
  /** For each token how far it went to the other frame, (x, y) in halves of the picture, and 1 where that is known. */
  forwardWays: ['float32', [TOKENS, 3]],
  backwardWays: ['float32', [TOKENS, 3]],
  objectsBefore: ['int64', [TOKENS, 4]],
  objectsAfter: ['int64', [TOKENS, 4]],
  /** Two references and the words to be read, end to end. */
  tokens: ['int64', [3 * length]],
  /** Of the references, shifted by one. */
  targets: ['int64', [2 * length]],
  /** Which regions each word of the references points at. */
  pointed: ['float32', [2 * length, slots]],
  /** 1 where the words to be read have one. */
  read: ['float32', [length]],
  /** 1 where the words to be read are true of the pair; 1 where they are another pair's. */
  readTrue: ['float32', []],
  readOther: ['float32', []],
  /** The caption after reading. */
  againTokens: ['int64', [length]],
  againTargets: ['int64', [length]],
  /** 1 where the captioner is told nothing of the regions. */
  blind: ['float32', []],
  /** 1 where it is told the true mask, 0 where its own. */
  told: ['float32', []],
} as const satisfies Record<string, readonly ['float32' | 'int64', readonly number[]]>

export type CcrcInputName = keyof typeof CCRC_INPUTS

export function ccrcInputs(): Record<CcrcInputName, Tensor> {
  return Object.fromEntries(
    Object.entries(CCRC_INPUTS).map(([name, [dtype, shape]]) => [
      name,
      input(name, ['batch', ...shape], dtype),
    ]),
  ) as Record<CcrcInputName, Tensor>
}
