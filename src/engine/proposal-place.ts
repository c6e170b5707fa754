import type { FailureCode } from '../contract/errors'
import type { Output } from '../contract/define'
import type { ProviderName } from '../contract/proposal'
import type { WorkerCommands } from '../inference/worker-contract'
import type { LanePool } from './lane-pool'
import type { ProposalTimes } from './proposal-times'
import { onProvider } from './providers'
import type { ProviderChoice } from './providers'
import type { MessageText } from '../messages/message'

type Prediction = Output<WorkerCommands, 'propose'>

/** No other proposer would do better. */
export const NO_FAULT_OF_MODELS: ReadonlySet<FailureCode> = new Set([
  'bad-image',
  'cancelled',
  'unreachable',
  'disconnected',
])

/** Where proposals are made. */
export interface ProposalPlace {
  lanes: LanePool
  providers: ProviderChoice
  /** A proposal that takes longer than this costs its process. */
  milliseconds: number
  /** Of the proposals that were made there. */
  times: ProposalTimes
}

/** A place on another machine. */
export interface RemotePlace extends ProposalPlace {
  host: string
  /** Whether this machine makes proposals where that one cannot be reached. */
  goesOnHere: boolean
  /** Whether it could be reached the last time, in words where it could not. */
  setProblem(problem: MessageText | null): void
}

/**
 * On the provider in use, or on the processor where that choice is automatic and the processor is faster.
 * @param onInfo told once where the processor is found to be faster
 */
export async function onFasterProvider(
  { providers, times }: ProposalPlace,
  proposer: string,
  put: (provider: ProviderName) => Promise<Prediction>,
  onInfo: (message: MessageText) => void,
): Promise<Prediction> {
  const device = await providers.inUse()
  if (!providers.isAutomatic || device === 'cpu') {
    return onProvider(providers, put)
  }
  const prediction = await (times.choose(proposer, device) === 'cpu'
    ? put('cpu')
    : onProvider(providers, put))
  const { provider, milliseconds } = prediction
  const message = times.record(proposer, device, provider, milliseconds['total'] ?? 0)
  if (message !== null) {
    onInfo(message)
  }
  return prediction
}
