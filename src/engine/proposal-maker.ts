import { failWith, toFailure } from '../contract/errors'
import { DIFFERENCE_PROPOSER } from '../contract/proposal'
import type { Proposal, ProposalSummary, ProviderName } from '../contract/proposal'
import { offerLabel } from './label-offer'
import { imageInside, problemOf } from './pair-images'
import { onProvider } from './providers'
import type { ProviderChoice } from './providers'
import { ProposalTimes } from './proposal-times'
import type { FolderThreshold } from './folder-threshold'
import type { Naming } from './names/naming'
import type { OpenProject } from './open-project'
import { exists, probabilitiesPath } from './picture-cache'
import type { Output } from '../contract/define'
import type { ProposerPlace, WorkerCommands } from '../inference/worker-contract'
import { insteadOf } from './model-facts'
import type { Proposers } from './proposers'
import type { LanePool } from './lanes'
import type { WorkerLane } from './worker-lane'

/** A proposal that takes longer than this costs its process. */
const PROPOSAL_MILLISECONDS = 180_000

interface FramePaths {
  pairId: number
  before: string
  after: string
}

/** Where a pair's requests go, and their limits. */
interface LaneRequest {
  lane: WorkerLane
  milliseconds: number
  signal: AbortSignal
}

export interface ProposalNeeds {
  lanes: LanePool
  providers: ProviderChoice
  proposers: Proposers
  naming: Naming
  threshold: Pick<FolderThreshold, 'of'>
}

type Prediction = Output<WorkerCommands, 'propose'>

interface MakerEvents {
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** Another proposer runs instead of the one in use. */
  onWarning(message: string): void
  /** Another provider is faster for a proposer. */
  onInfo(message: string): void
}

/** Makes the proposal of one pair and stores it, or stores what is wrong with the pair's files. */
export class ProposalMaker {
  /** The last notice that was emitted; the same one is not repeated. */
  private lastNotice: string | null = null
  private readonly times = new ProposalTimes()

  constructor(
    private readonly project: OpenProject,
    private readonly needs: ProposalNeeds,
    private readonly events: MakerEvents,
  ) {}

  /**
   * @param proposer by name; null takes the one in use, and measured difference where that fails
   * @throws ContractError `bad-image`, `bad-model`, `unavailable`, `cancelled`
   */
  make(pairId: number, proposer: string | null, signal: AbortSignal): Promise<ProposalSummary> {
    return this.needs.lanes.use((lane) => this.makeOn(lane, pairId, proposer, signal))
  }

  private async makeOn(
    lane: WorkerLane,
    pairId: number,
    proposer: string | null,
    signal: AbortSignal,
  ): Promise<ProposalSummary> {
    const { store, folder } = this.project
    const pair = store.pair(pairId)
    try {
      const [before, after] = [await imageInside(folder, pair.before), await imageInside(folder, pair.after)]
      const request = { lane, milliseconds: PROPOSAL_MILLISECONDS, signal }
      const {
        width,
        height,
        changes: _,
        ...prediction
      } = await this.predict(proposer, { pairId, before, after }, request)
      store.pairs.setSize(pairId, width, height)
      if (pair.problem !== null) {
        store.pairs.setProblem(pairId, null)
      }
      // before the proposal: the queue skips a pair that has one
      await offerLabel(this.project, lane, { pair, width, height }, request)
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

  private async predict(
    proposer: string | null,
    frames: FramePaths,
    request: LaneRequest,
  ): Promise<Prediction> {
    const { naming, proposers } = this.needs
    const prediction = await (proposer === null
      ? this.predictWithFallback(frames, request)
      : this.predictWith(proposers.named(proposer), frames, request))
    return naming.named(request.lane, frames, prediction, request.signal)
  }

  /** Runs the proposer in use. Where it cannot be used or fails, measured difference runs instead, with a remark. */
  private async predictWithFallback(frames: FramePaths, request: LaneRequest): Promise<Prediction> {
    const { proposer, notice } = this.needs.proposers.inUse()
    if (proposer.name === DIFFERENCE_PROPOSER) {
      return withRemark(await this.predictWith(proposer, frames, request), this.remind(notice))
    }
    try {
      const prediction = await this.predictWith(proposer, frames, request)
      this.needs.proposers.recordSuccess()
      return prediction
    } catch (error) {
      const { code, message } = toFailure(error)
      if (code === 'bad-image' || code === 'cancelled') {
        throw error
      }
      if (code === 'bad-model') {
        this.needs.proposers.disable(proposer.name, message)
      } else {
        this.needs.proposers.recordFailure(proposer.name, message)
      }
      const instead = this.remind(insteadOf(proposer.name, message))
      const difference = this.needs.proposers.named(DIFFERENCE_PROPOSER)
      return withRemark(await this.predictWith(difference, frames, request), instead)
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

  private async predictWith(
    proposer: ProposerPlace,
    { pairId, ...frames }: FramePaths,
    request: LaneRequest,
  ): Promise<Prediction> {
    const threshold = this.needs.threshold.of(proposer.name)
    const path = await probabilitiesPath(this.project, pairId, proposer.name, frames)
    const isThere = threshold !== null && path !== null && (await exists(path))
    const probabilities =
      path === null ? {} : { probabilities: isThere ? { from: path, threshold } : { out: path, threshold } }
    const put = (provider: ProviderName): Promise<Prediction> =>
      request.lane.call('propose', { ...frames, provider, proposer, ...probabilities }, request)
    // masks cut anew from stored probabilities need no network
    return isThere ? onProvider(this.needs.providers, put) : this.onFasterProvider(proposer.name, put)
  }

  /** On the provider in use, or on the processor where that choice is automatic and the processor is faster. */
  private async onFasterProvider(
    proposer: string,
    put: (provider: ProviderName) => Promise<Prediction>,
  ): Promise<Prediction> {
    const { providers } = this.needs
    const device = await providers.inUse()
    if (!providers.isAutomatic || device === 'cpu') {
      return onProvider(providers, put)
    }
    if (this.times.choose(proposer, device) === 'cpu') {
      return this.recordTime(proposer, device, await put('cpu'))
    }
    return this.recordTime(proposer, device, await onProvider(providers, put))
  }

  private recordTime(proposer: string, device: ProviderName, prediction: Prediction): Prediction {
    const { provider, milliseconds } = prediction
    const message = this.times.record(proposer, device, provider, milliseconds['total'] ?? 0)
    if (message !== null) {
      this.events.onInfo(message)
    }
    return prediction
  }
}

function withRemark<T extends { remarks: string[] }>(prediction: T, remark: string | null): T {
  return remark === null ? prediction : { ...prediction, remarks: [...prediction.remarks, remark] }
}

function summaryOf({ regions, captions: _captions, links: _links, ...summary }: Proposal): ProposalSummary {
  return { ...summary, regionCount: regions.length }
}
