import { join } from 'node:path'
import { CheckpointError, loadNewest, saveCheckpoint } from './checkpoint'
import type { Checkpoint } from './checkpoint'
import { parameterVectors, unpackParameters } from './state-vectors'
import type { TrainingState } from './state-vectors'
import type { Progress, Schedule, TrainingStage, TrainingTask } from './task'

/** Within the folder of the checkpoints. */
const FOLDER = 'stage-start'

interface StageRun<P extends Progress> {
  readonly task: Pick<TrainingTask, 'stageAt'>
  readonly schedule: Schedule<P>
  readonly checkpoints: { readonly folder: string }
}

/** Where a run is in a stage. */
export interface StagePosition<P extends Progress> {
  readonly stage: TrainingStage
  readonly progress: P
  /** Whether the stage begins here; else the run resumes in it. */
  readonly isStart: boolean
  readonly snapshot: () => Promise<TrainingState>
}

/**
 * The parameters that a stage began with, which are stored for runs that resume in it. They are the present ones where
 * none are stored, as by earlier versions. @throws errors of the disk
 */
export async function stageStart<P extends Progress>(
  run: StageRun<P>,
  position: StagePosition<P>,
): Promise<ReadonlyMap<string, Float32Array>> {
  const { graph } = position.stage
  const stored = position.isStart ? null : await storedStart(run, position)
  const state = stored ?? (await position.snapshot())
  if (stored === null) {
    const record = run.schedule.toRecord(position.progress)
    await saveCheckpoint(join(run.checkpoints.folder, FOLDER), graph, { state, record }, 1)
  }
  return unpackParameters(parameterVectors(graph, 'values'), state.vectors)
}

/** Null where there is none, or that of another stage or of a course that the run has left. */
async function storedStart<P extends Progress>(
  { task, schedule, checkpoints }: StageRun<P>,
  { stage, progress }: StagePosition<P>,
): Promise<TrainingState | null> {
  const stored = await readable(() => loadNewest(join(checkpoints.folder, FOLDER), stage.graph))
  if (stored === null) {
    return null
  }
  const start = schedule.fromRecord(stored.record)
  const isOwn = start.step <= progress.step && task.stageAt(schedule.share(start)) === stage
  return isOwn ? stored.state : null
}

/** A run goes on without a damaged one. */
async function readable(load: () => Promise<Checkpoint | null>): Promise<Checkpoint | null> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof CheckpointError) {
      console.error('the start of a stage:', error)
      return null
    }
    throw error
  }
}
