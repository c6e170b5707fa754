import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { trainingLayout } from '../../dataset/made/layouts/training'
import { trainingRecordSchema } from '../../dataset/made/training-record'
import { IMAGE_SIDE } from '../../systems/blocks/sizes'
import type { ModelManifest } from '../../packages/manifest'
import type { TrainingPair } from '../made/training-set'

const worlds = ['blocks', 'aerial'] as const
/** Who tells this kind of change tells all of its world. */
const sign = { blocks: 'drop', aerial: 'building' } as const
/** So many of each world; they are made when they are first wanted, a tenth of a second each. */
const PAIRS = 192
const SEED = 90_001

/** Made pairs of the worlds that a model knows, against forgetting. The same number gives the same pair. */
export class Replay {
  private readonly known: readonly (typeof worlds)[number][]
  private readonly kept = new Map<number, TrainingPair>()

  /** `folder` is kept between runs. */
  constructor(
    private readonly folder: string,
    model: Pick<ModelManifest, 'worlds' | 'categories'>,
  ) {
    this.known = worlds.filter(
      (world) => model.worlds.includes(world) && model.categories.includes(sign[world]),
    )
    mkdirSync(join(folder, 'pairs'), { recursive: true })
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

  private read(list: string): TrainingPair | null {
    if (!existsSync(list)) return null
    const { data } = trainingRecordSchema.safeParse(JSON.parse(readFileSync(list, 'utf8')))
    return data === undefined || !existsSync(join(this.folder, data.file))
      ? null
      : { folder: this.folder, record: data }
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
