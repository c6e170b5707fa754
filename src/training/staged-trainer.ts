import type { TrainingGraph } from '../graph'
import { graphInputs, openStep } from './open-step'
import type { TrainingStage } from './open-step'
import type { TrainingStart } from './state-vectors'
import type { StepResult, Stepper } from './train-step'
import type { Batch } from './fine-tuning/fine-tune-task'
import type { FineTuneContext } from './fine-tuning/fine-tune-context'

/** Trains a model stage by stage; the state carries over from one stage to the next. */
export class StagedTrainer {
  private constructor(
    private readonly context: FineTuneContext,
    private stage: TrainingStage,
    private step: Stepper,
  ) {}

  /** Opens the stage at this fraction of the run. */
  static async open(context: FineTuneContext, share: number, start: TrainingStart): Promise<StagedTrainer> {
    const stage = context.task.stageAt(share)
    return new StagedTrainer(context, stage, await openStage(context, stage, start))
  }

  /** Valid until another stage is entered. */
  get stepper(): Stepper {
    return this.step
  }

  get graph(): TrainingGraph {
    return this.stage.graph
  }

  /** Switches to the stage at this fraction of the run, if it is another. */
  async enterStage(share: number): Promise<void> {
    const due = this.context.task.stageAt(share)
    if (due === this.stage) {
      return
    }
    const state = await this.step.snapshot()
    await this.step.release()
    this.stage = due
    this.step = await openStage(this.context, due, state)
  }

  train(batch: Batch, rate: number): Promise<StepResult> {
    return this.step.run(graphInputs(this.stage.graph, batch), rate)
  }

  release(): Promise<void> {
    return this.step.release()
  }
}

function openStage(
  { setup, threads }: FineTuneContext,
  { graph }: TrainingStage,
  from: TrainingStart,
): Promise<Stepper> {
  return openStep(graph, from, { replicas: setup.replicas, threads })
}
