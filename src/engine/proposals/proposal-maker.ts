import { failWith, toFailure } from '../../contract/errors'
import { DIFFERENCE_PROPOSER } from '../../contract/proposal'
import type { ProposalSummary } from '../../contract/proposal'
import { offerLabel } from '../label-offer'
import { problemOf } from '../pictures/pair-images'
import { framePathsOf } from '../pictures/value-mappings'
import { onMachine, NO_FAULT_OF_MODELS, thisMachine } from './proposal-machine'
import type { ProposalMachine } from './proposal-machine'
import { nameStored } from '../names/name-stored'
import type { PairSource } from '../project/open-project'
import { insteadOf } from '../models/model-facts'
import { isServedInTiles } from '../../domain/picture-tile'
import { summaryOf, withRemark } from './unstored-proposal'
import type { UnstoredProposal } from './unstored-proposal'
import { ProposalRequester } from './proposal-requester'
import type { MakerEvents, ProposalNeeds } from './proposal-needs'
import type { LaneRequest, PairFrames } from './proposal-requester'
import { WorkShares } from './work-shares'
import { messageTextOf, englishOf, message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** A proposal that takes longer than this costs its process. */
const PROPOSAL_MILLISECONDS = 180_000

/** What is to be proposed. */
interface Wanted {
  pairId: number
  /** By name; null takes the one in use, and measured difference where that fails. */
  proposer: string | null
  /** The pair's newest proposal when it was asked for: a later one of the same proposer is the answer already. */
  since: number
  /** Whether its things get their names before it is stored, or by `name`. */
  names: 'now' | 'later'
}

type MakeOptions = Pick<Wanted, 'since' | 'names'>

/** Makes the proposal of one pair and stores it, or stores what is wrong with the pair's files. */
export class ProposalMaker {
  /** The last notice that was emitted; the same one is not repeated. */
  private lastNotice: string | null = null
  private readonly here: ProposalMachine
  private readonly requester: ProposalRequester
  readonly work = new WorkShares()

  constructor(
    private readonly project: PairSource,
    private readonly needs: ProposalNeeds,
    private readonly events: MakerEvents,
  ) {
    this.here = thisMachine(needs, PROPOSAL_MILLISECONDS)
    this.requester = new ProposalRequester(project, this.here, needs, events)
  }

  /** How many pairs can be proposed for at once. */
  get size(): number {
    return (this.needs.remote?.() ?? this.here).lanes.size
  }

  /**
   * @param proposer by name; null takes the one in use, and measured difference where that fails
   * @param since the pair's newest proposal when this one was asked for; now if absent
   * @param names `later`: it is stored without names where things could be named, and `name` is left to do
   * @throws ContractError `bad-image`, `bad-model`, `unavailable`, `cancelled`; `unreachable` and `disconnected` for
   * another machine
   */
  make(
    pairId: number,
    proposer: string | null,
    signal: AbortSignal,
    { since = this.project.store.proposals.newest(pairId), names = 'now' }: Partial<MakeOptions> = {},
  ): Promise<ProposalSummary> {
    return this.onMachine(signal, (request) => this.makeOn(request, { pairId, proposer, since, names }))
  }

  /**
   * Names the things of a pair's proposal that is stored without names; nothing where none is, or where names are
   * turned off. @throws ContractError `bad-image`, `unavailable`, `cancelled`, `unreachable`, `disconnected`
   */
  async name(pairId: number, signal: AbortSignal): Promise<void> {
    if (this.lacksNames(pairId)) {
      await this.onMachine(signal, (request) => this.nameOn(request, pairId))
    }
  }

  /** Whether things can be named, and should be. */
  get isNaming(): boolean {
    return this.needs.naming.isOn
  }

  /** Whether a pair's proposal is stored without names, and they can be made. */
  lacksNames(pairId: number): boolean {
    return this.isNaming && this.project.store.unnamed.ofPair(pairId) !== null
  }

  private async nameOn({ lane, machine, signal }: LaneRequest, pairId: number): Promise<void> {
    const at = { lane, providers: machine.providers, pairId }
    try {
      const milliseconds = await nameStored(this.project, this.needs.naming, at, signal)
      if (milliseconds !== null) {
        this.work.add({ names: milliseconds }, performance.now())
        this.events.onPair(pairId)
      }
    } catch (error) {
      this.keepProblem(pairId, error, signal)
      throw error
    }
  }

  /** What is wrong with the pair's files is stored. */
  private keepProblem(pairId: number, error: unknown, signal: AbortSignal): void {
    const problem = problemOf(error, this.project.folder)
    if (problem !== null && !signal.aborted) {
      this.project.store.pairs.setProblem(pairId, problem)
      this.events.onPair(pairId)
    }
  }

  private onMachine<T>(signal: AbortSignal, work: (request: LaneRequest) => Promise<T>): Promise<T> {
    const machines = { here: this.here, remote: this.needs.remote?.() ?? null }
    const at = (machine: ProposalMachine): Promise<T> =>
      machine.lanes.use((lane) => work({ lane, machine, milliseconds: machine.milliseconds, signal }))
    return onMachine(machines, signal, at, (reason) => this.remind(message('remote.goesOnHere', { reason })))
  }

  private async makeOn(request: LaneRequest, wanted: Wanted): Promise<ProposalSummary> {
    const { store } = this.project
    const { signal } = request
    const { pairId, since } = wanted
    const pair = store.pair(pairId)
    try {
      const frames = await framePathsOf(this.project, pair)
      const { width, height, awaitsNames, ...unstored } = await this.proposeBy(
        wanted,
        { pairId, ...frames },
        request,
      )
      const proposedAt = performance.now()
      store.pairs.setSize(pairId, width, height)
      if (pair.problem !== null) {
        store.pairs.setProblem(pairId, null)
      }
      // before the proposal: the queue skips a pair that has one
      await this.offerLabel(request, { pair, width, height })
      if (signal.aborted) {
        throw failWith('cancelled', message('engine.cancelled'))
      }
      const proposal = store.addProposal(
        { ...unstored, pairId, madeAt: Date.now() },
        { isOffer: false, since, awaitsNames },
      )
      this.work.add({ ...unstored.milliseconds, store: performance.now() - proposedAt }, performance.now())
      this.events.onPair(pairId)
      return summaryOf(proposal)
    } catch (error) {
      this.keepProblem(pairId, error, signal)
      throw error
    }
  }

  /** A mask beside the images is read here: it is not sent anywhere. */
  private async offerLabel(
    { lane, machine, signal }: LaneRequest,
    sized: Parameters<typeof offerLabel>[2],
  ): Promise<void> {
    const limits = { milliseconds: PROPOSAL_MILLISECONDS, signal }
    const { label, givenCaption } = sized.pair
    if (this.needs.offersLabels === false || (label === null && givenCaption === null)) {
      return
    }
    await (machine === this.here
      ? offerLabel(this.project, lane, sized, limits)
      : this.here.lanes.use((own) => offerLabel(this.project, own, sized, limits)))
  }

  private async proposeBy(
    { proposer, names }: Wanted,
    frames: PairFrames,
    request: LaneRequest,
  ): Promise<Omit<UnstoredProposal, 'changes'> & { awaitsNames: string | null }> {
    const { naming, proposers } = this.needs
    const unstored = await (proposer === null
      ? this.proposeWithFallback(frames, request)
      : this.requester.request(proposers.named(proposer), frames, request))
    // parts of large images were named each
    const isLater =
      names === 'later' && !isServedInTiles(unstored) && naming.isOn && unstored.regions.length > 0
    const at = { lane: request.lane, providers: request.machine.providers }
    const { changes, ...made } = isServedInTiles(unstored)
      ? unstored
      : isLater
        ? naming.untilNamed(unstored)
        : await naming.named(at, frames, unstored, request.signal)
    return { ...made, awaitsNames: isLater ? JSON.stringify(changes) : null }
  }

  /** Runs the proposer in use. Where it cannot be used or fails, measured difference runs instead, with a remark. */
  private async proposeWithFallback(frames: PairFrames, request: LaneRequest): Promise<UnstoredProposal> {
    const { proposer, notice } = this.needs.proposers.inUse()
    if (proposer.name === DIFFERENCE_PROPOSER) {
      return withRemark(await this.requester.request(proposer, frames, request), this.remind(notice))
    }
    try {
      const unstored = await this.requester.request(proposer, frames, request)
      this.needs.proposers.recordSuccess()
      return unstored
    } catch (error) {
      const [{ code }, reason] = [toFailure(error), messageTextOf(error)]
      if (NO_FAULT_OF_MODELS.has(code) || request.signal.aborted) {
        throw error
      }
      if (code === 'bad-model') {
        this.needs.proposers.disable(proposer.name, reason)
      } else {
        this.needs.proposers.recordFailure(proposer.name, reason)
      }
      const instead = this.remind(insteadOf(proposer.name, reason))
      const difference = this.needs.proposers.named(DIFFERENCE_PROPOSER)
      return withRemark(await this.requester.request(difference, frames, request), instead)
    }
  }

  /** Emits the notice once; every proposal that it concerns gets it as a remark. */
  private remind(notice: MessageText | null): MessageText | null {
    if (notice !== null && englishOf(notice) !== this.lastNotice) {
      this.lastNotice = englishOf(notice)
      this.events.onWarning(notice)
    }
    return notice
  }
}
