import { toFailure } from '../../contract/errors'
import type { PartsDone, ProposalCoverage, ProposalSummary, QueueStatus } from '../../contract/proposal'
import type { OpenProject } from '../project/open-project'
import { NamePass } from '../names/name-pass'
import { WorkRate } from './work-rate'
import { Postponed } from './postponed'
import type { StoredPair } from '../../store/pair-records'
import type { Proposers } from './proposers'
import { ProposalMaker } from './proposal-maker'
import type { ProposalNeeds } from './proposal-needs'
import type { QueueEvents, QueueRun } from './queue-events'
import { queueStatus } from './queue-status'
import { QueueWarnings } from './queue-warnings'

/** Proposes for pair after pair, as many at once as there are lanes, ahead of the user. A bad pair is marked and passed over. */
export class ProposalQueue {
  private readonly project: OpenProject
  private readonly events: QueueEvents
  private readonly maker: ProposalMaker
  private readonly proposers: Proposers
  private waiting: number[] = []
  private run: QueueRun | null = null
  private readonly closing = new AbortController()
  private done = 0
  private failed = 0
  private total = 0
  /** The pairs that are worked on, the first begun first. */
  private readonly current = new Map<number, StoredPair>()
  private readonly warnings: QueueWarnings
  private readonly postponed = new Postponed()
  private readonly names: NamePass
  /** The pair that a person looks at gets its names with its proposal. */
  private nearPairId: number | null = null
  private readonly pace = new WorkRate()
  private parts: PartsDone | null = null

  constructor(project: OpenProject, needs: ProposalNeeds, events: QueueEvents) {
    this.project = project
    this.proposers = needs.proposers
    this.events = events
    this.warnings = new QueueWarnings((message) => events.onWarning(message))
    const { onPair, onWarning, onInfo } = events
    const heard = { onPair, onWarning, onInfo, onParts: this.partsChanged.bind(this) }
    this.maker = new ProposalMaker(project, needs, heard)
    this.names = new NamePass(project.store, this.maker, (...failure) => this.tell(...failure))
  }

  get isRunning(): boolean {
    return this.run !== null
  }

  /** @param coverage of the proposer in use; absent: it is counted */
  status(coverage?: ProposalCoverage): QueueStatus {
    const { isRunning, parts, done, failed, total } = this
    const isAllProposed = this.waiting.length === 0 && this.current.size === 0
    return queueStatus(this.project.store, {
      isRunning,
      parts,
      done,
      failed,
      total,
      proposer: this.proposers.inUse().proposer.name,
      rate: this.pace.rate(this.maker.size),
      pairs: [...this.current.values(), ...this.names.current.values()],
      names: this.names,
      isAllProposed,
      work: this.maker.work.shares(performance.now()),
      coverage,
    })
  }

  /** Pairs without a proposal or without names, from `nearPairId` on. While it runs, this only changes the order. */
  start(nearPairId: number | null): QueueStatus {
    this.nearPairId = nearPairId
    this.names.orderFrom(nearPairId)
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
      this.postponed.pairIds ?? (this.isRunning ? [...this.current.keys(), ...this.waiting] : null)
    if (pairIds !== null) {
      this.stop()
      this.startFor(pairIds)
    }
  }

  /** Another machine can be reached again. */
  resume(): void {
    const { pairIds } = this.postponed
    if (pairIds !== null) {
      this.startFor(pairIds)
    }
  }

  /** What is open waits for another machine that cannot be reached. */
  private postpone(): void {
    const pairIds = [...this.current.keys(), ...this.waiting]
    this.stop()
    this.postponed.put(pairIds, () => this.warnings.keeping(() => this.startFor(pairIds)))
  }

  private startFor(pairIds: readonly number[]): QueueStatus {
    this.postponed.forget()
    this.waiting = pairIds.filter((pairId) => !this.current.has(pairId))
    if (this.run === null) {
      this.names.reset()
    }
    if (this.run === null && (this.waiting.length > 0 || this.names.hasNext)) {
      this.done = 0
      this.failed = 0
      this.pace.reset()
      this.warnings.forget()
      this.run = { stopper: new AbortController(), underWay: 0, since: 0, isNaming: false }
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
    this.postponed.forget()
    this.run?.stopper.abort()
    this.run = null
    this.current.clear()
    this.names.stop()
    this.events.onStatus(this.status())
    return this.status()
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

  /** A person looks at this pair, or soon will: names that its proposal lacks come at once, also while nothing runs. */
  opened(pairId: number): void {
    if (!this.closing.signal.aborted && this.names.lacks(pairId)) {
      void this.names.work(pairId, this.closing.signal)
    }
  }

  /** Begins pairs while a lane is free: first those without a proposal, then those without names. */
  private fill(run: QueueRun): void {
    while (run.underWay < this.maker.size) {
      const isNaming = this.waiting.length === 0
      const pairId = isNaming ? this.names.next() : this.waiting.shift()!
      if (pairId === null) {
        break
      }
      if (run.isNaming !== isNaming) {
        run.isNaming = isNaming
        this.pace.reset()
      }
      run.underWay += 1
      const work = isNaming ? this.names.work(pairId, run.stopper.signal) : this.workOn(pairId, run)
      void work.then(() => this.goOn(run))
    }
    this.run = run.underWay === 0 ? null : this.run
  }

  private async workOn(pairId: number, run: QueueRun): Promise<void> {
    const { signal } = run.stopper
    const isDone = await this.runOne(pairId, signal, run.since)
    if (!signal.aborted) {
      this.done += isDone ? 1 : 0
      this.failed += isDone ? 0 : 1
      this.current.delete(pairId)
    }
  }

  private goOn(run: QueueRun): void {
    if (run.stopper.signal.aborted) {
      return // it was stopped; another run may have begun, and the counts are its own
    }
    this.pace.record()
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
        const names = pairId === this.nearPairId ? 'now' : 'later'
        await this.maker.make(pairId, null, signal, { since, names })
      }
      return true
    } catch (error) {
      this.tell(error, this.current.get(pairId)?.key, signal)
      return false
    }
  }

  private tell(error: unknown, key: string | undefined, signal: AbortSignal): void {
    if (signal.aborted) {
      return
    }
    this.warnings.tell(error, key)
    const { code } = toFailure(error)
    if (code === 'cannot-write') {
      this.stop()
    } else if (code === 'unreachable') {
      this.postpone()
    }
  }
}
