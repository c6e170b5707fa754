import { existsSync, mkdirSync, closeSync, openSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { decodePairOrWindow } from '../../tiles/decode-by-window'
import { ImageError } from '../../images/file'
import { register } from '../../images/registration/register'
import { homographySchema } from '../../domain/pair'
import { z } from 'zod'
import { cropPair, TRAINING_CROP_OPTIONS, HELD_OUT_CROP_OPTIONS } from './training-crop'
import type { CropRegion, TrainingCrop } from './training-crop'
import { FineTuneError } from './corrected-pair'
import { cropAtFullResolution } from './full-resolution-crops'
import { IMAGE_SIDE } from '../../models/layers/sizes'
import type { FamilyNetwork } from '../../models/network'
import type { CorrectedPair } from './corrected-pair'
import { readOptional, RUN_FILES } from '../run-folder'
import type { Movement } from './training-sample'
import type { LoadedCrop } from './augmentation'
import { message } from '../../messages/message'

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
/** One entry of `cuts/NUMBER.json`: where a crop lies in the pair's file, `cuts/NUMBER.bin`. */
const cropRecordSchema = z.object({
  /** Place of the pair in `items.jsonl`. */
  item: z.int(),
  kind: z.enum(['whole', 'window', 'empty']),
  width: z.int(),
  height: z.int(),
  beforeWindow: rect,
  afterWindow: rect,
  regions: z.array(z.object({ region: z.int(), before: z.boolean(), after: z.boolean() })),
  /** Bytes from the file's start. */
  offset: z.int(),
  length: z.int(),
})

export type CropRecord = z.infer<typeof cropRecordSchema>

/** The bytes of a pair's file and its records. */
function serializeCrops(
  item: number,
  crops: readonly TrainingCrop[],
): { bytes: Buffer; records: CropRecord[] } {
  const parts: Uint8Array[] = []
  let offset = 0
  const records = crops.map((crop): CropRecord => {
    const { kind, width, height, beforeWindow, afterWindow } = crop
    const own = [crop.before, crop.after, ...crop.regions.flatMap((one) => [one.before, one.after])]
    const bytes = own.filter((part) => part !== null)
    const length = bytes.reduce((sum, part) => sum + part.length, 0)
    parts.push(...bytes)
    const regions = crop.regions.map(({ region, before, after }) => ({
      region,
      before: before !== null,
      after: after !== null,
    }))
    const record = { item, kind, width, height, beforeWindow, afterWindow, regions, offset, length }
    offset += length
    return record
  })
  return { bytes: Buffer.concat(parts), records }
}

/** @throws where the file is gone, too short or of another version */
function readCrop(path: string, record: CropRecord): TrainingCrop {
  const bytes = readPart(path, record)
  const { kind, width, height, beforeWindow, afterWindow } = record
  let at = 0
  const nextBytes = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  const [before, after] = [nextBytes(3 * width * height), nextBytes(3 * width * height)]
  const regions = record.regions.map((one): CropRegion => ({
    region: one.region,
    before: one.before ? nextBytes(width * height) : null,
    after: one.after ? nextBytes(width * height) : null,
  }))
  if (at !== record.length) {
    throw new RangeError(`${path} was written by another version`)
  }
  return { kind, width, height, beforeWindow, afterWindow, before, after, regions }
}

function readPart(path: string, { offset, length }: CropRecord): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    if (readSync(file, bytes, 0, length, offset) !== length) {
      throw new RangeError(`${path} is too short`)
    }
    return bytes
  } finally {
    closeSync(file)
  }
}

const preparedSchema = z.object({
  /** Of a sample, pixels. */
  side: z.int().default(IMAGE_SIDE),
  movement: z.union([z.literal('unknown'), homographySchema, z.null()]),
  cuts: z.array(cropRecordSchema),
})

export interface PreparedPair {
  readonly item: CorrectedPair
  readonly movement: Movement
  readonly crops: readonly CropRecord[]
  readonly path: string
}

/** How a family sees pairs. */
export interface Cropping {
  /** Of a sample, pixels. */
  readonly side: number
  /** Not scaled, and the before frame lies in the after frame. */
  readonly isFullResolution: boolean
}

export function croppingOf({ trainingSide = IMAGE_SIDE, isFullResolution = false }: FamilyNetwork): Cropping {
  return isFullResolution ? { side: trainingSide, isFullResolution } : WINDOWS_OF_128
}

export const WINDOWS_OF_128: Cropping = { side: IMAGE_SIDE, isFullResolution: false }

/** Target number of crops of all pairs together; the fewer windows there are, the more sizes of each. */
const TARGET_CROPS = 1500

/**
 * Crops every pair once; crops from before an interruption are reused. A pair whose images are missing ends the run.
 * @throws FineTuneError
 */
export async function preparePairs(
  run: string,
  items: readonly CorrectedPair[],
  { seed, cropping }: { readonly seed: number; readonly cropping: Cropping },
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
    const prepared =
      stored?.side === cropping.side
        ? stored
        : await prepareOne(item, index, path, list, { variants, seed, cropping })
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
  { variants, seed, cropping }: { variants: number; seed: number; cropping: Cropping },
): Promise<z.infer<typeof preparedSchema>> {
  const frames = await decodeItem(item)
  const { homography, view, aligned, valid } = await register(frames.before, frames.after)
  const { side, isFullResolution } = cropping
  const movement = view === 'unknown' || isFullResolution ? 'unknown' : homography
  const own = item.isHeldOut ? HELD_OUT_CROP_OPTIONS : { ...TRAINING_CROP_OPTIONS, variants }
  const options = { ...own, seed: seed + index }
  try {
    const crops = isFullResolution
      ? cropAtFullResolution(item, { aligned, valid, homography, after: frames.after }, { ...options, side })
      : cropPair(item, frames, homography, options)
    const { bytes, records } = serializeCrops(index, crops)
    // the list comes last: where it is, the rest is
    await rm(list, { force: true })
    await writeAtomically(path, bytes)
    await writeAtomically(list, JSON.stringify({ side, movement, cuts: records }))
    return { side, movement, cuts: records }
  } catch (error) {
    if (error instanceof RangeError) {
      throw new FineTuneError(message('training.pairUnusable', { key: item.key, reason: error.message }))
    }
    throw error
  }
}

/** Both frames of a pair. @throws FineTuneError in words that name it */
export async function decodeItem(item: CorrectedPair): ReturnType<typeof decodePairOrWindow> {
  try {
    return await decodePairOrWindow(item.before, item.after, item.mapping)
  } catch (error) {
    if (!(error instanceof ImageError)) {
      throw error
    }
    if (error.code === 'size-mismatch') {
      const text = message('joining.about', { what: item.key, text: error.text })
      throw new FineTuneError(text, item.after, { cause: error })
    }
    throw new FineTuneError(message('training.putBackOrNew', { reason: error.text }), error.path, {
      cause: error,
    })
  }
}

/** @throws FineTuneError where the run's own files are missing */
export function loadCrop({ item, movement, path }: PreparedPair, record: CropRecord): LoadedCrop {
  try {
    return { item, movement, crop: readCrop(path, record) }
  } catch (error) {
    throw new FineTuneError(message('training.truncated', { path }), path, { cause: error })
  }
}
