import { decoded, DECODING_DEFAULTS, logProbabilitiesIn, nextRows, prefixesOf } from './decoder'
import type { Decoded, NextLogits } from './decoder'

/** How likely the model finds sequences that it did not choose; the end is one token of each. */
export async function scoreSequences(
  next: NextLogits,
  sequences: readonly { ids: readonly number[]; item?: number }[],
  options: { start?: number; end?: number; lengthPower?: number } = {},
): Promise<Decoded[]> {
  const { start, end, lengthPower } = { ...DECODING_DEFAULTS, ...options }
  const prefixes = sequences.map(({ ids }) => prefixesOf(start, ids))
  const rows = await nextRows(
    next,
    prefixes.flat(),
    sequences.flatMap(({ item = 0 }, index) => prefixes[index].map(() => item)),
  )
  let from = 0
  return sequences.map(({ ids }, index) => {
    const own = rows.slice(from, from + prefixes[index].length)
    from += own.length
    return decoded(ids, logProbabilitiesIn(own, [...ids, end]), true, lengthPower)
  })
}
