import { BeamItem } from './beam-item'
import type { BeamOptions } from './beam-item'
import {
  DECODING_DEFAULTS,
  nextRows,
  prefixesOf,
  decoded,
  logPartition,
  logProbabilitiesIn,
  permitted,
} from './decoder'
import type { Decoded, NextLogits, DecodingOptions } from './decoder'

/**
 * Beam search: for each of `count` items (default 1), its best `results` sequences, best score first; finished ones
 * come before those that only the length ended. With `words`, hypotheses that have said more of them and those that
 * have said fewer are kept side by side (after Post and Vilar 2018), and results without all of them are left out.
 * Throws a RangeError where the words cannot fit the length.
 */
export async function beamSearch(
  next: NextLogits,
  options: BeamOptions & { count?: number },
): Promise<Decoded[][]> {
  const { prefix = [], start = DECODING_DEFAULTS.start, count = 1 } = options
  const items = Array.from({ length: count }, () => new BeamItem(options))
  const forced = prefixesOf(start, prefix)
  let rows = await nextRows(
    next,
    items.flatMap(() => forced),
    items.flatMap((_, index) => forced.map(() => index)),
  )
  for (const [index, item] of items.entries()) {
    item.begin(rows.slice(index * forced.length, (index + 1) * forced.length))
  }
  for (;;) {
    const prefixes = items.map((item) => item.active.map(({ ids }) => [start, ...ids]))
    if (prefixes.every((own) => own.length === 0)) {
      break
    }
    rows = await nextRows(
      next,
      prefixes.flat(),
      prefixes.flatMap((own, index) => own.map(() => index)),
    )
    let from = 0
    for (const item of items) {
      const to = from + item.active.length
      item.advance(rows.slice(from, to))
      from = to
    }
  }
  return items.map((item) => item.results())
}

interface Line {
  item: number
  ids: number[]
  logProbabilities: number[]
  finished: boolean
}

/** The likeliest permitted token at each step, for `count` items side by side (default 1). */
export async function greedy(
  next: NextLogits,
  options: DecodingOptions & { count?: number },
): Promise<Decoded[]> {
  const { maximumLength, prefix = [], count = 1 } = options
  const { start = DECODING_DEFAULTS.start, lengthPower = DECODING_DEFAULTS.lengthPower } = options
  const lines = Array.from({ length: count }, (_, item): Line => {
    return { item, ids: [...prefix], logProbabilities: [], finished: false }
  })
  const forced = prefixesOf(start, prefix)
  const rows = await nextRows(
    next,
    lines.flatMap(() => forced),
    lines.flatMap(({ item }) => forced.map(() => item)),
  )
  for (const [item, line] of lines.entries()) {
    const own = rows.slice(item * forced.length, (item + 1) * forced.length)
    line.logProbabilities = logProbabilitiesIn(own, prefix)
  }
  let last = lines.map(({ item }) => rows[(item + 1) * forced.length - 1])
  let active = lines
  for (;;) {
    active = active.filter(
      (line, index) => line.ids.length < maximumLength && extend(line, last[index], options),
    )
    if (active.length === 0) {
      break
    }
    last = [
      ...(await nextRows(
        next,
        active.map(({ ids }) => [start, ...ids]),
        active.map(({ item }) => item),
      )),
    ]
  }
  return lines.map(({ ids, logProbabilities, finished }) =>
    decoded(ids, logProbabilities, finished, lengthPower),
  )
}

/** False where nothing may follow any more. */
function extend(line: Line, row: Float32Array, options: DecodingOptions): boolean {
  const partition = logPartition(row)
  const may = permitted(row.length, line.ids, options)
  let best = -1
  for (let id = 0; id < row.length; id++) {
    if (may[id] === 1 && row[id] > (best < 0 ? -Infinity : row[best])) {
      best = id
    }
  }
  if (best < 0) {
    return false
  }
  line.logProbabilities.push(row[best] - partition)
  line.finished = best === (options.end ?? DECODING_DEFAULTS.end)
  if (!line.finished) {
    line.ids.push(best)
  }
  return !line.finished
}
