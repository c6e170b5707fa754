import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { decodeTrainingPixels, trainingRecordSchema } from '../../dataset/synthetic/training-record'
import type { TrainingPixels, TrainingRecord } from '../../dataset/synthetic/training-record'
import { IMAGE_SIDE } from '../../models/layers/sizes'
import { flipPixels, flipRecord } from './flip'
import type { Flip } from './flip'
import { streamSeed, uniformAt } from '../../graph/random'

/** One synthetic pair with all its labels; `readPixels` reads the pixels. */
export interface TrainingPair {
  readonly record: TrainingRecord
  readonly folder: string
  /** How its pictures are flipped; `record` is flipped already. */
  readonly flip?: Flip
}

/** The message names the file and what to do. */
export class TrainingSetError extends Error {
  override readonly name = 'TrainingSetError'
}

/**
 * Reads the list of a set written by `deltascribe synth` or `compose --layout training`.
 * @param side of the square pictures in pixels
 * @throws TrainingSetError
 */
export async function readTrainingSet(folder: string, side: number = IMAGE_SIDE): Promise<TrainingPair[]> {
  const list = join(folder, 'pairs.jsonl')
  if (!existsSync(list)) {
    throw notATrainingSet(folder)
  }
  const pairs: TrainingPair[] = []
  let line = 0
  for await (const text of createInterface({ input: createReadStream(list) })) {
    line++
    const value = parseJson(text)
    if (line === 1 && isOtherRecord(value)) {
      throw notATrainingSet(folder)
    }
    pairs.push({ folder, record: recordOf(value, `${list}, line ${line}`) })
  }
  if (pairs.length === 0) {
    throw new TrainingSetError(`${list} lists no pair: make the set again.`)
  }
  const other = pairs.find(({ record }) => record.width !== side || record.height !== side)
  if (other !== undefined) {
    throw new TrainingSetError(
      `${folder} has pictures of ${other.record.width} x ${other.record.height}, and this model is trained on ${side} x ${side}: make the set again with --size ${side}x${side}.`,
    )
  }
  return pairs
}

function notATrainingSet(folder: string): TrainingSetError {
  return new TrainingSetError(
    `${folder} is not a training set: make one with deltascribe synth OUT --layout training --size 128x128.`,
  )
}

/** Sets of other layouts, and exports, have a list of this name too: of images, without a file of pixels. */
function isOtherRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('file' in value)
}

function recordOf(value: unknown, where: string): TrainingRecord {
  const parsed = trainingRecordSchema.safeParse(value)
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues
    throw new TrainingSetError(
      `${where} is not a pair: ${[path.join('.'), message].filter(Boolean).join(': ')}.`,
    )
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws where the file is gone or has another length. */
export function readPixels({ folder, record, flip }: TrainingPair): TrainingPixels {
  const pixels = decodeTrainingPixels(record, readFileSync(join(folder, record.file)))
  return flip === undefined ? pixels : flipPixels(pixels, record, flip)
}

/**
 * Flips pairs of some worlds at random, with probability 0.5 along each axis; a function of the run's seed and the
 * position in it. Aerial pairs are flipped along both axes, Blocks pairs only horizontally, because they have an up and
 * a down.
 */
export class FlipAugmentation {
  /** The same pair with the same flip is the same object, so that captions are encoded once. */
  private readonly cache = new Map<TrainingPair, Map<number, TrainingPair>>()
  private readonly seed: number
  private readonly worlds: readonly TrainingRecord['world'][]

  constructor({
    seed,
    mirror,
  }: {
    readonly seed: number
    readonly mirror: readonly TrainingRecord['world'][]
  }) {
    this.seed = streamSeed(seed, 'mirror')
    this.worlds = mirror
  }

  apply(pair: TrainingPair, index: number): TrainingPair {
    if (!this.worlds.includes(pair.record.world)) {
      return pair
    }
    const horizontal = uniformAt(this.seed, 2 * index) < 0.5
    const vertical = pair.record.world === 'aerial' && uniformAt(this.seed, 2 * index + 1) < 0.5
    return horizontal || vertical ? this.flipped(pair, { horizontal, vertical }) : pair
  }

  private flipped(pair: TrainingPair, flip: Flip): TrainingPair {
    const flips = this.cache.get(pair) ?? new Map<number, TrainingPair>()
    this.cache.set(pair, flips)
    const key = (flip.horizontal ? 1 : 0) + (flip.vertical ? 2 : 0)
    const flipped = flips.get(key) ?? { ...pair, record: flipRecord(pair.record, flip), flip }
    flips.set(key, flipped)
    return flipped
  }
}
