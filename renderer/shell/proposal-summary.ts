import type { ProposalCoverage, QueueStatus } from '../../src/contract/proposal'
import { text } from '../text/en'
import { spellThroughput } from '../components/duration'

const words = text.shell.proposals

/** Whether there are pairs to propose for, and nothing proposes for them. */
export function canPropose({ isRunning, coverage }: QueueStatus): boolean {
  return !isRunning && coverage !== null && coverage.missing > 0
}

/** Of the run while there is one; else of the folder's pairs, with what failed in the last run. */
export function proposalSummary(status: QueueStatus): string {
  const { done, failed, total, isRunning, coverage } = status
  const failure = failed === 0 ? [] : [words.failed(failed)]
  if (isRunning) {
    return [words.running(done, total), ...failure, ...spellThroughput(status)].join(' · ')
  }
  return [coverage === null ? words.label : spellCoverage(coverage), ...failure].join(' · ')
}

function spellCoverage({ pairs, proposed, missing }: ProposalCoverage): string {
  if (missing > 0) {
    return words.missing(missing, pairs)
  }
  return proposed < pairs ? words.some(proposed, pairs) : words.ready(pairs)
}
