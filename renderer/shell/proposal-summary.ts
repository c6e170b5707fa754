import type { QueueStatus, ProposalCoverage } from '../../src/contract/proposal'
import { spellThroughput } from '../components/duration'
import { text } from '../text/chosen'

const words = text.shell.proposals

/** Whether there are pairs to propose for, or proposals to name, and nothing does it. */
export function canPropose({ isRunning, coverage }: QueueStatus): boolean {
  return !isRunning && coverage !== null && (coverage.missing > 0 || coverage.unnamed > 0)
}

/** Of the run while there is one; else of the folder's pairs, with what failed in the last run. */
export function proposalSummary(status: QueueStatus): string {
  const { done, failed, total, isRunning, coverage, parts, naming } = status
  const failure = failed === 0 ? [] : [words.failed(failed)]
  const underWay = parts === null ? [] : [words.parts(parts.done, parts.total)]
  if (isRunning) {
    const progress = naming === null ? words.running(done, total) : words.naming(naming.done, naming.total)
    return [progress, ...underWay, ...failure, ...spellThroughput(status)].join(' · ')
  }
  return [coverage === null ? words.label : spellCoverage(coverage), ...underWay, ...failure].join(' · ')
}

/** Of the run, 0 to 1: a large pair counts by its parts. Once all have a proposal, of those that are named. */
export function shareDone({ done, failed, total, parts, naming }: QueueStatus): number {
  if (naming !== null) {
    return naming.done / Math.max(1, naming.total)
  }
  const ofPair = parts === null ? 0 : parts.done / Math.max(1, parts.total)
  return Math.min(1, (done + failed + ofPair) / Math.max(1, total))
}

function spellCoverage({ pairs, proposed, missing, unnamed }: ProposalCoverage): string {
  if (missing > 0) {
    return words.missing(missing, pairs)
  }
  if (unnamed > 0) {
    return words.unnamed(unnamed, pairs)
  }
  return proposed < pairs ? words.some(proposed, pairs) : words.ready(pairs)
}
