import type { TrainingRecord } from '../../dataset/synthetic/training-record'
import { streamSeed, uniformAt } from '../../graph/random'
import { flipRecord } from './flip'
import type { Flip } from './flip'
import type { TrainingPair } from './training-set'

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
