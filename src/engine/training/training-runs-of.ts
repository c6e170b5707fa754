import { join } from 'node:path'
import type { OpenProject } from '../open-project'
import type { SessionServices } from '../session-services'
import { TrainingRuns } from './training-runs'
import { recordSpeed } from './training-speed'

/** The training runs of an open project; its clients are told of them. */
export function trainingRunsOf(
  { storeFolder }: OpenProject,
  { emit, options, onModel }: Pick<SessionServices, 'emit' | 'options' | 'onModel'>,
): TrainingRuns {
  const runs: TrainingRuns = new TrainingRuns(join(storeFolder, 'training'), options.host, {
    onRun: (run) => {
      emit('training.changed', run)
      if (run.state !== 'running') {
        void recordSpeed(options.userFolder, runs.folderOf(run.id), run.options.advanced)
      }
    },
    onLine: (runId, line) => emit('training.line', { runId, line }),
    onModel,
  })
  return runs
}
