import { failWith, toFailure } from '../contract/errors'
import { DIFFERENCE_PROPOSER } from '../contract/proposal'
import type { Proposal, ProposalCoverage, ProposalSummary, QueueStatus } from '../contract/proposal'
import { offerLabel } from './label-offer'
import { imageInside } from './image-inside'
import { onProvider } from './on-provider'
import type { ProviderChoice } from './on-provider'
import type { OpenProject } from './open-project'
import { problemOf } from './pair-size'
import type { StoredPair } from '../store/pair-records'
import type { Output } from '../contract/define'
import type { ProposerPlace, WorkerCommands } from '../inference/worker-contract'
import { insteadOf } from './proposers'
import type { Proposers } from './proposers'
import type { WorkerLane } from './worker-lane'

/** A proposal that takes longer than this costs its process. */
const PROPOSAL_MILLISECONDS = 180_000
const RATE_WINDOW = 20

interface FramePaths {
  before: string
  after: string
}

interface Limits {
  milliseconds: number
  signal: AbortSignal
}

export interface QueueEvents {
  onStatus(status: QueueStatus): void
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** A proposal failed for a reason other than the pair's files. */
  onWarning(message: string): void
}

/** Proposes for pair after pair, ahead of the user. A bad pair is marked and passed over. */
export class ProposalQueue {
  private readonly project: OpenProject
  private readonly lane: WorkerLane
  private readonly providers: ProviderChoice
  private readonly events: QueueEvents
  private readonly proposers: Proposers
  private waiting: number[] = []
  private stopper: AbortController | null = null
  private readonly closing = new AbortController()
  private done = 0
  private failed = 0
  private total = 0
  private current: StoredPair | null = null
  /** The last notice that was emitted; the same one is not repeated. */
  private lastNotice: string | null = null
  private lastWarning: string | null = null
  /** When the last proposals ended, milliseconds. */
  private endings: number[] = []

  constructor(
    project: OpenProject,
    { lane, providers, proposers }: { lane: WorkerLane; providers: ProviderChoice; proposers: Proposers },
    events: QueueEvents,
  ) {
    this.project = project
    this.lane = lane
    this.providers = providers
    this.proposers = proposers
    this.events = events
  }

  status(): QueueStatus {
    const spanSeconds = (this.endings.at(-1)! - this.endings[0]) / 1000
    const rate = this.endings.length > 1 && spanSeconds > 0 ? (this.endings.length - 1) / spanSeconds : null
    const isRunning = this.stopper !== null
    const proposer = this.proposers.inUse().proposer.name
    return {
      isRunning,
      proposer,
      done: this.done,
      failed: this.failed,
      total: this.total,
      rate,
      secondsLeft: rate === null ? null : (this.total - this.done - this.failed) / rate,
      currentKey: this.current?.key ?? null,
      coverage: isRunning ? null : this.coverage(proposer),
    }
  }

  /** Null where the store cannot be read: stopping and closing must go on all the same. */
  private coverage(proposer: string): ProposalCoverage | null {
    try {
      return this.project.store.pairs.proposalCoverage(proposer)
    } catch {
      return null
    }
  }

  /** Pairs without a proposal, from `nearPairId` on. While it runs, this only changes the order. */
  start(nearPairId: number | null): QueueStatus {
    const missing = this.project.store.pairs.withoutProposal(this.proposers.inUse().proposer.name, nearPairId)
    this.waiting = missing.filter((pairId) => pairId !== this.current?.id)
    if (this.stopper === null && this.waiting.length > 0) {
      this.done = 0
      this.failed = 0
      this.endings = []
      this.lastWarning = null
      this.stopper = new AbortController()
      void this.run(this.stopper.signal)
    }
    this.total = this.done + this.failed + this.waiting.length + (this.current === null ? 0 : 1)
    this.events.onStatus(this.status())
    return this.status()
  }

  /** The proposal under way is dropped with its process. */
  stop(): QueueStatus {
    this.stopper?.abort()
    this.stopper = null
    this.current = null
    this.events.onStatus(this.status())
    return this.status()
  }

  /** Decisions and proposals change how many pairs lack one. While it runs, it emits its status anyway. */
  pairsChanged(): void {
    if (this.stopper === null) {
      this.events.onStatus(this.status())
    }
  }

  /** Nothing is written to the project after this. */
  close(): void {
    this.stop()
    this.closing.abort()
  }

