import { z } from 'zod'
import { trainingDefaults, type TrainingOptions } from '../../contract/training'
import { cosineRate } from '../../graph'
import { presets } from './presets'

/** Steps at whose end the time of one is known. */
export const MEASURED = 6
const WARM_UP = 20
/** Share of a run before which it does not end early. */
const LATE = 0.6

export const progressSchema = z.object({
  step: z.int(),
  seconds: z.number(),
  best: z.object({ step: z.int(), score: z.number() }).nullable(),
  /** Scores since the best one. */
  since: z.int(),
  isEnded: z.boolean(),
})
/** Where a run stands: with its options, all that rate, scores and end depend on. */
export type Progress = z.infer<typeof progressSchema>

export const atStart: Progress = { step: 0, seconds: 0, best: null, since: 0, isEnded: false }

/** 0 until the number of steps is known. */
export function shareOf({ step }: Progress, steps: number | null): number {
  return steps === null ? 0 : step / steps
}

/** The measured steps have the rates that they would have in any run. */
export function rateAt(progress: Progress, steps: number | null, { advanced }: TrainingOptions): number {
  const highest = advanced.rate ?? trainingDefaults.rate
  const warm = Math.min(1, (progress.step + 1) / WARM_UP)
  return (progress.step < MEASURED ? highest : cosineRate(highest, 1, 0.02)(shareOf(progress, steps))) * warm
}

/** Whether held-out pairs are scored after this step; never while steps are measured, in this sitting or another. */
export function isScoreDue(
  { step }: Progress,
  steps: number | null,
  { preset, advanced }: TrainingOptions,
): boolean {
  if (steps === null || (advanced.steps === null && step < MEASURED)) return false
  const count = presets[preset].scores
  return Math.floor((step * count) / steps) > Math.floor(((step - 1) * count) / steps)
}

/** Ends the run after its last step, or late in it where a third of its scores brought nothing better. */
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
  const isVain = step >= LATE * last && since + 1 >= patience
  return { ...progress, since: since + 1, isEnded: step >= last || isVain }
}
