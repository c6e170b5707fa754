import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import type { TrainingOptions, TrainingPlan } from '../../contract/training'
import { message } from '../../messages/message'
import { packageFolders } from '../../packages/list-packages'
import type { FineTuneJob } from '../../training/run-folder'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'
import { askTraining } from '../workers/ask-training'
import { newModelId } from './new-run'
import type { NewRun } from './new-run'
import { saveSplit } from './training-data'
import type { TrainingData } from './training-data'
import { lastProvider } from './training-speed'

/** A run on this machine. @throws ContractError `unavailable` where the plan cannot start */
export async function runHere(
  state: EngineState,
  { project, training }: Session,
  options: TrainingOptions,
  data: TrainingData,
): Promise<NewRun> {
  const from = requireFrom(data)
  const { name } = project.describe()
  const model = await reservedModel(state, { project, training }, name)
  return {
    options,
    items: data.items,
    fromId: from.id,
    job: await trainerJob(state, from, { ...model, data: name, models: userModels(state) }),
    onCreated: () => saveSplit(project, data),
  }
}

/** One by a worker, which gathers the pairs itself. @throws ContractError `unavailable`, also where no worker trains */
export async function runOnWorker(
  state: EngineState,
  { project, training }: Session,
  options: TrainingOptions,
  plan: TrainingPlan,
): Promise<NewRun> {
  requireStart(plan)
  const { name: data } = project.describe()
  const model = await reservedModel(state, { project, training }, data)
  const fromId = plan.from ?? ''
  return {
    options,
    items: [],
    sides: { train: plan.train, heldOut: plan.heldOut },
    fromId,
    // its id is reserved by this; the rest is the worker's
    job: { ...model, from: fromId, models: userModels(state), data, ...WITHOUT_MACHINE },
    asked: await askTraining(state, project, { fromId, options, model, data }),
  }
}

/** Of a job that this machine does not do. */
const WITHOUT_MACHINE = { replay: '', detector: null, device: null, lastProvider: null }

/** What a trainer on this machine is told. */
export async function trainerJob(
  state: Pick<EngineState, 'options' | 'proposers' | 'providers'>,
  from: { folder: string; family: string },
  given: Pick<FineTuneJob, 'id' | 'taken' | 'data' | 'models'>,
): Promise<Omit<FineTuneJob, 'options'>> {
  const { userFolder } = state.options
  mkdirSync(given.models, { recursive: true })
  return {
    ...given,
    from: from.folder,
    replay: join(userFolder, 'replay'),
    detector: state.proposers.detector,
    device: await state.providers.device(),
    lastProvider: lastProvider(userFolder, from.family),
  }
}

/** @throws ContractError `unavailable` */
export function requireFrom({ plan, from }: TrainingData): NonNullable<TrainingData['from']> {
  requireStart(plan)
  if (from === null) {
    throw failWith('unavailable', message('shortages.tooLittle'))
  }
  return from
}

/** @throws ContractError `unavailable` */
function requireStart({ canStart, shortages, from }: TrainingPlan): void {
  if (from === null || !canStart) {
    const fatal = shortages.find(({ isFatal }) => isFatal)
    throw failWith('unavailable', fatal?.message ?? message('shortages.tooLittle'))
  }
}

function userModels({ options }: EngineState): string {
  return packageFolders(options.modelsFolder, options.userFolder).user
}

function reservedModel(
  { options, promotions }: EngineState,
  { project, training }: Pick<Session, 'project' | 'training'>,
  name: string,
): Promise<{ id: string; taken: string[] }> {
  const folders = packageFolders(options.modelsFolder, options.userFolder)
  const { store } = project
  return newModelId(name, { folders, store, promotions, reserved: training.reservedIds() })
}
