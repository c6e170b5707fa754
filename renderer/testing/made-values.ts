import { HISTOGRAM_BARS } from '../../src/contract/value-facts'
import type { ValueFacts } from '../../src/contract/value-facts'

/** Of a pair of 16 bits whose frames are 1000 in the left half and 2000 in the right, as the made pictures are. */
export function madeDepth(change: Partial<ValueFacts> = {}): ValueFacts {
  const bars = Array.from({ length: HISTOGRAM_BARS }, (_, at) => (at === 0 || at === 127 ? 1536 : at))
  const bands = { count: 1, names: [''] }
  return {
    depth: {
      frames: { before: true, after: true },
      hasPreviews: true,
      areWhole: true,
      full: { low: 0, high: 4000 },
      file: null,
      named: [],
      countsEnds: false,
      usual: { low: 1000, high: 2000 },
      narrow: { low: 1100, high: 1900 },
      plot: { low: 500, high: 2500 },
      histogram: { before: bars, after: bars.toReversed() },
    },
    bands: { before: bands, after: bands },
    ...change,
  }
}

export function madeBands(): ValueFacts {
  const names = ['Blue', 'Green', 'Red', 'Near infrared', '']
  return {
    depth: null,
    bands: { before: { count: 4, names: names.slice(0, 4) }, after: { count: 5, names } },
  }
}
