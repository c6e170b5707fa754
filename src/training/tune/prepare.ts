import { existsSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { decodePair } from '../../images/decode'
import { ImageError } from '../../images/error'
import { sizesDisagree } from '../../images/pair-sizes'
import { register } from '../../images/registration/register'
import { homographySchema } from '../../domain/pair'
import { z } from 'zod'
import { cutPair, learningCuts, scoringCuts } from './cut'
import { cutRecordSchema, encodeCuts, readCut, type CutRecord } from './cut-file'
import { TuneError, type TuneItem } from './item'
import { readOptional, runFiles } from './run-folder'
import type { Movement } from './sample'
import type { Shown } from './shown'

const preparedSchema = z.object({
  movement: z.union([z.literal('unknown'), homographySchema, z.null()]),
  cuts: z.array(cutRecordSchema),
})

export interface PreparedPair {
  readonly item: TuneItem
  readonly movement: Movement
  readonly cuts: readonly CutRecord[]
  readonly path: string
}

/** Cuts of all pairs together; the fewer there are, the more sizes of each. */
const WANTED_CUTS = 1500

/**
 * Cuts every pair once; what was cut before an interruption stays. A pair whose images are gone ends it.
 * @throws TuneError
 */
export async function preparePairs(
  run: string,
  items: readonly TuneItem[],
  seed: number,
  progress: (done: number) => void,
): Promise<PreparedPair[]> {
  const folder = join(run, runFiles.cuts)
  mkdirSync(folder, { recursive: true })
  const boxes = items.reduce((sum, { regions }) => sum + regions.length + 2, 0)
  const variants = Math.max(1, Math.min(3, Math.round(WANTED_CUTS / Math.max(1, boxes))))
  const pairs: PreparedPair[] = []
  for (const [index, item] of items.entries()) {
    progress(index)
    const name = String(index).padStart(6, '0')
    const path = join(folder, `${name}.bin`)
    const list = join(folder, `${name}.json`)
    const known = existsSync(path) ? readOptional(list, preparedSchema) : null
    const made = known ?? (await prepareOne(item, index, path, list, { variants, seed }))
    pairs.push({ item, path, movement: made.movement, cuts: made.cuts })
  }
  progress(items.length)
  return pairs
}

async function prepareOne(
  item: TuneItem,
  index: number,
  path: string,
  list: string,
  { variants, seed }: { variants: number; seed: number },
): Promise<z.infer<typeof preparedSchema>> {
  const frames = await decode(item)
  const { homography, view } = await register(frames.before, frames.after)
  const movement = view === 'unknown' ? 'unknown' : homography
  const asked = item.isHeldOut ? scoringCuts : { ...learningCuts, variants }
  try {
    const cuts = cutPair(item, frames, homography, { ...asked, seed: seed + index })
    const { bytes, records } = encodeCuts(index, cuts)
    // the list comes last: where it is, the rest is
    await rm(list, { force: true })
    await writeAtomically(path, bytes)
    await writeAtomically(list, JSON.stringify({ movement, cuts: records }))
    return { movement, cuts: records }
  } catch (error) {
    if (error instanceof RangeError)
      throw new TuneError(`${item.key} cannot be learned from: ${error.message}.`)
    throw error
  }
}

async function decode(item: TuneItem): ReturnType<typeof decodePair> {
  try {
    const frames = await decodePair(item.before, item.after)
    const message = sizesDisagree(frames.before, frames.after)
    if (message !== null) throw new TuneError(`${item.key}: ${message}`, item.after)
    return frames
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const advice = 'Put the file back and resume, or start a new run without this pair.'
    throw new TuneError(`${error.message}. ${advice}`, error.path, { cause: error })
  }
}

/** @throws TuneError where the run's own files are gone */
export function showCut({ item, movement, path }: PreparedPair, record: CutRecord): Shown {
  try {
    return { item, movement, cut: readCut(path, record) }
  } catch (error) {
    throw new TuneError(`${path} is gone or was cut short: start a new run.`, path, { cause: error })
  }
}
