import { TRAINING_DEFAULTS } from '../../contract/training'
import type { AdvancedTraining, TrainingPreset, TrainingOptions } from '../../contract/training'
import { z } from 'zod'
import { warmCosine } from '../task'
import type { Schedule } from '../task'

interface Preset {
  /** Seconds of steps; cropping, scoring and comparing come on top. */
  readonly seconds: number
  /** Held-out scores during the run. */
  readonly scores: number
  /** Held-out pairs that both models propose for. */
  readonly compared: number
  /** Held-out crops that are scored during the run. */
  readonly crops: number
}

export const PRESETS: Readonly<Record<TrainingPreset, Preset>> = {
  quick: { seconds: 75, scores: 4, compared: 16, crops: 32 },
  standard: { seconds: 420, scores: 8, compared: 48, crops: 64 },
  thorough: { seconds: 1900, scores: 16, compared: 160, crops: 128 },
}

const MIN_STEPS = 40
const MAX_STEPS = 6000
/** Seconds to crop a pair, and to propose for it. */
const CROP_SECONDS = 0.2
const PROPOSE_SECONDS = 2

/** Cost of a step. */
export interface StepCost {
  /** Seconds of one at the start of a run, measured on this machine. */
  readonly seconds: number
  /** Mean over the run, over that. */
  readonly mean: number
}

/** How many steps a preset comes to. */
export function stepsOf(preset: TrainingPreset, advanced: AdvancedTraining, cost: StepCost): number {
  if (advanced.steps !== null) {
    return advanced.steps
  }
  const affordable = Math.round(PRESETS[preset].seconds / (cost.seconds * cost.mean))
  return Math.max(MIN_STEPS, Math.min(MAX_STEPS, affordable))
}

/** Minutes of a whole run, comparison included. @param cost null where none was measured yet */
export function minutesOf(
  preset: TrainingPreset,
  advanced: AdvancedTraining,
  counts: { pairs: number; heldOut: number },
  cost: StepCost | null,
): number {
  const { seconds, compared } = PRESETS[preset]
  const training = cost === null ? seconds : stepsOf(preset, advanced, cost) * cost.seconds * cost.mean
  const comparing = 2 * PROPOSE_SECONDS * Math.min(compared, counts.heldOut)
  return (training + comparing + CROP_SECONDS * counts.pairs) / 60
}

/** Steps at whose end the time of one is known. */
export const MEASURED_STEPS = 6
const WARM_UP_STEPS = 20
/** Share of a run before which it does not end early. */
const EARLIEST_STOP = 0.6

const progressSchema = z.object({
  step: z.int(),
  seconds: z.number(),
  best: z.object({ step: z.int(), score: z.number() }).nullable(),
  /** Scores since the best one. */
  since: z.int(),
  isEnded: z.boolean(),
})
/** The progress of a run; with the options it determines learning rate, scores and end. */
export type FineTuneProgress = z.infer<typeof progressSchema>

export const INITIAL_PROGRESS: FineTuneProgress = {
  step: 0,
  seconds: 0,
  best: null,
  since: 0,
  isEnded: false,
}

/** The last learning rate over the highest. */
const LOWEST_RATE = 0.02

/**
 * A cosine over the run; the measured steps have the same learning rates in every run.
 * @param steps of the run; null until their number is known, and the run is at its start
 */
export function fineTuneSchedule(
  { advanced }: TrainingOptions,
  steps: () => number | null,
): Schedule<FineTuneProgress> {
  const highest = advanced.rate ?? TRAINING_DEFAULTS.rate
  const share = ({ step }: FineTuneProgress): number => step / (steps() ?? Infinity)
  return {
    initial: INITIAL_PROGRESS,
    fromRecord: (record) => progressSchema.parse(record),
    toRecord: (progress) => progress,
    share,
    rate(progress) {
      const warm = (progress.step + 1) / WARM_UP_STEPS
      return progress.step < MEASURED_STEPS
        ? highest * Math.min(1, warm)
        : warmCosine({ highest, lowest: LOWEST_RATE }, share(progress), warm)
    },
    isEnded: ({ isEnded }) => isEnded,
  }
}

/** Whether held-out pairs are scored after this step; never while steps are measured, in this attempt or another. */
export function isScoreDue(
  { step }: FineTuneProgress,
  steps: number | null,
  { preset, advanced }: TrainingOptions,
): boolean {
  if (steps === null || (advanced.steps === null && step < MEASURED_STEPS)) {
    return false
  }
  const count = PRESETS[preset].scores
  return Math.floor((step * count) / steps) > Math.floor(((step - 1) * count) / steps)
}

/** Ends the run after its last step, or late in it when a third of its scores brought no improvement. */
export function afterScore(
  progress: FineTuneProgress,
  score: number,
  steps: number | null,
  { preset }: TrainingOptions,
): FineTuneProgress {
  const { step, best, since } = progress
  const last = steps ?? 0
  if (best === null || score > best.score) {
    return { ...progress, best: { step, score }, since: 0, isEnded: step >= last }
  }
  const patience = Math.max(3, Math.round(PRESETS[preset].scores / 3))
  const isOutOfPatience = step >= EARLIEST_STOP * last && since + 1 >= patience
  return { ...progress, since: since + 1, isEnded: step >= last || isOutOfPatience }
}
