import type { QueueStatus, ProposalCoverage } from '../../src/contract/proposal'
import { spellThroughput } from '../components/duration'
import { text } from '../text/chosen'

const words = text.shell.proposals

/** Whether there are pairs to propose for, and nothing proposes for them. */
export function canPropose({ isRunning, coverage }: QueueStatus): boolean {
  return !isRunning && coverage !== null && coverage.missing > 0
}

/** Of the run while there is one; else of the folder's pairs, with what failed in the last run. */
export function proposalSummary(status: QueueStatus): string {
  const { done, failed, total, isRunning, coverage, parts } = status
  const failure = failed === 0 ? [] : [words.failed(failed)]
  const underWay = parts === null ? [] : [words.parts(parts.done, parts.total)]
  if (isRunning) {
    return [words.running(done, total), ...underWay, ...failure, ...spellThroughput(status)].join(' · ')
  }
  return [coverage === null ? words.label : spellCoverage(coverage), ...underWay, ...failure].join(' · ')
}

/** Of the run, 0 to 1: a large pair counts by its parts. */
export function shareDone({ done, failed, total, parts }: QueueStatus): number {
  const ofPair = parts === null ? 0 : parts.done / Math.max(1, parts.total)
  return Math.min(1, (done + failed + ofPair) / Math.max(1, total))
}

function spellCoverage({ pairs, proposed, missing }: ProposalCoverage): string {
  if (missing > 0) {
    return words.missing(missing, pairs)
  }
  return proposed < pairs ? words.some(proposed, pairs) : words.ready(pairs)
}