  /**
   * @param proposer by name; null takes the one in use, and measured difference where that fails
   * @throws ContractError `bad-image`, `bad-model`, `unavailable`, `cancelled`
   */
  async makeFor(
    pairId: number,
    proposer: string | null = null,
    signal: AbortSignal = this.closing.signal,
  ): Promise<ProposalSummary> {
    const { store, folder } = this.project
    const pair = store.pair(pairId)
    try {
      const [before, after] = [await imageInside(folder, pair.before), await imageInside(folder, pair.after)]
      const limits = { milliseconds: PROPOSAL_MILLISECONDS, signal }
      const { width, height, ...prediction } = await (proposer === null
        ? this.predictWithFallback({ before, after }, limits)
        : this.predictWith(this.proposers.named(proposer), { before, after }, limits))
      store.pairs.setSize(pairId, width, height)
      if (pair.problem !== null) {
        store.pairs.setProblem(pairId, null)
      }
      // before the proposal: the queue skips a pair that has one
      await offerLabel(this.project, this.lane, { pair, width, height }, limits)
      if (signal.aborted) {
        throw failWith('cancelled', 'Cancelled.')
      }
      const proposal = store.addProposal({ ...prediction, pairId, madeAt: Date.now() }, { isOffer: false })
      this.events.onPair(pairId)
      return summaryOf(proposal)
    } catch (error) {
      const problem = problemOf(error, folder)
      if (problem !== null && !signal.aborted) {
        store.pairs.setProblem(pairId, problem)
        this.events.onPair(pairId)
      }
      throw error
    }
  }

  /** Runs the proposer in use. Where it cannot be used or fails, measured difference runs instead, with a remark. */
  private async predictWithFallback(
    frames: FramePaths,
    limits: Limits,
  ): Promise<Output<WorkerCommands, 'propose'>> {
    const { proposer, notice } = this.proposers.inUse()
    if (proposer.name === DIFFERENCE_PROPOSER) {
      return withRemark(await this.predictWith(proposer, frames, limits), this.remind(notice))
    }
    try {
      const prediction = await this.predictWith(proposer, frames, limits)
      this.proposers.recordSuccess()
      return prediction
    } catch (error) {
      const { code, message } = toFailure(error)
      if (code === 'bad-image' || code === 'cancelled') {
        throw error
      }
      if (code === 'bad-model') {
        this.proposers.disable(proposer.name, message)
      } else {
        this.proposers.recordFailure(proposer.name, message)
      }
      const instead = this.remind(insteadOf(proposer.name, message))
      const difference = this.proposers.named(DIFFERENCE_PROPOSER)
      return withRemark(await this.predictWith(difference, frames, limits), instead)
    }
  }

  /** Emits the notice once; every proposal that it concerns gets it as a remark. */
  private remind(notice: string | null): string | null {
    if (notice !== null && notice !== this.lastNotice) {
      this.lastNotice = notice
      this.events.onWarning(notice)
    }
    return notice
  }

  private predictWith(
    proposer: ProposerPlace,
    frames: FramePaths,
    limits: Limits,
  ): Promise<Output<WorkerCommands, 'propose'>> {
    return onProvider(this.providers, (provider) =>
      this.lane.call('propose', { ...frames, provider, proposer }, limits),
    )
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.waiting.length > 0) {
      const isDone = await this.runOne(this.waiting.shift()!, signal)
      if (signal.aborted) {
        return // it was stopped; another run may have begun, and the counts are its own
      }
      this.done += isDone ? 1 : 0
      this.failed += isDone ? 0 : 1
      this.endings = [...this.endings, Date.now()].slice(-RATE_WINDOW)
      this.current = null
      this.events.onStatus(this.status())
    }
    this.stopper = null
    this.events.onStatus(this.status())
  }

  /** Never throws: whatever befalls one pair, the next ones have their turn, unless nothing can be stored. */
  private async runOne(pairId: number, signal: AbortSignal): Promise<boolean> {
    try {
      this.current = this.project.store.pair(pairId)
      await this.makeFor(pairId, null, signal)
      return true
    } catch (error) {
      if (!signal.aborted) {
        this.warn(error)
        if (toFailure(error).code === 'cannot-write') {
          this.stop()
        }
      }
      return false
    }
  }

  private warn(error: unknown): void {
    const { code, message } = toFailure(error)
    if (code !== 'bad-image' && message !== this.lastWarning) {
      this.lastWarning = message
      const prefix =
        code === 'cannot-write'
          ? 'Proposing has stopped.'
          : `No proposal for ${this.current?.key ?? 'a pair'}:`
      this.events.onWarning(`${prefix} ${message}`)
    }
  }
}

function withRemark<T extends { remarks: string[] }>(prediction: T, remark: string | null): T {
  return remark === null ? prediction : { ...prediction, remarks: [...prediction.remarks, remark] }
}

function summaryOf({ regions, captions: _captions, links: _links, ...summary }: Proposal): ProposalSummary {
  return { ...summary, regionCount: regions.length }
}
