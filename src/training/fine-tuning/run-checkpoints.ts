import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadNewest, saveCheckpoint } from '../checkpoint'
import type { TrainingState } from '../state-vectors'
import { INITIAL_PROGRESS, progressSchema } from './presets'
import type { Progress } from './presets'
import type { StagedTrainer } from '../staged-trainer'
import { RUN_FILES } from './run-folder'
import type { FineTuneContext } from './fine-tune-context'

const EVERY_SECONDS = 45

export interface ResumePoint {
  readonly progress: Progress
  /** Null at the beginning of a run. */
  readonly state: TrainingState | null
}

/** The state to resume from. @throws CheckpointError */
export async function loadResumePoint({ run, task }: FineTuneContext): Promise<ResumePoint> {
  const newest = await loadNewest(checkpointFolder(run), task.stageAt(0).graph)
  return newest === null
    ? { progress: INITIAL_PROGRESS, state: null }
    : { progress: progressSchema.parse(newest.record), state: newest.state }
}

/** Saves checkpoints of a run, and for each of the last two the best weights at that time. */
export class RunCheckpoints {
  /** Seconds of the run and step of the best weights, at the last checkpoint. */
  private seconds: number
  private bestStep: number

  /** @param progress of the checkpoint that the run resumes from */
  constructor(
    private readonly context: FineTuneContext,
    progress: Progress,
  ) {
    mkdirSync(checkpointFolder(context.run), { recursive: true })
    this.seconds = progress.seconds
    this.bestStep = bestStepOf(progress)
  }

  isDue({ seconds }: Progress): boolean {
    return seconds - this.seconds >= EVERY_SECONDS
  }

  /** @throws errors of the disk; the previous checkpoint then stays */
  async save(trainer: StagedTrainer, progress: Progress): Promise<void> {
    const { run, bestWeights: best } = this.context
    this.seconds = progress.seconds
    const state = await trainer.stepper.snapshot()
    await saveCheckpoint(checkpointFolder(run), trainer.graph, { state, record: progress })
    const bestStep = bestStepOf(progress)
    await best.deleteOthers([bestStep, this.bestStep])
    this.bestStep = bestStep
  }
}

export function bestStepOf({ best }: Progress): number {
  return best?.step ?? 0
}

function checkpointFolder(run: string): string {
  return join(run, RUN_FILES.checkpoints)
}
