import { BeamItem } from './beam-item'
import type { BeamOptions } from './beam-item'
import { DECODING_DEFAULTS, nextRows, prefixesOf } from './decoder'
import type { Decoded, NextLogits } from './decoder'

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
