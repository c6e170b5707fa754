import { MEASURED_STEPS, stepsOf } from './presets'
import { fineTuneInfo, writeSetup } from './fine-tune-setup'
import type { FineTuneContext } from './fine-tune-context'

/** How many steps a run takes: fixed once in it, when it is known what one costs on this machine. */
export class StepCount {
  /** Null until it is fixed. */
  private count: number | null
  /** Seconds of each step of this attempt. */
  private readonly measured: number[] = []

  constructor(private readonly context: FineTuneContext) {
    this.count = context.setup.steps
  }

  get steps(): number | null {
    return this.count
  }

  /** Reports and stores the number of steps once this step determines it. @param step done so far */
  async measure(step: number, seconds: number): Promise<void> {
    if (this.count !== null) {
      return
    }
    const { job, run, setup, control } = this.context
    const { preset, advanced } = job.options
    this.measured.push(seconds)
    if (this.measured.length < MEASURED_STEPS && advanced.steps === null) {
      return
    }
    const secondsPerStep = medianOf(this.measured)
    const cost = { seconds: secondsPerStep, mean: fineTuneInfo(setup.family)?.stepCost ?? 1 }
    this.count = Math.max(stepsOf(preset, advanced, cost), step + 1)
    await writeSetup(run, { ...setup, steps: this.count, secondsPerStep })
    control.emit({ type: 'phase', phase: 'training', message: 'Training' })
  }
}

/** Without the first two where there are more than three: they are slow. */
function medianOf(seconds: readonly number[]): number {
  const sorted = seconds.slice(seconds.length > 3 ? 2 : 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
