import { toFailure } from '../contract/errors'
import type { PartsDone, ProposalCoverage, ProposalSummary, QueueStatus } from '../contract/proposal'
import type { OpenProject } from './open-project'
import { Pace } from './pace'
import type { StoredPair } from '../store/pair-records'
import type { Proposers } from './proposers'
import { ProposalMaker } from './proposal-maker'
import type { ProposalNeeds } from './proposal-maker'
import { QueueWarnings } from './queue-warnings'
import type { MessageText } from '../messages/message'

/** After which another machine that could not be reached is tried again. */
const WAIT_MILLISECONDS = 60_000

export interface QueueEvents {
  onStatus(status: QueueStatus): void
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** A proposal failed for a reason other than the pair's files. */
  onWarning(message: MessageText): void
  /** What is well and worth knowing. */
  onInfo(message: MessageText): void
}

interface Run {
  stopper: AbortController
  /** Pairs that are worked on. */
  underWay: number
  /** The newest proposal when it was started: what the same proposer makes after it in another program counts. */
  since: number
}

/** Proposes for pair after pair, as many at once as there are lanes, ahead of the user. A bad pair is marked and passed over. */
export class ProposalQueue {
  private readonly project: OpenProject
  private readonly events: QueueEvents
  private readonly maker: ProposalMaker
  private readonly proposers: Proposers
  private waiting: number[] = []
  private run: Run | null = null
  private readonly closing = new AbortController()
  private done = 0
  private failed = 0
  private total = 0
  /** The pairs that are worked on, the first begun first. */
  private readonly current = new Map<number, StoredPair>()
  private readonly warnings: QueueWarnings
  /** Pairs that wait for another machine, and when it is tried again. */
  private postponed: { pairIds: readonly number[]; timer: NodeJS.Timeout } | null = null
  private readonly pace = new Pace()
  private parts: PartsDone | null = null

  constructor(project: OpenProject, needs: ProposalNeeds, events: QueueEvents) {
    this.project = project
    this.proposers = needs.proposers
    this.events = events
    this.warnings = new QueueWarnings((message) => events.onWarning(message))
    const { onPair, onWarning, onInfo } = events
    const onParts = (parts: PartsDone | null): void => this.partsChanged(parts)
    this.maker = new ProposalMaker(project, needs, { onPair, onWarning, onInfo, onParts })
  }

  get isRunning(): boolean {
    return this.run !== null
  }

  /** @param coverage of the proposer in use; absent: it is counted */
  status(coverage?: ProposalCoverage): QueueStatus {
    const { isRunning, parts } = this
    const { rate } = this.pace
    const proposer = this.proposers.inUse().proposer.name
    return {
      isRunning,
      proposer,
      done: this.done,
      failed: this.failed,
      total: this.total,
      rate,
      secondsLeft: rate === null ? null : (this.total - this.done - this.failed) / rate,
      currentKey: this.current.values().next().value?.key ?? null,
      parts,
      work: this.maker.work.shares(performance.now()),
      coverage: isRunning ? null : (coverage ?? this.coverage(proposer)),
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
    const { name } = this.proposers.inUse().proposer
    return this.startFor(this.project.store.pairs.withoutProposal(name, nearPairId))
  }

  /** Once more for every pair that nobody has touched. */
  startAgain(): QueueStatus {
    return this.startFor(this.project.store.pairs.untouched())
  }

  /** What is worked on or waits is begun anew: another machine makes the proposals now, or this one again. */
  startAnew(): void {
    const pairIds =
      this.postponed?.pairIds ?? (this.isRunning ? [...this.current.keys(), ...this.waiting] : [])
    if (pairIds.length > 0) {
      this.stop()
      this.startFor(pairIds)
    }
  }

  /** Another machine can be reached again. */
  resume(): void {
    if (this.postponed !== null) {
      this.startFor(this.postponed.pairIds)
    }
  }

  /** What is open waits for another machine that cannot be reached. */
  private postpone(): void {
    const pairIds = [...this.current.keys(), ...this.waiting]
    this.stop()
    const timer = setTimeout(() => this.warnings.keeping(() => this.startFor(pairIds)), WAIT_MILLISECONDS)
    timer.unref()
    this.postponed = { pairIds, timer }
  }

  private startFor(pairIds: readonly number[]): QueueStatus {
    this.forgetPostponed()
    this.waiting = pairIds.filter((pairId) => !this.current.has(pairId))
    if (this.run === null && this.waiting.length > 0) {
      this.done = 0
      this.failed = 0
      this.pace.reset()
      this.warnings.forget()
      this.run = { stopper: new AbortController(), underWay: 0, since: 0 }
    }
    if (this.run !== null) {
      this.run.since = this.project.store.proposals.newest()
      this.fill(this.run)
    }
    this.total = this.done + this.failed + this.waiting.length + this.current.size
    this.events.onStatus(this.status())
    return this.status()
  }

  /** The proposals under way are dropped with their processes. */
  stop(): QueueStatus {
    this.forgetPostponed()
    this.run?.stopper.abort()
    this.run = null
    this.current.clear()
    this.events.onStatus(this.status())
    return this.status()
  }

  private forgetPostponed(): void {
    clearTimeout(this.postponed?.timer)
    this.postponed = null
  }

  /** Decisions and proposals change how many pairs lack one. While it runs, it emits its status anyway. */
  coverageChanged(coverage: ProposalCoverage, proposer: string): void {
    if (this.run === null && this.proposers.inUse().proposer.name === proposer) {
      this.events.onStatus(this.status(coverage))
    }
  }

  private partsChanged(parts: PartsDone | null): void {
    this.parts = parts
    if (!this.closing.signal.aborted) {
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
  makeFor(
    pairId: number,
    proposer: string | null = null,
    signal: AbortSignal = this.closing.signal,
  ): Promise<ProposalSummary> {
    return this.maker.make(pairId, proposer, signal)
  }

  /** Begins pairs while a lane is free. */
  private fill(run: Run): void {
    while (run.underWay < this.maker.size && this.waiting.length > 0) {
      run.underWay += 1
      void this.workOn(this.waiting.shift()!, run)
    }
    if (run.underWay === 0) {
      this.run = null
    }
  }

  private async workOn(pairId: number, run: Run): Promise<void> {
    const { signal } = run.stopper
    const isDone = await this.runOne(pairId, signal, run.since)
    if (signal.aborted) {
      return // it was stopped; another run may have begun, and the counts are its own
    }
    this.done += isDone ? 1 : 0
    this.failed += isDone ? 0 : 1
    this.pace.record()
    this.current.delete(pairId)
    run.underWay -= 1
    this.fill(run)
    this.events.onStatus(this.status())
  }

  /** Never throws: whatever befalls one pair, the next ones have their turn, unless nothing can be stored. */
  private async runOne(pairId: number, signal: AbortSignal, since: number): Promise<boolean> {
    try {
      this.current.set(pairId, this.project.store.pair(pairId))
      const { name: proposer } = this.proposers.inUse().proposer
      if (!this.project.store.proposals.isMadeAfter(since, { pairId, proposer })) {
        await this.maker.make(pairId, null, signal, since)
      }
      return true
    } catch (error) {
      if (!signal.aborted) {
        this.warnings.tell(error, this.current.get(pairId)?.key)
        const { code } = toFailure(error)
        if (code === 'cannot-write') {
          this.stop()
        } else if (code === 'unreachable') {
          this.postpone()
        }
      }
      return false
    }
  }
}
