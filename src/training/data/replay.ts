import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import type { SetItem } from '../../dataset/synthetic/layouts/layout'
import { trainingLayout } from '../../dataset/synthetic/layouts/training'
import { trainingRecordSchema } from '../../dataset/synthetic/training-record'
import { IMAGE_SIDE } from '../../models/layers/sizes'
import type { ModelManifest } from '../../packages/manifest'
import { readPixels } from './training-set'
import type { TrainingPair } from './training-set'

const WORLDS = ['blocks', 'aerial'] as const
/** A model with this category has all categories of the world. */
const TELLTALE_CATEGORY = { blocks: 'drop', aerial: 'building' } as const
/** Pairs are generated on first use, a tenth of a second each. */
const PAIRS_PER_WORLD = 192
const SEED = 90_001
/** Must be raised with every change of the generated pairs or of their format. */
const VERSION = 2
const VERSION_FOLDER = `v${VERSION}-${SEED}`
/** Files of other versions. */
const OUTDATED = /^(?:pairs|\d{7}\.json|v\d+-\d+)$/

/** Synthetic pairs that are trained on beside corrected ones, against forgetting. The same number gives the same pair. */
export interface Replay {
  /** 0 where there are none. */
  readonly size: number
  pair(number: number): Promise<TrainingPair>
}

/** Pairs of the rendered worlds that a model was trained on. */
export class ReplaySet implements Replay {
  private readonly available: readonly (typeof WORLDS)[number][]
  private readonly cache = new Map<number, TrainingPair>()
  private readonly folder: string

  /** `parent` is not deleted between runs. */
  constructor(parent: string, model: Pick<ModelManifest, 'worlds' | 'categories'>) {
    this.folder = join(parent, VERSION_FOLDER)
    this.available = WORLDS.filter(
      (world) => model.worlds.includes(world) && model.categories.includes(TELLTALE_CATEGORY[world]),
    )
    mkdirSync(join(this.folder, 'pairs'), { recursive: true })
    for (const name of readdirSync(parent)) {
      if (OUTDATED.test(name) && name !== VERSION_FOLDER) {
        rmSync(join(parent, name), { recursive: true, force: true })
      }
    }
  }

  /** 0 where the model was trained on no synthetic world. */
  get size(): number {
    return this.available.length * PAIRS_PER_WORLD
  }

  async pair(number: number): Promise<TrainingPair> {
    const cached = this.cache.get(number)
    if (cached !== undefined) {
      return cached
    }
    const world = this.available[number % this.available.length]
    const index = 2 * Math.floor(number / this.available.length) + WORLDS.indexOf(world)
    const pair = await storedPair(this.folder, index, () => makePair(world, index))
    this.cache.set(number, pair)
    return pair
  }
}

function makePair(world: (typeof WORLDS)[number], index: number): SetItem {
  const size = { width: IMAGE_SIDE, height: IMAGE_SIDE }
  const set = { layout: 'training', count: 1, truth: false, between: 0 } as const
  return trainingLayout.make(
    { world, profile: 'training', seed: SEED, inTurn: false, ...size, ...set },
    index,
  )
}

/** A pair in the folder's files; one that is missing or incomplete is generated and written. */
export async function storedPair(
  folder: string,
  index: number,
  make: () => SetItem | Promise<SetItem>,
): Promise<TrainingPair> {
  const list = join(folder, `${String(index).padStart(7, '0')}.json`)
  const stored = readStored(folder, list)
  if (stored !== null) {
    return stored
  }
  const { files, record } = await make()
  for (const { path, bytes } of files) {
    await writeAtomically(join(folder, path), bytes)
  }
  await writeAtomically(list, JSON.stringify(record))
  return { folder, record: trainingRecordSchema.parse(record) }
}

function readStored(folder: string, list: string): TrainingPair | null {
  try {
    const pair = { folder, record: trainingRecordSchema.parse(JSON.parse(readFileSync(list, 'utf8'))) }
    readPixels(pair)
    return pair
  } catch {
    return null
  }
}
