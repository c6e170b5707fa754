import { PROVIDER_TITLES } from '../../inference/providers'
import { message } from '../../messages/message'
import type { Message, MessageText } from '../../messages/message'
import { isAs } from '../proposals/proposal-plan'
import type { ProposalPlan, TimedProposal, TrialLimits, TrialQuestion } from '../proposals/proposal-plan'

/** Proposals of a step: so many, and three times as many as are made at once. The first ones open the model. */
const LEAST_PROPOSALS = 8
const ROUNDS = 3
/** More pairs at once must be faster by this, and half precision by that. */
const LEAST_GAIN = 1.05
const LEAST_HALF_GAIN = 1.1
/** Pairs for which half precision must propose as full precision does, and the largest distance (`proposalDistance`). */
const COMPARED_PAIRS = 3
const TOLERANCE = 0.02

interface Step extends ProposalPlan {
  readonly pairsPerSecond: number
}

/** `due`: its answers are compared next, for so many pairs. `over`: it was tried, or is not to be. */
interface HalfTrial {
  state: 'untried' | 'due' | 'under way' | 'over'
  left: number
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
  half: HalfTrial
  count: number
  lastEnd: number
  workMilliseconds: number
}

/**
 * How a model's proposals are made fastest, found from the first ones: on the device for 1, 2, 4 ... pairs at once, as
 * long as each step makes more pairs a second; in half precision, where its answers are those of full precision; then
 * on the processor, where the user left the choice to us. A device that multiplies matrices faster may still be slower
 * here, as much of a proposal is not the network.
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

  /** Whether the caller is to compare the precisions for its pair, and tell `compared`. */
  takeComparison(question: TrialQuestion): boolean {
    const { half } = this.trialOf(question)
    if (half.state !== 'due') {
      return false
    }
    half.state = 'under way'
    return true
  }

  /** A comparison that was begun was cancelled with its pair. */
  leaveComparison(question: TrialQuestion): void {
    this.trialOf(question).half.state = 'due'
  }

  /** Returns a sentence where half precision is not to be used. @param distance or why there is none */
  compared(question: TrialQuestion, distance: number | MessageText): Message | null {
    const trial = this.trialOf(question)
    const { half, plan } = trial
    if (typeof distance === 'number' && distance <= TOLERANCE) {
      half.left -= 1
      half.state = half.left > 0 ? 'due' : 'over'
      if (half.left === 0) {
        begin(trial, { ...plan, precision: 'half' })
      }
      return null
    }
    half.state = 'over'
    this.goOn(trial)
    const isFar = typeof distance === 'number'
    return inFull(question, isFar ? message('models.halfDiffers', { by: distance.toPrecision(2) }) : distance)
  }

  /** The device failed in half precision: full from now on. Returns a sentence the first time. */
  endHalf(question: TrialQuestion, reason: MessageText): Message | null {
    const trial = this.trialOf(question)
    if (trial.plan.precision === 'full') {
      return null
    }
    begin(trial, { ...trial.plan, precision: 'full' })
    this.remember(trial)
    return inFull(question, reason)
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
      begin(trial, { ...trial.plan, atOnce: half })
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
      plan: isUsable ? known : { provider: device, precision: 'full', atOnce: 1 },
      isDecided: isUsable,
      best: null,
      mostAtOnce: this.limits.mostAtOnce,
      half: { state: question.mayHalve ? 'untried' : 'over', left: COMPARED_PAIRS },
      count: 0,
      lastEnd: 0,
      workMilliseconds: 0,
    }
    this.trials.set(key, trial)
    return trial
  }

  private count(trial: Trial, made: TimedProposal): Message | null {
    const { atOnce, startedAt, endedAt } = made
    if (trial.isDecided || isComparing(trial) || !isAs(trial.plan, made)) {
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
    const { best, mostAtOnce, half } = trial
    if (step.provider === 'cpu') {
      return this.decide(trial, step)
    }
    const isHalf = step.precision === 'half'
    const gain = best === null ? Infinity : step.pairsPerSecond / best.pairsPerSecond
    const isBetter = gain >= (isHalf ? LEAST_HALF_GAIN : LEAST_GAIN)
    trial.best = isBetter ? step : best
    if (isBetter && !isHalf && 2 * step.atOnce <= mostAtOnce) {
      begin(trial, { ...step, atOnce: 2 * step.atOnce })
      return null
    }
    if (half.state === 'untried') {
      half.state = 'due'
      begin(trial, trial.best ?? step)
      return null
    }
    const isTaken = isHalf && isBetter
    const { proposer: name, device } = trial.question
    const told = { name, provider: PROVIDER_TITLES[device], factor: gain.toFixed(1) }
    return this.goOn(trial) ?? (isTaken ? message('models.halfPrecision', told) : null)
  }

  /** The device has been tried. */
  private goOn(trial: Trial): Message | null {
    if (!trial.question.isAutomatic) {
      return this.decide(trial, null)
    }
    begin(trial, { provider: 'cpu', precision: 'full', atOnce: this.limits.cpuLanes })
    return null
  }

  private decide(trial: Trial, onCpu: Step | null): Message | null {
    const { best, mostAtOnce } = trial
    const { proposer, device } = trial.question
    const precision = best?.precision ?? 'full'
    const onDevice = { provider: device, precision, atOnce: Math.min(mostAtOnce, best?.atOnce ?? 1) }
    const factor = onCpu === null || best === null ? 0 : onCpu.pairsPerSecond / best.pairsPerSecond
    const isCpu = onCpu !== null && factor > 1
    trial.plan = isCpu ? { provider: 'cpu', precision: 'full', atOnce: onCpu.atOnce } : onDevice
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

function inFull({ proposer: name, device }: TrialQuestion, reason: MessageText): Message {
  return message('models.noHalfPrecision', { name, provider: PROVIDER_TITLES[device], reason })
}

function isComparing({ half }: Trial): boolean {
  return half.state === 'due' || half.state === 'under way'
}

function begin(trial: Trial, { provider, precision, atOnce }: ProposalPlan): void {
  trial.plan = { provider, precision, atOnce }
  trial.count = 0
  trial.workMilliseconds = 0
}
