import { zeroInputs, asFloat32, sliceInputs } from '../../../training/data/batch-inputs'
import { readPixels } from '../../../training/data/training-set'
import type { TrainingPair } from '../../../training/data/training-set'
import type { Batch } from '../../../training/task'
import { uniformAt } from '../../../graph/random'
import { augment } from '../../../training/data/augmentation'
import type { AugmentationOptions, LoadedCrop } from '../../../training/data/augmentation'
import { UNKNOWN } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import type { FrozenEncoder } from '../frozen-encoder'
import { writePlanes } from '../../layers/pixels'

/** The inputs of composed pairs; the same pairs give the same batch. */
export async function composedBatch(
  pairs: readonly TrainingPair[],
  specs: InputSpecs,
  encoder: FrozenEncoder | null,
): Promise<Batch> {
  const { before, after, mask, hasChange } = specs
  const batch = zeroInputs({ before, after, mask, hasChange }, pairs.length)
  const frames = pairs.map((pair, item) => {
    const pixels = readPixels(pair)
    const slice = sliceInputs(batch, item, pairs.length)
    writePlanes(asFloat32(slice.before), pixels.before)
    writePlanes(asFloat32(slice.after), pixels.after)
    const { afterRegions, vacatedRegions } = pixels
    const changed = asFloat32(slice.mask)
    for (let at = 0; at < changed.length; at += 1) {
      changed[at] = afterRegions[at] > 0 || vacatedRegions[at] > 0 ? 1 : 0
    }
    asFloat32(slice.hasChange)[0] = pair.record.categories.length > 0 ? 1 : 0
    return pixels
  })
  return { ...batch, ...(encoder !== null && (await encoder.encode(frames))) }
}

/** The inputs of crops of corrected pairs; the same seed and crops give the same batch. */
export async function correctedBatch(
  loaded: readonly LoadedCrop[],
  seed: number,
  options: AugmentationOptions,
  { specs, encoder }: { specs: InputSpecs; encoder: FrozenEncoder | null },
): Promise<Batch> {
  const { before, after, mask, hasChange } = specs
  const [, side] = before[1]
  const batch = zeroInputs({ before, after, mask, hasChange }, loaded.length)
  let drawn = 0
  const random = (): number => uniformAt(seed, drawn++)
  const frames = loaded.map((one, item) => {
    const { sample, hasKnownMasks } = augment(one, random, options, side)
    const slice = sliceInputs(batch, item, loaded.length)
    writePlanes(asFloat32(slice.before), sample.before)
    writePlanes(asFloat32(slice.after), sample.after)
    const changed = asFloat32(slice.mask)
    for (const { coverage } of sample.regions) {
      // before and after lie end to end, and the network marks the after frame
      for (let at = 0; at < changed.length; at += 1) {
        changed[at] = Math.min(1, changed[at] + coverage[changed.length + at])
      }
    }
    asFloat32(slice.hasChange)[0] = sample.regions.length > 0 ? 1 : hasKnownMasks ? 0 : UNKNOWN
    return sample
  })
  return { ...batch, ...(encoder !== null && (await encoder.encode(frames))) }
}
