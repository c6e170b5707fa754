import { uniformAt } from '../../graph/random'
import { Order } from '../order'
import { showCut, type PreparedPair } from './prepare'
import type { CutRecord } from './cut-file'
import type { Batch, TuneLesson } from './lesson'
import type { Replay } from './replay'

export interface MixOptions {
  readonly batch: number
  /** Share of made pairs, 0 to 0.9. */
  readonly replay: number
  readonly seed: number
  readonly isUpright: boolean
}

/** How often each kind of cut is shown, where a pair has it. */
const KINDS = { whole: 0.25, window: 0.55, empty: 0.2 } as const

/** Batches of corrected pairs and made ones, each a function of the seed and the step. */
export class Mix {
  private readonly order: Order

  constructor(
    private readonly pairs: readonly PreparedPair[],
    private readonly replay: Replay,
    private readonly lesson: Pick<TuneLesson, 'corrected' | 'replayed'>,
    private readonly options: MixOptions,
  ) {
    this.order = new Order(pairs.length, options.seed)
  }

  async at(step: number): Promise<Batch> {
    const { batch, seed, isUpright } = this.options
    const made = this.replay.size === 0 ? 0 : Math.min(batch - 1, Math.round(batch * this.options.replay))
    const own = batch - made
    const shown = Array.from({ length: own }, (_, index) => {
      const at = step * own + index
      const pair = this.pairs[this.order.at(at)]
      return showCut(pair, chooseCut(pair, seed, at))
    })
    const sample = { isVaried: true, isUpright }
    const real = await this.lesson.corrected(shown, seed * 1_000_003 + step, sample)
    if (made === 0) return real
    const numbers = Array.from({ length: made }, (_, index) => (step * made + index) % this.replay.size)
    const pairs = await Promise.all(numbers.map((number) => this.replay.pair(number)))
    return interleave(real, own, await this.lesson.replayed(pairs, seed * 1_000_003 + step), made)
  }
}

function chooseCut({ cuts }: PreparedPair, seed: number, at: number): CutRecord {
  const kinds = (['whole', 'window', 'empty'] as const).filter((kind) =>
    cuts.some((cut) => cut.kind === kind),
  )
  const total = kinds.reduce((sum, kind) => sum + KINDS[kind], 0)
  let left = uniformAt(seed + 17, 2 * at) * total
  const kind = kinds.find((kind) => (left -= KINDS[kind]) < 0) ?? kinds[0]
  const own = cuts.filter((cut) => cut.kind === kind)
  return own[Math.floor(uniformAt(seed + 17, 2 * at + 1) * own.length)]
}

/** The made pairs evenly among the others, so that each part of a batch that is shared has some. */
function interleave(real: Batch, own: number, made: Batch, count: number): Batch {
  const total = own + count
  const fromMade = Array.from(
    { length: total },
    (_, at) => Math.floor(((at + 1) * count) / total) > Math.floor((at * count) / total),
  )
  const both = Object.entries(real).map(([name, { data, shape }]) => {
    const other = made[name].data
    const size = data.length / own
    const out =
      data instanceof BigInt64Array ? new BigInt64Array(size * total) : new Float32Array(size * total)
    let [a, b] = [0, 0]
    fromMade.forEach((isMade, at) => {
      const part = isMade ? other.subarray(b * size, ++b * size) : data.subarray(a * size, ++a * size)
      if (out instanceof BigInt64Array) out.set(part as BigInt64Array, at * size)
      else out.set(part as Float32Array, at * size)
    })
    return [name, { data: out, shape: [total, ...shape.slice(1)] }] as const
  })
  return Object.fromEntries(both)
}
