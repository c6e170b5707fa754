import type { StateCounts } from '../../contract/project'
import type { ProposalCoverage } from '../../contract/proposal'
import type { ProjectStore } from '../../store/project-store'
import { DeferredWork } from '../deferred-work'
import type { Proposers } from '../proposals/proposers'

/** From a change of a pair to the totals, where these cost little. */
const LEAST_MILLISECONDS = 500

interface TotalsHeard {
  onCounts(counts: StateCounts): void
  /** @param proposer the one in use when the pairs were counted */
  onCoverage(coverage: ProposalCoverage, proposer: string): void
}

/**
 * What is counted over all pairs of a project, told some time after changes: how many are in each state, and how many
 * have proposals. Each is a piece of work of its own, so that edits are stored between them.
 */
export class ProjectTotals {
  private readonly works: readonly DeferredWork[]

  /** @param closing after it nothing is told */
  constructor(store: ProjectStore, proposers: Proposers, closing: AbortSignal, heard: TotalsHeard) {
    const counts = async (): Promise<void> => {
      const counted = await store.pairs.countsAside()
      if (!closing.aborted) {
        heard.onCounts(counted)
      }
    }
    const coverage = async (): Promise<void> => {
      const { name } = proposers.inUse().proposer
      const counted = {
        ...(await store.pairs.proposalCoverageAside(name)),
        unnamed: await store.unnamed.countAside(),
      }
      if (!closing.aborted) {
        heard.onCoverage(counted, name)
      }
    }
    this.works = [counts, coverage].map((work) => new DeferredWork(LEAST_MILLISECONDS, work))
    closing.addEventListener('abort', () => this.works.forEach((work) => work.close()))
  }

  /** Pairs have changed. */
  soon(): void {
    this.works.forEach((work) => work.soon())
  }
}
