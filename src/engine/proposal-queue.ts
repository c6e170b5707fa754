import { toFailure } from '../contract/errors'
import type { Proposal, ProposalSummary, ProviderName, QueueStatus } from '../contract/proposal'
import type { PairProblem } from '../domain/pair'
import { offerLabel } from './label-offer'
import { imageInside } from './image-inside'
import type { OpenProject } from './open-project'
import type { WorkerLane } from './worker-lane'

/** A proposal that takes longer than this costs its process. */
const proposalMilliseconds = 180_000
const rateWindow = 20

export interface QueueEvents {
  onStatus(status: QueueStatus): void
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
}

/** Proposes for pair after pair, ahead of the user. A bad pair is marked and passed over. */
export class ProposalQueue {
  private readonly project: OpenProject
  private readonly lane: WorkerLane
  private readonly provider: () => Promise<ProviderName>
  private readonly events: QueueEvents
  private readonly proposer: string
  private waiting: number[] = []
  private stopper: AbortController | null = null
  private done = 0
  private failed = 0
  private total = 0
  private currentKey: string | null = null
  /** When the last proposals ended, milliseconds. */
  private endings: number[] = []

  constructor(
    project: OpenProject,
    {
      lane,
      provider,
      proposer,
    }: { lane: WorkerLane; provider: () => Promise<ProviderName>; proposer: string },
    events: QueueEvents,
  ) {
    this.project = project
    this.lane = lane
    this.provider = provider
    this.proposer = proposer
    this.events = events
  }

  status(): QueueStatus {
    const spanSeconds = (this.endings.at(-1)! - this.endings[0]) / 1000
    const rate = this.endings.length > 1 && spanSeconds > 0 ? (this.endings.length - 1) / spanSeconds : null
    return {
      isRunning: this.stopper !== null,
      proposer: this.proposer,
      done: this.done,
      failed: this.failed,
      total: this.total,
      rate,
      secondsLeft: rate === null ? null : (this.total - this.done - this.failed) / rate,
      currentKey: this.currentKey,
    }
  }

  /** Pairs without a proposal, from `nearPairId` on. While it runs, this only changes the order. */
  start(nearPairId: number | null): QueueStatus {
    this.waiting = this.project.store.pairs.withoutProposal(this.proposer, nearPairId)
    if (this.stopper === null && this.waiting.length > 0) {
      this.done = 0
      this.failed = 0
      this.endings = []
      this.total = this.waiting.length
      this.stopper = new AbortController()
      void this.run(this.stopper.signal)
    }
    this.events.onStatus(this.status())
    return this.status()
  }

  /** The proposal under way is dropped with its process. */
  stop(): QueueStatus {
    this.stopper?.abort()
    this.stopper = null
    this.currentKey = null
    this.events.onStatus(this.status())
    return this.status()
  }

  /** @throws ContractError `bad-image`, `unavailable`, `cancelled` */
  async makeFor(pairId: number, signal?: AbortSignal): Promise<ProposalSummary> {
    const { store, folder } = this.project
    const pair = store.pair(pairId)
    try {
      const [before, after] = [await imageInside(folder, pair.before), await imageInside(folder, pair.after)]
      const limits = { milliseconds: proposalMilliseconds, ...(signal === undefined ? {} : { signal }) }
      const provider = await this.provider()
      const { width, height, ...said } = await this.lane.call('propose', { before, after, provider }, limits)
      store.pairs.setSize(pairId, width, height)
      if (pair.problem !== null) {
        store.pairs.setProblem(pairId, null)
      }
      const proposal = store.addProposal({ ...said, pairId, madeAt: Date.now() }, { isOffer: false })
      await offerLabel(this.project, this.lane, { pair, width, height }, limits)
      this.events.onPair(pairId)
      return summaryOf(proposal)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== null) {
        store.pairs.setProblem(pairId, problem)
        this.events.onPair(pairId)
      }
      throw error
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (
      let pairId = this.waiting.shift();
      pairId !== undefined && !signal.aborted;
      pairId = this.waiting.shift()
    ) {
      this.currentKey = this.project.store.pair(pairId).key
      try {
        await this.makeFor(pairId, signal)
        this.done += 1
      } catch (error) {
        if (signal.aborted) {
          return
        }
        this.failed += 1
        if (toFailure(error).code === 'internal') {
          console.error(`proposal for pair ${pairId}:`, error)
        }
      }
      this.endings = [...this.endings, Date.now()].slice(-rateWindow)
      this.events.onStatus(this.status())
    }
    if (!signal.aborted) {
      this.stopper = null
      this.currentKey = null
      this.events.onStatus(this.status())
    }
  }
}

function summaryOf({ regions: _regions, captions: _captions, ...summary }: Proposal): ProposalSummary {
  return summary
}

/** What to remember of a failure: bad images are facts about the pair, all else may go away by itself. */
function problemOf(error: unknown): PairProblem | null {
  const failure = toFailure(error)
  if (failure.code === 'bad-image') {
    return { code: failure.reason, message: failure.message, path: failure.path }
  }
  return null
}
