import type { LoadedCrop } from '../data/augmentation'
import { loadCrop } from '../data/prepared-pairs'
import type { CropRecord, PreparedPair } from '../data/prepared-pairs'
import { sampleEvenly } from '../sample-evenly'

const BATCH = 16

/** The crops that are scored, in batches. */
export class HeldOutCrops {
  private readonly selected: readonly (readonly [PreparedPair, CropRecord])[]

  constructor(pairs: readonly PreparedPair[], limit: number) {
    this.selected = spread(pairs, limit)
  }

  /** `start` is the index of the first of them. @throws FineTuneError where the run's own files are missing */
  *batches(): Generator<{ start: number; loaded: readonly LoadedCrop[] }> {
    for (let start = 0; start < this.selected.length; start += BATCH) {
      const own = this.selected.slice(start, start + BATCH)
      yield { start, loaded: own.map(([pair, record]) => loadCrop(pair, record)) }
    }
  }
}

type Entry = readonly [PreparedPair, CropRecord]

/** So many at most: of each kind its share, and of each kind first one of every pair. */
export function spread(pairs: readonly PreparedPair[], limit: number): Entry[] {
  const byKind = new Map<CropRecord['kind'], Entry[][]>()
  for (const pair of pairs) {
    const counts = new Map<CropRecord['kind'], number>()
    for (const record of pair.crops) {
      const turn = counts.get(record.kind) ?? 0
      counts.set(record.kind, turn + 1)
      const turns = byKind.get(record.kind) ?? []
      byKind.set(record.kind, turns)
      turns[turn] = [...(turns[turn] ?? []), [pair, record]]
    }
  }
  const kinds = [...byKind.values()]
  const quotas = shares(
    kinds.map((turns) => turns.reduce((sum, { length }) => sum + length, 0)),
    limit,
  )
  return kinds.flatMap((turns, at) => firstTurns(turns, quotas[at]))
}

/** Whole turns as far as they go, and of the next one an even sample. */
function firstTurns(turns: readonly Entry[][], quota: number): Entry[] {
  const chosen: Entry[] = []
  for (const turn of turns) {
    chosen.push(...sampleEvenly(turn, quota - chosen.length))
  }
  return chosen
}

/** `limit` in proportion to the counts, by largest remainders; each gets one at least, and no more than it has. */
function shares(counts: readonly number[], limit: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= limit) {
    return [...counts]
  }
  const exact = counts.map((count) => (limit * count) / total)
  const whole = exact.map((share) => Math.max(1, Math.floor(share)))
  const left = limit - whole.reduce((sum, share) => sum + share, 0)
  const order = exact.map((share, at) => ({ at, rest: share - whole[at] })).sort((a, b) => b.rest - a.rest)
  order.slice(0, Math.max(0, left)).forEach(({ at }) => (whole[at] += 1))
  return whole
}
