import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
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

/** Synthetic pairs of the worlds that a model was trained on, against forgetting. The same number gives the same pair. */
export class ReplaySet {
  private readonly WORLDS: readonly (typeof WORLDS)[number][]
  private readonly cache = new Map<number, TrainingPair>()
  private readonly folder: string

  /** `parent` is not deleted between runs. */
  constructor(parent: string, model: Pick<ModelManifest, 'worlds' | 'categories'>) {
    this.folder = join(parent, VERSION_FOLDER)
    this.WORLDS = WORLDS.filter(
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
    return this.WORLDS.length * PAIRS_PER_WORLD
  }

  async pair(number: number): Promise<TrainingPair> {
    const cached = this.cache.get(number)
    if (cached !== undefined) {
      return cached
    }
    const world = this.WORLDS[number % this.WORLDS.length]
    const index = 2 * Math.floor(number / this.WORLDS.length) + WORLDS.indexOf(world)
    const list = join(this.folder, `${String(index).padStart(7, '0')}.json`)
    const pair = this.read(list) ?? (await this.make(world, index, list))
    this.cache.set(number, pair)
    return pair
  }

  /** Null for a missing or incomplete pair, which is generated again. */
  private read(list: string): TrainingPair | null {
    try {
      const record = trainingRecordSchema.parse(JSON.parse(readFileSync(list, 'utf8')))
      const pair = { folder: this.folder, record }
      readPixels(pair)
      return pair
    } catch {
      return null
    }
  }

  private async make(world: (typeof WORLDS)[number], index: number, list: string): Promise<TrainingPair> {
    const size = { width: IMAGE_SIDE, height: IMAGE_SIDE }
    const set = { layout: 'training', count: 1, truth: false, between: 0 } as const
    const spec = { world, profile: 'training', seed: SEED, inTurn: false, ...size, ...set } as const
    const { files, record } = trainingLayout.make(spec, index)
    for (const { path, bytes } of files) {
      await writeAtomically(join(this.folder, path), bytes)
    }
    await writeAtomically(list, JSON.stringify(record))
    return { folder: this.folder, record: trainingRecordSchema.parse(record) }
  }
}
