import { failWith } from '../../contract/errors'
import type { TrainingOptions } from '../../contract/training'
import { message } from '../../messages/message'
import type { TrainingJob } from '../../queue/training-job'
import { isInDatabase } from '../../store/store-address'
import type { EngineState } from '../engine-state'
import type { OpenProject } from '../project/open-project'
import { presentWorkers } from './ask-workers'
import { wantedProposer } from './wanted-proposers'

interface Wanted {
  /** The model to begin with. */
  fromId: string
  options: TrainingOptions
  model: TrainingJob['model']
  /** The project's name. */
  data: string
}

/**
 * What a worker is asked for. A run that nobody can do is refused rather than left to wait.
 * @throws ContractError `unavailable` where the project lies in a file, no worker trains, or none has the model
 */
export async function askTraining(
  state: EngineState,
  { storeAddress, folder }: OpenProject,
  { fromId, options, model, data }: Wanted,
): Promise<Omit<TrainingJob, 'run'>> {
  if (!isInDatabase(storeAddress)) {
    throw failWith('unavailable', message('workers.needsDatabase'))
  }
  const from = wantedProposer(state, fromId)
  const trainers = (await presentWorkers(storeAddress)).filter(({ tasks }) => tasks.includes('training'))
  if (trainers.length === 0) {
    throw failWith('unavailable', message('workers.noneTrains'))
  }
  if (!trainers.some(({ proposers }) => proposers.includes(fromId))) {
    throw failWith('unavailable', message('workers.noneHasModel', { name: fromId }))
  }
  return { from, options: { ...options, from: fromId }, model, folder, data }
}
