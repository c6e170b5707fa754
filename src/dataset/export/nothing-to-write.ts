import type { ExportFormat } from '../../contract/format'
import type { ExportReport } from '../../contract/work'
import type { ReviewState } from '../../domain/pair'
import { groupBy } from '../group'
import { formatTitles } from './card'

/** The commonest, of which there may be as many as pairs. */
const shownReasons = 3

/** Why an export would have no pair, and what to do. */
export function nothingToWrite(
  leftOut: ExportReport['leftOut'],
  format: ExportFormat,
  states: readonly ReviewState[],
): string {
  if (leftOut.length === 0) {
    return `No pair is ${states.join(' or ')}: review some pairs first, or choose other states.`
  }
  const which = leftOut.length === 1 ? 'The only pair cannot' : `None of the ${leftOut.length} pairs can`
  const groups = [...groupBy(leftOut, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length)
  const reasons = groups.slice(0, shownReasons).map(([reason, pairs]) => {
    const more = pairs.length > 1 ? ` and ${pairs.length - 1} more` : ''
    return `${pairs[0].key}${more}: ${reason}.`
  })
  const rest = groups.length - reasons.length
  const others = rest > 0 ? [`Other reasons: ${rest}.`] : []
  return [`${which} be written as ${formatTitles[format]}.`, ...reasons, ...others].join(' ')
}
