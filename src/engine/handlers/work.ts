import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'
import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import { comparedProposalsSchema } from '../../contract/training'
import type { TrainingOptions, ComparedProposals } from '../../contract/training'
import { packageFolders } from '../../packages/list-packages'
import { readOptional, RUN_FILES } from '../../training/run-folder'
import { readHistory } from '../training/run-record'
import { runHere, runOnWorker } from '../training/start-run'
import { readSpeed } from '../training/training-speed'
import { gatherTrainingData, previewTraining } from '../training/training-data'
import type { TrainingSources } from '../training/training-data'
import type { TrainingRuns } from '../training/training-runs'
import { requireNetwork } from '../network-settings'
import { message } from '../../messages/message'

type WorkHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `jobs.${string}` | `settings.${string}`>
>

export function workHandlers(state: EngineState): WorkHandlers {
  return {
    'jobs.list': () => state.jobs.list(),
    'jobs.cancel': ({ jobId }) => {
      state.jobs.cancel(jobId)
      return null
    },
    'settings.get': (_input, caller) => state.own.of(caller),
    'settings.set': async (given, caller) => {
      const { rest: change, stored } = state.own.take(given, caller)
      const { proposer, ...others } = change
      if (change.network !== undefined) {
        await requireNetwork(change.network, state.user.getSettings().network, state.options)
      }
      if (proposer !== undefined) {
        await state.promotions.promote('default', proposer)
      }
      await state.user.setSettings(others)
      state.providers.setWanted(state.user.getSettings().provider)
      if (proposer !== undefined) {
        await state.proposerChanged({ proposes: () => state.user.getSettings().proposeAhead })
      }
      if (change.names !== undefined) {
        await state.namesChanged()
      }
      state.settingsChanged()
      if (change.language !== undefined) {
        state.options.onLanguage?.(state.user.getSettings().language)
      }
      // other changes may have come meanwhile
      state.emit('settings.changed', state.user.getSettings())
      await stored
      return state.own.of(caller)
    },
  }
}

type TrainingHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `training.${string}`>>

export function trainingHandlers(state: EngineState): TrainingHandlers {
  const runs = (): TrainingRuns => state.current().training
  let preview = new AbortController()
  return {
    'training.preview': async (options) => {
      // the one before is not wanted any more, and what it has looked at is kept
      preview.abort()
      preview = new AbortController()
      return gather(state, options, previewTraining, preview.signal)
    },
    'training.start': async (options) => {
      const session = state.current()
      const run =
        options.on === 'workers'
          ? await runOnWorker(state, session, options, await gather(state, options, previewTraining))
          : await runHere(state, session, options, await gather(state, options, gatherTrainingData))
      return session.training.start(run)
    },
    'training.pause': ({ runId }) => runs().pause(runId),
    'training.resume': ({ runId }) => runs().resume(runId),
    'training.cancel': ({ runId }) => runs().cancel(runId),
    'training.runs': () => runs().list(),
    'training.forget': ({ runId }) => runs().forget(runId),
    'training.history': ({ runId }) => {
      runs().get(runId)
      return readHistory(runs().folderOf(runId))
    },
    'training.verdict': ({ runId }) => {
      runs().get(runId)
      return runs().comparison(runId)
    },
    'training.compare': ({ runId, pairId }) => comparedPair(runs().folderOf(runId), pairId),
  }
}

/** @throws ContractError `cancelled` where the project is closed meanwhile, or by `wanted` */
async function gather<T>(
  state: EngineState,
  options: TrainingOptions,
  work: (sources: TrainingSources, options: TrainingOptions) => Promise<T>,
  wanted = new AbortController().signal,
): Promise<T> {
  const { modelsFolder, userFolder } = state.options
  const { project, closing } = state.current()
  const signal = AbortSignal.any([closing, wanted])
  try {
    const data = await work(
      {
        project,
        lane: state.lanes.training,
        packages: packageFolders(modelsFolder, userFolder),
        inUse: state.proposers.inUse().proposer.name,
        secondsPerStep: (family) => readSpeed(userFolder, family, options.advanced),
        signal,
      },
      options,
    )
    signal.throwIfAborted()
    return data
  } catch (error) {
    if (closing.aborted) {
      throw failWith('cancelled', message('folders.closedMeanwhile'))
    }
    throw wanted.aborted ? failWith('cancelled', message('engine.otherPlan')) : error
  }
}

/** @throws ContractError `not-found` */
function comparedPair(folder: string, pairId: number): ComparedProposals {
  const compared = readOptional(join(folder, RUN_FILES.compare, `${pairId}.json`), comparedProposalsSchema)
  if (compared === null) {
    throw failWith('not-found', message('training.notCompared'))
  }
  return compared
}
