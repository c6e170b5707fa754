import {
  decoded,
  DECODING_DEFAULTS,
  logPartition,
  logProbabilitiesIn,
  nextRows,
  permitted,
  prefixesOf,
} from './decoder'
import type { Decoded, DecodingOptions, NextLogits } from './decoder'

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
