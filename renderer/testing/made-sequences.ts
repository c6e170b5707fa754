import type { OpenPair } from '../../src/contract/pairs'
import type { PairFilter } from '../../src/contract/project'
import type { SequenceSummary } from '../../src/contract/sequences'
import type { PairGroup } from '../queue/sequences/lines'

/** Of pairs that are given in the order by sequence. */
export function madeGroups(open: readonly OpenPair[], { sequence = null }: PairFilter): PairGroup[] {
  const pairs = open.map(({ pair }) => pair)
  const shown = pairs.filter((pair) => sequence === null || pair.sequence?.name === sequence)
  return shown.flatMap((pair, start) => {
    const name = pair.sequence?.name ?? null
    const isStart = start === 0 || (shown[start - 1].sequence?.name ?? null) !== name
    return isStart ? [{ sequence: name, start }] : []
  })
}

export function madeSequences(open: readonly OpenPair[]): SequenceSummary[] {
  const names = [...new Set(open.flatMap(({ pair }) => pair.sequence?.name ?? []))]
  return names.map((name) => {
    const own = open.filter(({ pair }) => pair.sequence?.name === name)
    const reviewedCount = own.filter(({ document }) => document.review.state !== 'unreviewed').length
    return { name, pairCount: own.length, reviewedCount }
  })
}
