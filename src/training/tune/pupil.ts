import type { TrainingGraph } from '../../graph'
import { inputsOf, openStep } from '../made/shared-step'
import type { TrainingStart } from '../state-vectors'
import type { StepResult, Stepper } from '../train-step'
import type { Batch, LessonStage } from './lesson'
import type { Tuning } from './tuning'

/** The model in training: it takes its state along from one stage of the lesson to the next. */
export class Pupil {
  private constructor(
    private readonly tuning: Tuning,
    private stage: LessonStage,
    private ofStage: Stepper,
  ) {}

  /** At the stage of this share of the run. */
  static async open(tuning: Tuning, share: number, start: TrainingStart): Promise<Pupil> {
    const stage = tuning.lesson.at(share)
    return new Pupil(tuning, stage, await openStage(tuning, stage, start))
  }

  /** Holds until another stage is entered. */
  get stepper(): Stepper {
    return this.ofStage
  }

  get graph(): TrainingGraph {
    return this.stage.graph
  }

  /** Enters the stage of this share of the run, where it is another. */
  async enterStage(share: number): Promise<void> {
    const due = this.tuning.lesson.at(share)
    if (due === this.stage) return
    const state = await this.ofStage.snapshot()
    await this.ofStage.release()
    this.stage = due
    this.ofStage = await openStage(this.tuning, due, state)
  }

  learn(batch: Batch, rate: number): Promise<StepResult> {
    return this.ofStage.run(inputsOf(this.stage.graph, batch), rate)
  }

  release(): Promise<void> {
    return this.ofStage.release()
  }
}

function openStage(
  { setup, threads }: Tuning,
  { graph }: LessonStage,
  from: TrainingStart,
): Promise<Stepper> {
  return openStep(graph, from, { replicas: setup.replicas, threads })
}
