import type { TrainingRun } from '../../contract/training'
import { WorkerRuns } from '../../queue/worker-runs'
import { WorkQueue } from '../../queue/work-queue'
import type { StoreAddress } from '../../store/store-address'
import type { ImportTrained } from './bring-result'
import type { RunFolders } from './run-folders'
import { isOnWorkers } from './run-progress'
import type { Attempt, TrainingRunsEvents } from './run-progress'
import { WorkerAttempt } from './worker-attempt'

interface Needs {
  /** The database of the project. */
  readonly place: StoreAddress
  readonly folders: RunFolders
  readonly events: TrainingRunsEvents
  readonly importTrained: ImportTrained
}

/** Runs of training that workers of the project's database do. */
export class WorkerTrainings {
  constructor(private readonly needs: Needs) {}

  attempt(run: TrainingRun, onEnd: () => void): Attempt {
    return new WorkerAttempt(run, this.needs, onEnd)
  }

  /** The worker that has it drops it. @throws ContractError `unavailable` */
  async remove(run: TrainingRun): Promise<void> {
    if (!isOnWorkers(run)) {
      return
    }
    const queue = await WorkQueue.openPresent(this.needs.place)
    try {
      await (queue === null ? undefined : new WorkerRuns(queue).remove(run.id))
    } finally {
      await queue?.close()
    }
  }
}
