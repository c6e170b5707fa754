import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadNewest, saveCheckpoint } from '../checkpoint'
import type { TrainingState } from '../state-vectors'
import { atStart, progressSchema, type Progress } from './progress'
import type { Pupil } from './pupil'
import { runFiles } from './run-folder'
import type { Tuning } from './tuning'

const EVERY_SECONDS = 45

export interface Kept {
  readonly progress: Progress
  /** Null at the beginning of a run. */
  readonly state: TrainingState | null
}

/** Where the run goes on from. @throws CheckpointError */
export async function loadKept({ run, lesson }: Tuning): Promise<Kept> {
  const newest = await loadNewest(folderOf(run), lesson.at(0).graph)
  return newest === null
    ? { progress: atStart, state: null }
    : { progress: progressSchema.parse(newest.record), state: newest.state }
}

/** Keeps checkpoints of a run, and with each of the last two the best weights that it knows of. */
export class RunCheckpoints {
  /** Seconds of the run and step of the best weights, at the last checkpoint. */
  private seconds: number
  private bestStep: number

  /** @param kept where the run goes on from */
  constructor(
    private readonly tuning: Tuning,
    kept: Progress,
  ) {
    mkdirSync(folderOf(tuning.run), { recursive: true })
    this.seconds = kept.seconds
    this.bestStep = bestStepOf(kept)
  }

  isDue({ seconds }: Progress): boolean {
    return seconds - this.seconds >= EVERY_SECONDS
  }

  /** @throws what the disk says; the checkpoint before then stays */
  async save(pupil: Pupil, progress: Progress): Promise<void> {
    const { run, best } = this.tuning
    this.seconds = progress.seconds
    const state = await pupil.stepper.snapshot()
    await saveCheckpoint(folderOf(run), pupil.graph, { state, record: progress })
    const bestStep = bestStepOf(progress)
    await best.dropOthers([bestStep, this.bestStep])
    this.bestStep = bestStep
  }
}

export function bestStepOf({ best }: Progress): number {
  return best?.step ?? 0
}

function folderOf(run: string): string {
  return join(run, runFiles.checkpoints)
}
