import { uniformAt } from '../../graph/random'
import { RandomSampler } from '../random-sampler'
import { loadCrop } from '../data/prepared-pairs'
import type { PreparedPair, CropRecord } from '../data/prepared-pairs'
import type { Batch, FineTuneTask } from '../task'
import type { Replay } from '../data/replay'

export interface BatchSamplerOptions {
  readonly batch: number
  /** Share of synthetic pairs, 0 to 0.9. */
  readonly replay: number
  readonly seed: number
  readonly isUpright: boolean
}

/** Added to the seed of replayed pairs, so that theirs are drawn apart from those of corrected ones. */
const REPLAYED = 0x5eed

/** Sampling weights of the kinds of crops that a pair has. */
const KIND_WEIGHTS = { whole: 0.25, window: 0.55, empty: 0.2 } as const

/** Samples batches of corrected and synthetic pairs, each a function of the seed and the step. */
export class BatchSampler {
  private readonly sampler: RandomSampler

  constructor(
    private readonly pairs: readonly PreparedPair[],
    private readonly replay: Replay,
    private readonly task: Pick<FineTuneTask, 'correctedBatch' | 'replayBatch'>,
    private readonly options: BatchSamplerOptions,
  ) {
    this.sampler = new RandomSampler(pairs.length, options.seed)
  }

  async batchAt(step: number): Promise<Batch> {
    const { batch, seed, isUpright } = this.options
    const replayed = this.replay.size === 0 ? 0 : Math.min(batch - 1, Math.round(batch * this.options.replay))
    const own = batch - replayed
    const loaded = Array.from({ length: own }, (_, index) => {
      const at = step * own + index
      const pair = this.pairs[this.sampler.at(at)]
      return loadCrop(pair, chooseCrop(pair, seed, at))
    })
    const sample = { isRandom: true, isUpright }
    const real = await this.task.correctedBatch(loaded, seed * 1_000_003 + step, sample)
    if (replayed === 0) {
      return real
    }
    const numbers = Array.from(
      { length: replayed },
      (_, index) => (step * replayed + index) % this.replay.size,
    )
    const pairs = await Promise.all(numbers.map((number) => this.replay.pair(number)))
    return interleave(
      real,
      own,
      await this.task.replayBatch(pairs, seed * 1_000_003 + step + REPLAYED),
      replayed,
    )
  }
}

function chooseCrop({ crops }: PreparedPair, seed: number, at: number): CropRecord {
  const kinds = (['whole', 'window', 'empty'] as const).filter((kind) =>
    crops.some((crop) => crop.kind === kind),
  )
  const total = kinds.reduce((sum, kind) => sum + KIND_WEIGHTS[kind], 0)
  let left = uniformAt(seed + 17, 2 * at) * total
  const kind = kinds.find((kind) => (left -= KIND_WEIGHTS[kind]) < 0) ?? kinds[0]
  const own = crops.filter((crop) => crop.kind === kind)
  return own[Math.floor(uniformAt(seed + 17, 2 * at + 1) * own.length)]
}

/** Spreads the synthetic pairs evenly, so that each replica's part of the batch has some. */
function interleave(real: Batch, own: number, synthetic: Batch, count: number): Batch {
  const total = own + count
  const isSynthetic = Array.from(
    { length: total },
    (_, at) => Math.floor(((at + 1) * count) / total) > Math.floor((at * count) / total),
  )
  const both = Object.entries(real).map(([name, { data, shape }]) => {
    const other = synthetic[name].data
    const size = data.length / own
    const out =
      data instanceof BigInt64Array ? new BigInt64Array(size * total) : new Float32Array(size * total)
    let [a, b] = [0, 0]
    isSynthetic.forEach((isOther, at) => {
      const part = isOther ? other.subarray(b * size, ++b * size) : data.subarray(a * size, ++a * size)
      if (out instanceof BigInt64Array) {
        out.set(part as BigInt64Array, at * size)
      } else {
        out.set(part as Float32Array, at * size)
      }
    })
    return [name, { data: out, shape: [total, ...shape.slice(1)] }] as const
  })
  return Object.fromEntries(both)
}
