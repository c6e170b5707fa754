import { join } from 'node:path'
import type { OpenProject } from '../project/open-project'
import type { SessionServices } from '../session-services'
import { TrainingRuns } from './training-runs'
import { isInDatabase } from '../../store/store-address'
import type { RunFolders } from './run-folders'
import { isOnWorkers } from './run-progress'
import type { TrainingRunsEvents } from './run-progress'
import { recordSpeed } from './training-speed'
import { WorkerTrainings } from './worker-trainings'

/** The training runs of an open project; its clients are told of them. */
export function trainingRunsOf(
  { storeFolder, storeAddress: place, isEditable }: OpenProject,
  {
    emit,
    options,
    onModel,
    importTrained,
  }: Pick<SessionServices, 'emit' | 'options' | 'onModel' | 'importTrained'>,
): TrainingRuns {
  const events: TrainingRunsEvents = {
    onRun: (run) => {
      emit('training.changed', run)
      if (run.state !== 'running' && !isOnWorkers(run)) {
        void recordSpeed(options.userFolder, runs.folderOf(run.id), run.options.advanced)
      }
    },
    onLine: (runId, line) => emit('training.line', { runId, line }),
    onModel,
  }
  const onWorkers = (folders: RunFolders): WorkerTrainings =>
    new WorkerTrainings({ place, folders, events, importTrained })
  const runs: TrainingRuns = new TrainingRuns(
    join(storeFolder, 'training'),
    options.host,
    events,
    isInDatabase(place) ? onWorkers : null,
  )
  if (options.isHeadless !== true && isEditable) {
    void runs.followWorkers()
  }
  return runs
}
