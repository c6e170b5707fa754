import type { PartsDone } from '../../contract/proposal'
import type { MessageText } from '../../messages/message'
import type { FolderThreshold } from './folder-threshold'
import type { LanePool } from '../lanes/lane-pool'
import type { Naming } from '../names/naming'
import type { OtherMachine } from './proposal-machine'
import type { Proposers } from './proposers'
import type { PlanMemory } from './proposal-plan'
import type { ProviderChoice } from '../providers/providers'

/** With what proposals are made. */
export interface ProposalNeeds {
  lanes: LanePool
  providers: ProviderChoice
  /** Null where this machine makes proposals. */
  remote?: () => OtherMachine | null
  proposers: Proposers
  naming: Naming
  threshold: Pick<FolderThreshold, 'of'>
  /** Whether masks and captions beside the images are offered too; they are if absent. */
  offersLabels?: boolean
  /** How proposals were made fastest before; absent where nothing is remembered. */
  plans?: PlanMemory
}

/** What is told of them. */
export interface MakerEvents {
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** Another proposer runs instead of the one in use. */
  onWarning(message: MessageText): void
  /** Another provider is faster for a proposer. */
  onInfo(message: MessageText): void
  /** A part of a large pair came; null once none is worked on. */
  onParts(parts: PartsDone | null): void
}
