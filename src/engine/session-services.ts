import { ProposalPlans } from './proposals/proposal-plans'
import type { ProposalNeeds } from './proposals/proposal-needs'
import type { NameSettings } from '../contract/names'
import type { Emit, EngineOptions } from './engine-options'
import type { Lanes } from './lanes/lanes'
import type { SharedExamples } from './names/name-examples'
import type { Proposers } from './proposals/proposers'
import type { Providers } from './providers/providers'
import type { ImportTrained } from './training/bring-result'
import type { RecentProjects } from './user-folder'

/** Services that sessions share; they outlive each session. */
export interface SessionServices {
  options: Pick<EngineOptions, 'host' | 'userFolder' | 'isHeadless' | 'isTeam' | 'detectorFolder'>
  emit: Emit
  lanes: Lanes
  providers: Providers
  proposers: Proposers
  recent: RecentProjects
  nameSettings: () => NameSettings
  /** Whether pairs are proposed for before they are requested. */
  proposesAhead: () => boolean
  /** The setting for embeddings of pairs. */
  embedsPairs: () => boolean
  sharedExamples: SharedExamples
  /** Adds the package that a worker has made in a run. */
  importTrained: ImportTrained
  /** A training run has made a model, or the proposer has changed. */
  onModel(): void
}

/** What the queue of proposals takes of them. */
export function proposalNeeds({
  options,
  lanes,
  providers,
  proposers,
}: Pick<SessionServices, 'options' | 'lanes' | 'providers' | 'proposers'>): Omit<
  ProposalNeeds,
  'naming' | 'threshold'
> {
  const plans = new ProposalPlans(options.userFolder, (device) => providers.deviceName(device))
  return { lanes: lanes.proposals, remote: () => lanes.remote.current(), providers, proposers, plans }
}
