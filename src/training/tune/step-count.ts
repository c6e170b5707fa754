import { MEASURED } from './progress'
import { stepsOf } from './presets'
import { tunable } from './tunable'
import { writeSetup } from './tune-setup'
import type { Tuning } from './tuning'

/** How many steps a run takes: fixed once in it, when it is known what one costs on this machine. */
export class StepCount {
  /** Null until it is fixed. */
  private known: number | null
  /** Seconds of each step of this sitting. */
  private readonly measured: number[] = []

  constructor(private readonly tuning: Tuning) {
    this.known = tuning.setup.steps
  }

  get steps(): number | null {
    return this.known
  }

  /** Says so, and keeps it in the run's folder, where this step fixes the number. @param step done by now */
  async measure(step: number, seconds: number): Promise<void> {
    if (this.known !== null) return
    const { job, run, setup, outside } = this.tuning
    const { preset, advanced } = job.options
    this.measured.push(seconds)
    if (this.measured.length < MEASURED && advanced.steps === null) return
    const secondsPerStep = middleOf(this.measured)
    const cost = { seconds: secondsPerStep, mean: tunable(setup.family)?.stepCost ?? 1 }
    this.known = Math.max(stepsOf(preset, advanced, cost), step + 1)
    await writeSetup(run, { ...setup, steps: this.known, secondsPerStep })
    outside.say({ type: 'phase', phase: 'training', message: 'Training' })
  }
}

/** Without the first two where there are more than three: they are slow. */
function middleOf(seconds: readonly number[]): number {
  const sorted = seconds.slice(seconds.length > 3 ? 2 : 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
