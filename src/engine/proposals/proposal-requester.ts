import type { ComparedWith } from '../../inference/compare-proposals'
import type { Input } from '../../contract/define'
import type { PartsDone, Precision, ProviderName } from '../../contract/proposal'
import type { ProposerPackage, InferenceCommands } from '../../inference/inference-contract'
import type { MessageText } from '../../messages/message'
import type { FolderThreshold } from './folder-threshold'
import { LargePairs } from './large-pairs'
import type { Naming } from '../names/naming'
import type { PairSource } from '../project/open-project'
import { exists } from '../pictures/picture-files'
import type { UnstoredProposal } from './unstored-proposal'
import { probabilitiesPath } from './probabilities-path'
import { onFasterProvider } from './proposal-machine'
import type { ProposalMachine } from './proposal-machine'
import { sizeInParts } from './propose-parts'
import { onProvider } from '../providers/providers'
import type { FramePaths } from '../pictures/value-mappings'
import type { InferenceLane } from '../lanes/inference-lane'

export type PairFrames = FramePaths & { pairId: number }

/** Where a pair's requests go, and their limits. */
export interface LaneRequest {
  lane: InferenceLane
  machine: ProposalMachine
  milliseconds: number
  signal: AbortSignal
}

interface RequestEvents {
  /** Another provider is faster for a proposer. */
  onInfo(message: MessageText): void
  /** The device failed at so many pairs at once. */
  onWarning(message: MessageText): void
  /** A part of a large pair came; null once none is worked on. */
  onParts(parts: PartsDone | null): void
}

/** Asks a proposer about a pair: whole, part by part, or by the probabilities that it gave before. */
export class ProposalRequester {
  private readonly largePairs: LargePairs

  /** @param here this machine: on another one large pairs are not read by parts */
  constructor(
    private readonly project: PairSource,
    private readonly here: ProposalMachine,
    private readonly needs: { threshold: Pick<FolderThreshold, 'of'>; naming: Naming },
    private readonly events: RequestEvents,
  ) {
    this.largePairs = new LargePairs((parts) => events.onParts(parts))
  }

  /** @throws ContractError as `ProposalMaker.make` */
  async request(
    proposer: ProposerPackage,
    { pairId, ...frames }: PairFrames,
    request: LaneRequest,
  ): Promise<UnstoredProposal> {
    const { lane, machine, signal } = request
    const put = (
      extra: Pick<Input<InferenceCommands, 'propose'>, 'part' | 'whole' | 'probabilities'>,
      at: InferenceLane = lane,
    ) => {
      return (provider: ProviderName, precision: Precision = 'full') =>
        at.call('propose', { ...frames, provider, precision, proposer, ...extra }, request)
    }
    // another machine has its own program, and its trial is short
    const compare =
      machine === this.here && proposer.folder !== null
        ? (provider: ProviderName, to: ComparedWith) =>
            lane.call('compareProposals', { ...frames, provider, proposer, to }, request)
        : null
    const stored = this.project.store.pair(pairId)
    const size = machine === this.here ? await sizeInParts({ lane, frames, stored, limits: request }) : null
    if (size !== null) {
      const { lanes, providers } = machine
      const { naming } = this.needs
      const joined = await this.largePairs.propose({
        image: size,
        lanes,
        signal,
        survey: (parts) => lane.call('survey', { ...frames, parts }, request),
        propose: async (at, part, { alignment, mostShift }) => {
          const own = { part, whole: { alignment, mostShift } }
          const proposed = await onProvider(providers, put(own, at))
          return naming.named({ lane: at, providers }, { ...frames, ...own }, proposed, signal)
        },
      })
      return naming.untilNamed(joined)
    }
    const threshold = this.needs.threshold.of(proposer.name)
    const path = await probabilitiesPath(this.project, pairId, proposer.name, frames)
    if (threshold !== null && path !== null && (await exists(path))) {
      // masks cut anew from stored probabilities need no network
      return onProvider(machine.providers, put({ probabilities: { from: path, threshold } }))
    }
    const whole = put(path === null ? {} : { probabilities: { out: path, threshold } })
    return onFasterProvider(machine, proposer.name, { put: whole, compare }, this.events)
  }
}
