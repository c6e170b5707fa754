import { z } from 'zod'
import { trainingDefaults, type TrainingOptions } from '../../contract/training'
import { cosineRate } from '../../graph'
import { presets } from './presets'

/** Steps at whose end the time of one is known. */
export const MEASURED_STEPS = 6
const WARM_UP_STEPS = 20
/** Share of a run before which it does not end early. */
const EARLIEST_STOP = 0.6

export const progressSchema = z.object({
  step: z.int(),
  seconds: z.number(),
  best: z.object({ step: z.int(), score: z.number() }).nullable(),
  /** Scores since the best one. */
  since: z.int(),
  isEnded: z.boolean(),
})
/** The progress of a run; with the options it determines learning rate, scores and end. */
export type Progress = z.infer<typeof progressSchema>

export const initialProgress: Progress = { step: 0, seconds: 0, best: null, since: 0, isEnded: false }

/** 0 until the number of steps is known. */
export function fractionDone({ step }: Progress, steps: number | null): number {
  return steps === null ? 0 : step / steps
}

/** The measured steps have the same learning rates in every run. */
export function learningRateAt(
  progress: Progress,
  steps: number | null,
  { advanced }: TrainingOptions,
): number {
  const highest = advanced.rate ?? trainingDefaults.rate
  const warm = Math.min(1, (progress.step + 1) / WARM_UP_STEPS)
  return (
    (progress.step < MEASURED_STEPS ? highest : cosineRate(highest, 1, 0.02)(fractionDone(progress, steps))) *
    warm
  )
}

/** Whether held-out pairs are scored after this step; never while steps are measured, in this attempt or another. */
export function isScoreDue(
  { step }: Progress,
  steps: number | null,
  { preset, advanced }: TrainingOptions,
): boolean {
  if (steps === null || (advanced.steps === null && step < MEASURED_STEPS)) return false
  const count = presets[preset].scores
  return Math.floor((step * count) / steps) > Math.floor(((step - 1) * count) / steps)
}

/** Ends the run after its last step, or late in it when a third of its scores brought no improvement. */
export function afterScore(
  progress: Progress,
  score: number,
  steps: number | null,
  { preset }: TrainingOptions,
): Progress {
  const { step, best, since } = progress
  const last = steps ?? 0
  if (best === null || score > best.score)
    return { ...progress, best: { step, score }, since: 0, isEnded: step >= last }
  const patience = Math.max(3, Math.round(presets[preset].scores / 3))
  const isOutOfPatience = step >= EARLIEST_STOP * last && since + 1 >= patience
  return { ...progress, since: since + 1, isEnded: step >= last || isOutOfPatience }
}
