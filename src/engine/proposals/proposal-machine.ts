import { toFailure } from '../../contract/errors'
import type { FailureCode } from '../../contract/errors'
import type { Precision, ProviderName } from '../../contract/proposal'
import type { UnstoredProposal } from './unstored-proposal'
import type { ComparedWith } from '../../inference/compare-proposals'
import { DeviceCheck } from '../providers/device-check'
import type { LanePool } from '../lanes/lane-pool'
import { PROVIDER_TITLES } from '../../inference/providers'
import { ProviderTrial } from '../providers/provider-trial'
import type { PlanMemory, ProposalPlan, TrialQuestion } from './proposal-plan'
import { onProvider } from '../providers/providers'
import type { ProviderChoice } from '../providers/providers'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** No other proposer would do better. */
export const NO_FAULT_OF_MODELS: ReadonlySet<FailureCode> = new Set([
  'bad-image',
  'cancelled',
  'unreachable',
  'disconnected',
])

/** Where proposals are made. */
export interface ProposalMachine {
  lanes: LanePool
  providers: ProviderChoice
  /** A proposal that takes longer than this costs its process. */
  milliseconds: number
  /** Of the proposals that were made there. */
  check: DeviceCheck
  trial: ProviderTrial
  /** Pairs at once on its processor. */
  cpuLanes: number
}

/** This machine. */
export function thisMachine(
  { lanes, providers, plans }: Pick<ProposalMachine, 'lanes' | 'providers'> & { plans?: PlanMemory },
  milliseconds: number,
): ProposalMachine {
  const cpuLanes = lanes.size
  const trial = new ProviderTrial({ cpuLanes, mostAtOnce: lanes.most, memory: plans })
  return { lanes, providers, cpuLanes, check: new DeviceCheck(plans), trial, milliseconds }
}

/** Another machine. */
export interface OtherMachine extends ProposalMachine {
  host: string
  /** Whether this machine makes proposals where that one cannot be reached. */
  goesOnHere: boolean
  /** Whether it could be reached the last time, in words where it could not. */
  setProblem(problem: MessageText | null): void
}

/**
 * Works here, or on another machine; here too where that cannot be reached and the user wishes so.
 * @param onGoesOn why the other machine cannot be reached
 */
export async function onMachine<T>(
  { here, remote }: { here: ProposalMachine; remote: OtherMachine | null },
  signal: AbortSignal,
  work: (machine: ProposalMachine) => Promise<T>,
  onGoesOn: (reason: MessageText) => void,
): Promise<T> {
  if (remote === null) {
    return work(here)
  }
  try {
    const made = await work(remote)
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
    onGoesOn(reason)
    return work(here)
  }
}

/** What is asked about a pair. */
interface ProposalRequests {
  put(provider: ProviderName, precision: Precision): Promise<UnstoredProposal>
  /** How far its proposal on a device is from another; null for what is not compared, as measured difference. */
  readonly compare: ((device: ProviderName, to: ComparedWith) => Promise<{ distance: number }>) | null
}

/** What is told while proposals are made. */
interface PlaceEvents {
  /** The processor or half precision is found to be faster, or a device or half precision is not used; said once. */
  onInfo(message: MessageText): void
  /** The device failed at so many pairs at once. */
  onWarning(message: MessageText): void
}

/**
 * On the provider in use, or on the processor where that choice is automatic and the processor is faster; for as many
 * pairs at once as is fastest. A device that fails at several pairs at once is tried with half of them.
 */
export async function onFasterProvider(
  machine: ProposalMachine,
  proposer: string,
  { put, compare }: ProposalRequests,
  events: PlaceEvents,
): Promise<UnstoredProposal> {
  const { providers, check, trial, lanes, cpuLanes } = machine
  const device = await providers.inUse()
  if (device === 'cpu') {
    lanes.setSize(cpuLanes)
    return put('cpu', 'full')
  }
  const question = { proposer, device, isAutomatic: providers.isAutomatic, mayHalve: compare !== null }
  if (compare !== null && !(await check.isRight(question, () => compare(device, 'the processor'), events))) {
    providers.setPlan?.({ provider: 'cpu', precision: 'full' })
    lanes.setSize(cpuLanes)
    return put('cpu', 'full')
  }
  if (compare !== null && trial.takeComparison(question)) {
    await comparePrecisions(trial, question, () => compare(device, 'half precision'), events)
  }
  const plan = trial.choose(question)
  providers.setPlan?.(plan)
  lanes.setSize(plan.atOnce)
  const [startedAt, busy] = [performance.now(), lanes.busy]
  const unstored = await (plan.provider === 'cpu'
    ? put('cpu', 'full')
    : onProvider(providers, (provider) =>
        provider === 'cpu'
          ? put(provider, 'full')
          : inPrecision(trial, question, plan, events, (precision) =>
              withFewerPairs(machine, question, plan, () => put(provider, precision), events),
            ),
      ))
  const { provider } = unstored
  // where more were under way than planned, it says nothing of the plan
  const atOnce = Math.max(plan.atOnce, busy, lanes.busy)
  const { precision } = plan
  const made = { provider, precision, atOnce, startedAt, endedAt: performance.now() }
  const found = trial.record(question, made)
  lanes.setSize(trial.choose(question).atOnce)
  if (found !== null) {
    events.onInfo(found)
  }
  return unstored
}

/** Compares the precisions for one pair. What fails only keeps the full one. @throws ContractError `cancelled` */
async function comparePrecisions(
  trial: ProviderTrial,
  question: TrialQuestion,
  compare: () => Promise<{ distance: number }>,
  events: PlaceEvents,
): Promise<void> {
  let distance: number | MessageText
  try {
    distance = (await compare()).distance
  } catch (error) {
    if (toFailure(error).code === 'cancelled') {
      trial.leaveComparison(question)
      throw error
    }
    distance = messageTextOf(error)
  }
  const told = trial.compared(question, distance)
  if (told !== null) {
    events.onInfo(told)
  }
}

/** Once more in full precision where the device failed in half. */
async function inPrecision(
  trial: ProviderTrial,
  question: TrialQuestion,
  plan: ProposalPlan,
  events: PlaceEvents,
  put: (precision: Precision) => Promise<UnstoredProposal>,
): Promise<UnstoredProposal> {
  try {
    return await put(plan.precision)
  } catch (error) {
    if (toFailure(error).code !== 'unavailable' || plan.precision === 'full') {
      throw error
    }
    const told = trial.endHalf(question, messageTextOf(error))
    if (told !== null) {
      events.onWarning(told)
    }
    return put('full')
  }
}

/** Once more where several pairs at once were too many for the device. */
async function withFewerPairs(
  { trial, lanes }: ProposalMachine,
  question: TrialQuestion,
  plan: ProposalPlan,
  put: () => Promise<UnstoredProposal>,
  events: PlaceEvents,
): Promise<UnstoredProposal> {
  try {
    return await put()
  } catch (error) {
    const half = toFailure(error).code === 'unavailable' ? trial.halve(question, plan) : null
    if (half === null) {
      throw error
    }
    const { atOnce } = trial.choose(question)
    if (lanes.size > atOnce) {
      lanes.setSize(atOnce)
      const provider = PROVIDER_TITLES[question.device]
      events.onWarning(
        message('models.fewerAtOnce', {
          provider,
          pairs: plan.atOnce,
          fewer: half,
          reason: messageTextOf(error),
        }),
      )
    }
    return put()
  }
}
