import { failWith, toFailure } from '../../contract/errors'
import { DIFFERENCE_PROPOSER } from '../../contract/proposal'
import type { ProposalSummary } from '../../contract/proposal'
import { offerLabel } from '../label-offer'
import { problemOf } from '../pictures/pair-images'
import { framePathsOf } from '../pictures/value-mappings'
import { atPlace, NO_FAULT_OF_MODELS, placeHere } from './proposal-host'
import type { ProposalPlace } from './proposal-host'
import { nameStored } from '../names/name-stored'
import type { PairSource } from '../project/open-project'
import { insteadOf } from '../models/model-facts'
import { isServedInTiles } from '../../domain/picture-tile'
import { summaryOf, withRemark } from './unstored-proposal'
import type { Prediction } from './unstored-proposal'
import { Predictor } from './proposal-requester'
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
  private readonly here: ProposalPlace
  private readonly predictor: Predictor
  readonly work = new WorkShares()

  constructor(
    private readonly project: PairSource,
    private readonly needs: ProposalNeeds,
    private readonly events: MakerEvents,
  ) {
    this.here = placeHere(needs, PROPOSAL_MILLISECONDS)
    this.predictor = new Predictor(project, this.here, needs, events)
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
    return this.atPlace(signal, (request) => this.makeOn(request, { pairId, proposer, since, names }))
  }

  /**
   * Names the things of a pair's proposal that is stored without names; nothing where none is, or where names are
   * turned off. @throws ContractError `bad-image`, `unavailable`, `cancelled`, `unreachable`, `disconnected`
   */
  async name(pairId: number, signal: AbortSignal): Promise<void> {
    if (this.lacksNames(pairId)) {
      await this.atPlace(signal, (request) => this.nameOn(request, pairId))
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

  private async nameOn({ lane, place, signal }: LaneRequest, pairId: number): Promise<void> {
    const at = { lane, providers: place.providers, pairId }
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

  private atPlace<T>(signal: AbortSignal, work: (request: LaneRequest) => Promise<T>): Promise<T> {
    const places = { here: this.here, remote: this.needs.remote?.() ?? null }
    const at = (place: ProposalPlace): Promise<T> =>
      place.lanes.use((lane) => work({ lane, place, milliseconds: place.milliseconds, signal }))
    return atPlace(places, signal, at, (reason) => this.remind(message('remote.goesOnHere', { reason })))
  }

  private async makeOn(request: LaneRequest, wanted: Wanted): Promise<ProposalSummary> {
    const { store } = this.project
    const { signal } = request
    const { pairId, since } = wanted
    const pair = store.pair(pairId)
    try {
      const frames = await framePathsOf(this.project, pair)
      const { width, height, awaitsNames, ...prediction } = await this.predict(
        wanted,
        { pairId, ...frames },
        request,
      )
      const predictedAt = performance.now()
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
        { ...prediction, pairId, madeAt: Date.now() },
        { isOffer: false, since, awaitsNames },
      )
      this.work.add({ ...prediction.milliseconds, store: performance.now() - predictedAt }, performance.now())
      this.events.onPair(pairId)
      return summaryOf(proposal)
    } catch (error) {
      this.keepProblem(pairId, error, signal)
      throw error
    }
  }

  /** A mask beside the images is read here: it is not sent anywhere. */
  private async offerLabel(
    { lane, place, signal }: LaneRequest,
    sized: Parameters<typeof offerLabel>[2],
  ): Promise<void> {
    const limits = { milliseconds: PROPOSAL_MILLISECONDS, signal }
    const { label, givenCaption } = sized.pair
    if (this.needs.offersLabels === false || (label === null && givenCaption === null)) {
      return
    }
    await (place === this.here
      ? offerLabel(this.project, lane, sized, limits)
      : this.here.lanes.use((own) => offerLabel(this.project, own, sized, limits)))
  }

  private async predict(
    { proposer, names }: Wanted,
    frames: PairFrames,
    request: LaneRequest,
  ): Promise<Omit<Prediction, 'changes'> & { awaitsNames: string | null }> {
    const { naming, proposers } = this.needs
    const prediction = await (proposer === null
      ? this.predictWithFallback(frames, request)
      : this.predictor.predict(proposers.named(proposer), frames, request))
    // parts of large images were named each
    const isLater =
      names === 'later' && !isServedInTiles(prediction) && naming.isOn && prediction.regions.length > 0
    const at = { lane: request.lane, providers: request.place.providers }
    const { changes, ...made } = isServedInTiles(prediction)
      ? prediction
      : isLater
        ? naming.untilNamed(prediction)
        : await naming.named(at, frames, prediction, request.signal)
    return { ...made, awaitsNames: isLater ? JSON.stringify(changes) : null }
  }

  /** Runs the proposer in use. Where it cannot be used or fails, measured difference runs instead, with a remark. */
  private async predictWithFallback(frames: PairFrames, request: LaneRequest): Promise<Prediction> {
    const { proposer, notice } = this.needs.proposers.inUse()
    if (proposer.name === DIFFERENCE_PROPOSER) {
      return withRemark(await this.predictor.predict(proposer, frames, request), this.remind(notice))
    }
    try {
      const prediction = await this.predictor.predict(proposer, frames, request)
      this.needs.proposers.recordSuccess()
      return prediction
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
      return withRemark(await this.predictor.predict(difference, frames, request), instead)
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
