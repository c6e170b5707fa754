import type { AdvancedTraining, TrainingPreset } from '../../contract/training'

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

export const presets: Readonly<Record<TrainingPreset, Preset>> = {
  quick: { seconds: 75, scores: 4, compared: 16, crops: 32 },
  standard: { seconds: 420, scores: 8, compared: 48, crops: 64 },
  thorough: { seconds: 1900, scores: 16, compared: 160, crops: 128 },
}

const MIN_STEPS = 40
const MAX_STEPS = 6000
/** Seconds to crop a pair, and to propose for it. */
const CROP_SECONDS = 0.2
const PROPOSE_SECONDS = 2

/** What a step costs. */
export interface StepCost {
  /** Seconds of one at the start of a run, measured on this machine. */
  readonly seconds: number
  /** Mean over the run, over that. */
  readonly mean: number
}

/** How many steps a preset comes to. */
export function stepsOf(preset: TrainingPreset, advanced: AdvancedTraining, cost: StepCost): number {
  if (advanced.steps !== null) return advanced.steps
  const wanted = Math.round(presets[preset].seconds / (cost.seconds * cost.mean))
  return Math.max(MIN_STEPS, Math.min(MAX_STEPS, wanted))
}

/** Minutes of a whole run, comparison included. @param cost null where none was measured yet */
export function minutesOf(
  preset: TrainingPreset,
  advanced: AdvancedTraining,
  counts: { pairs: number; heldOut: number },
  cost: StepCost | null,
): number {
  const { seconds, compared } = presets[preset]
  const training = cost === null ? seconds : stepsOf(preset, advanced, cost) * cost.seconds * cost.mean
  const comparing = 2 * PROPOSE_SECONDS * Math.min(compared, counts.heldOut)
  return (training + comparing + CROP_SECONDS * counts.pairs) / 60
}
