import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { trainingLayout } from '../../dataset/made/layouts/training'
import { trainingRecordSchema } from '../../dataset/made/training-record'
import { IMAGE_SIDE } from '../../systems/blocks/sizes'
import type { ModelManifest } from '../../packages/manifest'
import { readPixels, type TrainingPair } from '../made/training-set'

const worlds = ['blocks', 'aerial'] as const
/** Who tells this kind of change tells all of its world. */
const sign = { blocks: 'drop', aerial: 'building' } as const
/** So many of each world; they are made when they are first wanted, a tenth of a second each. */
const PAIRS = 192
const SEED = 90_001
/** To be raised with every change of what is made, or of how it is written. */
const VERSION = 2
const ownFolder = `v${VERSION}-${SEED}`
/** What other versions kept. */
const outdated = /^(?:pairs|\d{7}\.json|v\d+-\d+)$/

/** Made pairs of the worlds that a model knows, against forgetting. The same number gives the same pair. */
export class Replay {
  private readonly known: readonly (typeof worlds)[number][]
  private readonly kept = new Map<number, TrainingPair>()
  private readonly folder: string

  /** `parent` is kept between runs. */
  constructor(parent: string, model: Pick<ModelManifest, 'worlds' | 'categories'>) {
    this.folder = join(parent, ownFolder)
    this.known = worlds.filter(
      (world) => model.worlds.includes(world) && model.categories.includes(sign[world]),
    )
    mkdirSync(join(this.folder, 'pairs'), { recursive: true })
    for (const name of readdirSync(parent))
      if (outdated.test(name) && name !== ownFolder)
        rmSync(join(parent, name), { recursive: true, force: true })
  }

  /** 0 where the model knows no made world. */
  get size(): number {
    return this.known.length * PAIRS
  }

  async pair(number: number): Promise<TrainingPair> {
    const kept = this.kept.get(number)
    if (kept !== undefined) return kept
    const world = this.known[number % this.known.length]
    const index = 2 * Math.floor(number / this.known.length) + worlds.indexOf(world)
    const list = join(this.folder, `${String(index).padStart(7, '0')}.json`)
    const pair = this.read(list) ?? (await this.make(world, index, list))
    this.kept.set(number, pair)
    return pair
  }

  /** Null for one that is not there, or not whole: it is made anew. */
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

  private async make(world: (typeof worlds)[number], index: number, list: string): Promise<TrainingPair> {
    const size = { width: IMAGE_SIDE, height: IMAGE_SIDE }
    const set = { layout: 'training', count: 1, truth: false, between: 0 } as const
    const order = { world, profile: 'training', seed: SEED, inTurn: false, ...size, ...set } as const
    const { files, record } = trainingLayout.make(order, index)
    for (const { path, bytes } of files) await writeAtomically(join(this.folder, path), bytes)
    await writeAtomically(list, JSON.stringify(record))
    return { folder: this.folder, record: trainingRecordSchema.parse(record) }
  }
}
