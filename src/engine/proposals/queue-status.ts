import type { ProposalCoverage, QueueStatus } from '../../contract/proposal'
import type { StoredPair } from '../../store/pair-records'
import type { ProjectStore } from '../../store/project-store'
import type { NamePass } from '../names/name-pass'

type Counts = Pick<
  QueueStatus,
  'isRunning' | 'parts' | 'done' | 'failed' | 'total' | 'proposer' | 'rate' | 'work'
>

interface Run extends Counts {
  /** Those that are worked on, the first begun first. */
  pairs: readonly StoredPair[]
  names: NamePass
  /** No pair of the run lacks a proposal. */
  isAllProposed: boolean
  /** Absent: it is counted. */
  coverage: ProposalCoverage | undefined
}

/** How far the queue is, as it is told. */
export function queueStatus(store: ProjectStore, run: Run): QueueStatus {
  const { pairs, names, isAllProposed, coverage, ...counts } = run
  const { isRunning, done, failed, total, rate, proposer } = counts
  const naming = isRunning && isAllProposed ? names.status() : null
  const left = naming === null ? total - done - failed : naming.total - naming.done
  return {
    ...counts,
    naming,
    secondsLeft: rate === null ? null : left / rate,
    currentKey: pairs.at(0)?.key ?? null,
    coverage: isRunning ? null : coverageOf(store, proposer, names, coverage),
  }
}

/** Null where the store cannot be read: stopping and closing must go on all the same. */
function coverageOf(
  { pairs }: ProjectStore,
  proposer: string,
  names: NamePass,
  counted?: ProposalCoverage,
): ProposalCoverage | null {
  if (counted !== undefined) {
    return { ...counted, unnamed: names.isOn ? counted.unnamed : 0 }
  }
  try {
    return { ...pairs.proposalCoverage(proposer), unnamed: names.count }
  } catch {
    return null
  }
}
