import { decodePair } from '../../src/frames/decode-pair'
import { emptyBitmap } from '../../src/mask/bitmap'
import { componentExtents, labelComponents } from '../../src/mask/components'
import { encodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import type { CorrectedPair } from '../../src/training/data/corrected-pair'
import { boardDefects } from '../board-labels'
import { grey } from '../evaluation-sets'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'

/** Of the corrected pairs, each fifth chooses among the weights of a run, as in the program. */
const HELD_OUT_EACH = 5
/** Pixels of the smallest region that a person would mark. */
const LEAST_AREA = 12

/** Pairs as if a person had marked their true masks. @param folder of the set */
export function correctedPairs(
  folder: string,
  pairs: readonly (MaskedPair | BoxedPair)[],
): Promise<CorrectedPair[]> {
  return Promise.all(
    pairs.map(async (pair, index) => {
      const { key, before, after } = pair
      const masks = await trueMasks(folder, pair)
      return {
        pairId: index + 1,
        key,
        before,
        after,
        regions: masks.map((mask) => ({ category: 'change', mask, beforeMask: null })),
        isUnchanged: masks.length === 0,
        captions: [],
        links: [],
        isHeldOut: index % HELD_OUT_EACH === HELD_OUT_EACH - 1,
      }
    }),
  )
}

/** Of boards what differs inside of the boxes; else the connected parts of the true mask. */
async function trueMasks(folder: string, pair: MaskedPair | BoxedPair): Promise<Rle[]> {
  const frames = await decodePair(pair.before, pair.after)
  if ('boxes' in pair) {
    return boardDefects(folder, pair.key, frames).map(({ mask }) => mask)
  }
  const { width, height } = frames.after
  const truth = await grey(pair.truth)
  const components = labelComponents(
    { width, height, data: Uint8Array.from(truth, (value) => (value === 255 ? 1 : 0)) },
    8,
  )
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
