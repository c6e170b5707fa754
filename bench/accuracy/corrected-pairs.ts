import { decodePair } from '../../src/frames/decode-pair'
import { emptyBitmap } from '../../src/mask/bitmap'
import { componentExtents, labelComponents } from '../../src/mask/components'
import { encodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import type { ModelProposer } from '../../src/models/model-proposer'
import type { CorrectedPair } from '../../src/training/data/corrected-pair'
import { boardDefects } from '../board-labels'
import { grey, unionOf } from '../evaluation-sets'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'
import { UNKNOWN } from './scoring'

/** Of the corrected pairs, each fifth chooses among the weights of a run, as in the program. */
const HELD_OUT_EACH = 5
/** Pixels of the smallest region that a person would mark. */
const LEAST_AREA = 12

/**
 * Pairs as if a person had corrected the model's proposals. Where the truth is unknown they leave what is proposed.
 * @param folder of the set
 */
export async function correctedPairs(
  folder: string,
  pairs: readonly (MaskedPair | BoxedPair)[],
  model: ModelProposer,
): Promise<CorrectedPair[]> {
  const corrected: CorrectedPair[] = []
  for (const [index, pair] of pairs.entries()) {
    const { key, before, after } = pair
    const masks = await correctedMasks(folder, pair, model)
    corrected.push({
      pairId: index + 1,
      key,
      before,
      after,
      regions: masks.map((mask) => ({ category: 'change', mask, beforeMask: null })),
      isUnchanged: masks.length === 0,
      captions: [],
      links: [],
      isHeldOut: index % HELD_OUT_EACH === HELD_OUT_EACH - 1,
    })
  }
  return corrected
}

/** Of boards what differs inside of the boxes; else the connected parts of the mask. */
async function correctedMasks(
  folder: string,
  pair: MaskedPair | BoxedPair,
  model: ModelProposer,
): Promise<Rle[]> {
  const frames = await decodePair(pair.before, pair.after)
  if ('boxes' in pair) {
    return boardDefects(folder, pair.key, frames).map(({ mask }) => mask)
  }
  const { width, height } = frames.after
  const truth = await grey(pair.truth)
  const proposed = truth.some((value) => UNKNOWN.has(value))
    ? unionOf(await model.propose(frames.before, frames.after, ''), frames.after)
    : null
  const data = Uint8Array.from(truth, (value, at) => {
    const isLeft = proposed !== null && UNKNOWN.has(value) && proposed[at] === 1
    return value === 255 || isLeft ? 1 : 0
  })
  const components = labelComponents({ width, height, data }, 8)
  return componentExtents(components)
    .filter(({ area }) => area >= LEAST_AREA)
    .map(({ label, bounds }) => {
      const bitmap = emptyBitmap(width, height)
      components.labels.forEach((own, at) => {
        bitmap.data[at] = own === label ? 1 : 0
      })
      return encodeRle(bitmap, bounds)
    })
}
