import type { QueueStatus } from '../../src/contract/proposal'
import { text } from '../text/en'
import { spellPace } from './pace'

const words = text.frame.proposals

/** Whether there may be pairs to propose for: none was counted yet, or not all have one. */
export function canPropose({ isRunning, done, total }: QueueStatus): boolean {
  return !isRunning && (total === 0 || done < total)
}

export function proposalSummary(status: QueueStatus): string {
  const { done, failed, total, isRunning } = status
  if (total === 0) {
    return words.label
  }
  const failure = failed === 0 ? [] : [words.failed(failed)]
  if (!isRunning) {
    const counted = done >= total ? words.ready(total) : words.idle(done, total)
    return [counted, ...failure].join(' · ')
  }
  return [words.running(done, total), ...failure, ...spellPace(status)].join(' · ')
}
