import { zeroInputs, asFloat32, sliceInputs } from '../../../training/data/batch-inputs'
import { readPixels } from '../../../training/data/training-set'
import type { TrainingPair } from '../../../training/data/training-set'
import type { Batch } from '../../../training/stage'
import type { InputSpecs } from '../../layers/training-inputs'
import type { FrozenEncoder } from '../frozen-encoder'
import { writeFrame } from '../pixels'

/** The inputs of composed pairs; the same pairs give the same batch. */
export async function composedBatch(
  pairs: readonly TrainingPair[],
  specs: InputSpecs,
  encoder: FrozenEncoder | null,
): Promise<Batch> {
  const { before, after, mask, anything } = specs
  const batch = zeroInputs({ before, after, mask, anything }, pairs.length)
  const frames = pairs.map((pair, item) => {
    const pixels = readPixels(pair)
    const slice = sliceInputs(batch, item, pairs.length)
    writeFrame(asFloat32(slice.before), pixels.before)
    writeFrame(asFloat32(slice.after), pixels.after)
    const { afterRegions, vacatedRegions } = pixels
    const changed = asFloat32(slice.mask)
    for (let at = 0; at < changed.length; at += 1) {
      changed[at] = afterRegions[at] > 0 || vacatedRegions[at] > 0 ? 1 : 0
    }
    asFloat32(slice.anything)[0] = pair.record.categories.length > 0 ? 1 : 0
    return pixels
  })
  return { ...batch, ...(encoder !== null && (await encoder.encode(frames))) }
}
