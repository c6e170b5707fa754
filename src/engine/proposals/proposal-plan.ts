import type { Precision, ProviderName } from '../../contract/proposal'

/** What makes a model's proposals, how, and for how many pairs at once. */
export interface ProposalPlan {
  readonly provider: ProviderName
  readonly precision: Precision
  readonly atOnce: number
}

/** A proposal that was made, in milliseconds of one clock. */
export interface TimedProposal extends ProposalPlan {
  readonly startedAt: number
  readonly endedAt: number
}

/** Remembers plans between openings of a folder, and of the program. */
export interface PlanMemory {
  read(proposer: string, device: ProviderName): ProposalPlan | null
  write(proposer: string, device: ProviderName, plan: ProposalPlan): void
}

export interface TrialQuestion {
  readonly proposer: string
  /** It passed its test. */
  readonly device: ProviderName
  /** Whether the processor may take its place. */
  readonly isAutomatic: boolean
  /** Whether half precision may be tried: measured difference is in grey levels, which it does not hold. */
  readonly mayHalve: boolean
}

export interface TrialLimits {
  /** Pairs at once on the processor. */
  readonly cpuLanes: number
  /** Pairs at once on a device at most. */
  readonly mostAtOnce: number
  readonly memory?: PlanMemory | undefined
}

export function isAs(plan: ProposalPlan, { provider, precision, atOnce }: ProposalPlan): boolean {
  return plan.provider === provider && plan.precision === precision && plan.atOnce === atOnce
}
