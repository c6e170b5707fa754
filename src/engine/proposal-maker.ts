import { failWith, toFailure } from '../contract/errors'
import { DIFFERENCE_PROPOSER } from '../contract/proposal'
import type { PartsDone, ProposalSummary } from '../contract/proposal'
import { offerLabel } from './label-offer'
import { problemOf } from './pair-images'
import { framesOf } from './value-mappings'
import type { ProviderChoice } from './providers'
import type { PlanMemory } from './provider-trial'
import { NO_FAULT_OF_MODELS, placeHere } from './proposal-place'
import type { ProposalPlace, RemotePlace } from './proposal-place'
import type { FolderThreshold } from './folder-threshold'
import type { Naming } from './names/naming'
import type { PairSource } from './open-project'
import { insteadOf } from './model-facts'
import { isTiled } from '../domain/picture-tile'
import { summaryOf, withRemark } from './prediction'
import type { Prediction } from './prediction'
import { Predictor } from './predictor'
import type { LaneRequest, PairFrames } from './predictor'
import type { Proposers } from './proposers'
import type { LanePool } from './lane-pool'
import { WorkShares } from './work-shares'
import { messageTextOf, englishOf, message } from '../messages/message'
import type { MessageText } from '../messages/message'

/** A proposal that takes longer than this costs its process. */
const PROPOSAL_MILLISECONDS = 180_000

export interface ProposalNeeds {
  lanes: LanePool
  providers: ProviderChoice
  /** Null where this machine makes proposals. */
  remote?: () => RemotePlace | null
  proposers: Proposers
  naming: Naming
  threshold: Pick<FolderThreshold, 'of'>
  /** Whether masks and captions beside the images are offered too; they are if absent. */
  offersLabels?: boolean
  /** How proposals were made fastest before; absent where nothing is remembered. */
  plans?: PlanMemory
}

/** What is to be proposed. */
interface Wanted {
  pairId: number
  /** By name; null takes the one in use, and measured difference where that fails. */
  proposer: string | null
  /** The pair's newest proposal when it was asked for: a later one of the same proposer is the answer already. */
  since: number
}

interface MakerEvents {
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** Another proposer runs instead of the one in use. */
  onWarning(message: MessageText): void
  /** Another provider is faster for a proposer. */
  onInfo(message: MessageText): void
  /** A part of a large pair came; null once none is worked on. */
  onParts(parts: PartsDone | null): void
}

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
   * @throws ContractError `bad-image`, `bad-model`, `unavailable`, `cancelled`; `unreachable` and `disconnected` for
   * another machine
   */
  async make(
    pairId: number,
    proposer: string | null,
    signal: AbortSignal,
    since = this.project.store.proposals.newest(pairId),
  ): Promise<ProposalSummary> {
    const wanted = { pairId, proposer, since }
    const remote = this.needs.remote?.() ?? null
    if (remote === null) {
      return this.makeAt(this.here, wanted, signal)
    }
    try {
      const made = await this.makeAt(remote, wanted, signal)
      remote.setProblem(null)
      return made
    } catch (error) {
      const [{ code }, reason] = [toFailure(error), messageTextOf(error)]
      if (code === 'unreachable') {
        remote.setProblem(reason)
      }
      if (code !== 'unreachable' || !remote.goesOnHere || signal.aborted) {
        throw error
      }
      this.remind(message('remote.goesOnHere', { reason }))
      return this.makeAt(this.here, wanted, signal)
    }
  }

  private makeAt(place: ProposalPlace, wanted: Wanted, signal: AbortSignal): Promise<ProposalSummary> {
    const { milliseconds } = place
    return place.lanes.use((lane) => this.makeOn({ lane, place, milliseconds, signal }, wanted))
  }

  private async makeOn(request: LaneRequest, { pairId, proposer, since }: Wanted): Promise<ProposalSummary> {
    const { store, folder } = this.project
    const { signal } = request
    const pair = store.pair(pairId)
    try {
      const frames = await framesOf(this.project, pair)
      const {
        width,
        height,
        changes: _,
        ...prediction
      } = await this.predict(proposer, { pairId, ...frames }, request)
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
        { isOffer: false, since },
      )
      this.work.add({ ...prediction.milliseconds, store: performance.now() - predictedAt }, performance.now())
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
    proposer: string | null,
    frames: PairFrames,
    request: LaneRequest,
  ): Promise<Prediction> {
    const { naming, proposers } = this.needs
    const prediction = await (proposer === null
      ? this.predictWithFallback(frames, request)
      : this.predictor.predict(proposers.named(proposer), frames, request))
    const at = { lane: request.lane, providers: request.place.providers }
    return isTiled(prediction) ? prediction : naming.named(at, frames, prediction, request.signal)
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
      if (NO_FAULT_OF_MODELS.has(code)) {
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
