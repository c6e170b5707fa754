import type { ProviderName } from '../contract/proposal'
import { PROVIDER_TITLES } from '../inference/providers'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** What makes a model's proposals, and for how many pairs at once. */
export interface ProposalPlan {
  readonly provider: ProviderName
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
}

export interface TrialLimits {
  /** Pairs at once on the processor. */
  readonly cpuLanes: number
  /** Pairs at once on a device at most. */
  readonly mostAtOnce: number
  readonly memory?: PlanMemory | undefined
}

/** Proposals of a step: so many, and three times as many as are made at once. The first ones open the model. */
const LEAST_PROPOSALS = 8
const ROUNDS = 3
/** More pairs at once must be faster by this. */
const LEAST_GAIN = 1.05

interface Step extends ProposalPlan {
  readonly pairsPerSecond: number
}

/** How far the trial of a model on a device has come. */
interface Trial {
  readonly question: TrialQuestion
  plan: ProposalPlan
  isDecided: boolean
  /** The best on the device so far. */
  best: Step | null
  /** Pairs at once on the device at most; fewer after a failure. */
  mostAtOnce: number
  count: number
  lastEnd: number
  workMilliseconds: number
}

/**
 * How a model's proposals are made fastest, found from the first ones: on the device for 1, 2, 4 ... pairs at once, as
 * long as each step makes more pairs a second; then on the processor, where the user left the choice to us. A device
 * that multiplies matrices faster may still be slower here, as much of a proposal is not the network.
 */
export class ProviderTrial {
  private readonly trials = new Map<string, Trial>()

  constructor(private readonly limits: TrialLimits) {}

  choose(question: TrialQuestion): ProposalPlan {
    return this.trialOf(question).plan
  }

  /** Returns a sentence when this proposal has closed the trial in favour of the processor. */
  record(question: TrialQuestion, made: TimedProposal): Message | null {
    return this.count(this.trialOf(question), made)
  }

  /** The device failed with so many pairs at once: half of them from now on. Returns how many; null where it was one. */
  halve(question: TrialQuestion, { atOnce }: ProposalPlan): number | null {
    if (atOnce <= 1) {
      return null
    }
    const trial = this.trialOf(question)
    const half = Math.floor(atOnce / 2)
    trial.mostAtOnce = Math.min(trial.mostAtOnce, half)
    if (trial.plan.provider !== 'cpu' && trial.plan.atOnce > half) {
      begin(trial, { provider: question.device, atOnce: half })
      this.remember(trial)
    }
    return half
  }

  private trialOf(question: TrialQuestion): Trial {
    const { proposer, device, isAutomatic } = question
    const key = `${device} ${isAutomatic ? 'auto' : 'chosen'} ${proposer}`
    const open = this.trials.get(key)
    if (open !== undefined) {
      return open
    }
    const known = this.limits.memory?.read(proposer, device) ?? null
    const isUsable = known !== null && (isAutomatic || known.provider !== 'cpu')
    const trial: Trial = {
      question,
      plan: isUsable ? known : { provider: device, atOnce: 1 },
      isDecided: isUsable,
      best: null,
      mostAtOnce: this.limits.mostAtOnce,
      count: 0,
      lastEnd: 0,
      workMilliseconds: 0,
    }
    this.trials.set(key, trial)
    return trial
  }

  private count(trial: Trial, made: TimedProposal): Message | null {
    const { provider, atOnce, startedAt, endedAt } = made
    if (trial.isDecided || provider !== trial.plan.provider || atOnce !== trial.plan.atOnce) {
      return null
    }
    trial.count += 1
    if (trial.count > atOnce) {
      // before the pair began nothing may have been done
      trial.workMilliseconds += Math.min(endedAt - trial.lastEnd, endedAt - startedAt)
    }
    trial.lastEnd = endedAt
    if (trial.count < Math.max(LEAST_PROPOSALS, ROUNDS * atOnce)) {
      return null
    }
    const pairsPerSecond = (1000 * (trial.count - atOnce)) / trial.workMilliseconds
    return this.endStep(trial, { ...trial.plan, pairsPerSecond })
  }

  private endStep(trial: Trial, step: Step): Message | null {
    const { best, mostAtOnce } = trial
    const { device, isAutomatic } = trial.question
    if (step.provider === 'cpu') {
      return this.decide(trial, step)
    }
    const isBetter = best === null || step.pairsPerSecond >= LEAST_GAIN * best.pairsPerSecond
    trial.best = isBetter ? step : best
    if (isBetter && 2 * step.atOnce <= mostAtOnce) {
      begin(trial, { provider: device, atOnce: 2 * step.atOnce })
      return null
    }
    if (isAutomatic) {
      begin(trial, { provider: 'cpu', atOnce: this.limits.cpuLanes })
      return null
    }
    return this.decide(trial, null)
  }

  private decide(trial: Trial, onCpu: Step | null): Message | null {
    const { best, mostAtOnce } = trial
    const { proposer, device } = trial.question
    const onDevice = { provider: device, atOnce: Math.min(mostAtOnce, best?.atOnce ?? 1) }
    const factor = onCpu === null || best === null ? 0 : onCpu.pairsPerSecond / best.pairsPerSecond
    const isCpu = onCpu !== null && factor > 1
    trial.plan = isCpu ? { provider: 'cpu', atOnce: onCpu.atOnce } : onDevice
    trial.isDecided = true
    this.remember(trial)
    return isCpu
      ? message('models.fasterOnCpu', {
          name: proposer,
          provider: PROVIDER_TITLES[device],
          factor: factor.toFixed(1),
        })
      : null
  }

  private remember({ question, plan, isDecided }: Trial): void {
    if (isDecided) {
      this.limits.memory?.write(question.proposer, question.device, plan)
    }
  }
}

function begin(trial: Trial, plan: ProposalPlan): void {
  trial.plan = plan
  trial.count = 0
  trial.workMilliseconds = 0
}
