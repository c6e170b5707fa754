import { existsSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { decodePair } from '../../images/decode'
import { ImageError, sizesDisagree } from '../../images/error'
import { register } from '../../images/registration/register'
import { homographySchema } from '../../domain/pair'
import { z } from 'zod'
import { cropPair, TRAINING_CROP_OPTIONS, HELD_OUT_CROP_OPTIONS } from './training-crop'
import { readCrop, serializeCrops, cropRecordSchema } from './crop-file'
import type { CropRecord } from './crop-file'
import { FineTuneError } from './corrected-pair'
import type { CorrectedPair } from './corrected-pair'
import { readOptional, RUN_FILES } from '../run-folder'
import type { Movement } from './training-sample'
import type { LoadedCrop } from './augmentation'

const preparedSchema = z.object({
  movement: z.union([z.literal('unknown'), homographySchema, z.null()]),
  cuts: z.array(cropRecordSchema),
})

export interface PreparedPair {
  readonly item: CorrectedPair
  readonly movement: Movement
  readonly crops: readonly CropRecord[]
  readonly path: string
}

/** Target number of crops of all pairs together; the fewer windows there are, the more sizes of each. */
const TARGET_CROPS = 1500

/**
 * Crops every pair once; crops from before an interruption are reused. A pair whose images are missing ends the run.
 * @throws FineTuneError
 */
export async function preparePairs(
  run: string,
  items: readonly CorrectedPair[],
  seed: number,
  progress: (done: number) => void,
): Promise<PreparedPair[]> {
  const folder = join(run, RUN_FILES.crops)
  mkdirSync(folder, { recursive: true })
  const boxes = items.reduce((sum, { regions }) => sum + regions.length + 2, 0)
  const variants = Math.max(1, Math.min(3, Math.round(TARGET_CROPS / Math.max(1, boxes))))
  const pairs: PreparedPair[] = []
  for (const [index, item] of items.entries()) {
    progress(index)
    const name = String(index).padStart(6, '0')
    const path = join(folder, `${name}.bin`)
    const list = join(folder, `${name}.json`)
    const stored = existsSync(path) ? readOptional(list, preparedSchema) : null
    const prepared = stored ?? (await prepareOne(item, index, path, list, { variants, seed }))
    pairs.push({ item, path, movement: prepared.movement, crops: prepared.cuts })
  }
  progress(items.length)
  return pairs
}

async function prepareOne(
  item: CorrectedPair,
  index: number,
  path: string,
  list: string,
  { variants, seed }: { variants: number; seed: number },
): Promise<z.infer<typeof preparedSchema>> {
  const frames = await decode(item)
  const { homography, view } = await register(frames.before, frames.after)
  const movement = view === 'unknown' ? 'unknown' : homography
  const cropOptions = item.isHeldOut ? HELD_OUT_CROP_OPTIONS : { ...TRAINING_CROP_OPTIONS, variants }
  try {
    const crops = cropPair(item, frames, homography, { ...cropOptions, seed: seed + index })
    const { bytes, records } = serializeCrops(index, crops)
    // the list comes last: where it is, the rest is
    await rm(list, { force: true })
    await writeAtomically(path, bytes)
    await writeAtomically(list, JSON.stringify({ movement, cuts: records }))
    return { movement, cuts: records }
  } catch (error) {
    if (error instanceof RangeError) {
      throw new FineTuneError(`${item.key} cannot be used for training: ${error.message}.`)
    }
    throw error
  }
}

async function decode(item: CorrectedPair): ReturnType<typeof decodePair> {
  try {
    const frames = await decodePair(item.before, item.after)
    const message = sizesDisagree(frames.before, frames.after)
    if (message !== null) {
      throw new FineTuneError(`${item.key}: ${message}`, item.after)
    }
    return frames
  } catch (error) {
    if (!(error instanceof ImageError)) {
      throw error
    }
    const advice = 'Put the file back and resume, or start a new run without this pair.'
    throw new FineTuneError(`${error.message}. ${advice}`, error.path, { cause: error })
  }
}

/** @throws FineTuneError where the run's own files are missing */
export function loadCrop({ item, movement, path }: PreparedPair, record: CropRecord): LoadedCrop {
  try {
    return { item, movement, crop: readCrop(path, record) }
  } catch (error) {
    throw new FineTuneError(`${path} is gone or truncated: start a new run.`, path, { cause: error })
  }
}
