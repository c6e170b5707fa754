import type { AdvancedTraining, TrainingPreset } from '../../contract/training'

interface Preset {
  /** Seconds of steps; cutting, scoring and comparing come on top. */
  readonly seconds: number
  /** Held-out scores during the run. */
  readonly scores: number
  /** Held-out pairs that both models propose for. */
  readonly compared: number
  /** Held-out cuts that the running score looks at. */
  readonly cuts: number
}

export const presets: Readonly<Record<TrainingPreset, Preset>> = {
  quick: { seconds: 75, scores: 4, compared: 16, cuts: 32 },
  standard: { seconds: 420, scores: 8, compared: 48, cuts: 64 },
  thorough: { seconds: 1900, scores: 16, compared: 160, cuts: 128 },
}

export const defaults = { rate: 3e-4, batch: 16, replay: 0.2, heldOut: 0.2 } as const

const LEAST_STEPS = 40
const MOST_STEPS = 6000
/** Share of a run from which on words change regions, and what a step costs then, over one before. */
export const refineFrom = 0.7
const LATE_COST = 1.5
const MEAN_COST = refineFrom + (1 - refineFrom) * LATE_COST
/** Seconds that a pair costs where it is cut, and where a model proposes for it. */
const CUT_SECONDS = 0.2
const PROPOSE_SECONDS = 2

/** How many steps a preset comes to. @param secondsPerStep measured on this machine at the start of a run */
export function stepsOf(preset: TrainingPreset, advanced: AdvancedTraining, secondsPerStep: number): number {
  if (advanced.steps !== null) return advanced.steps
  const wanted = Math.round(presets[preset].seconds / (secondsPerStep * MEAN_COST))
  return Math.max(LEAST_STEPS, Math.min(MOST_STEPS, wanted))
}

/** Minutes of a whole run, verdict included. @param secondsPerStep null where none was measured yet */
export function minutesOf(
  preset: TrainingPreset,
  advanced: AdvancedTraining,
  counts: { pairs: number; heldOut: number },
  secondsPerStep: number | null,
): number {
  const { seconds, compared } = presets[preset]
  const training =
    secondsPerStep === null ? seconds : stepsOf(preset, advanced, secondsPerStep) * secondsPerStep * MEAN_COST
  const judging = 2 * PROPOSE_SECONDS * Math.min(compared, counts.heldOut)
  return (training + judging + CUT_SECONDS * counts.pairs) / 60
}
