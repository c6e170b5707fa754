import type { EngineHandlers } from '../../contract/engine'
import { discardStopped, stoppedExport } from '../../dataset/export/write-partial-export'
import { exportPairs, previewExport } from '../../dataset/export/export'
import { fittingItems } from '../../dataset/export/export-plan'
import { exportSample } from '../../dataset/export/sample'
import { formatNamed, formats } from '../../dataset/formats/list'
import { importApart } from '../../dataset/import/apart/apart'
import type { EngineState } from '../engine-state'
import { countedItems } from '../counted-items'
import { exportItems, itemsOf, withProjectFacts } from '../export-items'
import { askExport } from '../workers/ask-export'
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
  Extract<
    keyof EngineHandlers,
    `formats.${string}` | `export.${string}` | `import.${string}` | `jobs.${string}` | `settings.${string}`
  >
>

function exportHandlers(
  state: EngineState,
): Pick<EngineHandlers, 'export.preview' | 'export.start' | 'export.ask' | 'export.sample'> {
  return {
    'export.preview': (options) => {
      formatNamed(options.format)
      return state.current().whileOpen(async (project) => {
        const { items, notices, estimatedCount } = await countedItems(project, options)
        const report = await previewExport(items, options)
        return { ...report, notices: [...report.notices, ...notices], estimatedCount }
      })
    },
    'export.start': (options) => {
      formatNamed(options.format)
      const { project, closing } = state.current()
      return state.jobs.start(
        'export',
        message('jobs.exportTo', { out: options.out }),
        async (progress, stopped) => {
          const signal = AbortSignal.any([stopped, closing])
          const items = exportItems(project, options.states, signal)
          return {
            exportReport: await exportPairs(items, withProjectFacts(project, options), { progress, signal }),
          }
        },
      )
    },
    'export.ask': (options) => {
      formatNamed(options.format)
      return askExport(state, options)
    },
    'export.sample': (options) => {
      formatNamed(options.format)
      return state.current().whileOpen(async (project) => {
        const { items } = await countedItems(project, options)
        const fitting = fittingItems(items, options.format)
        return exportSample(
          itemsOf(project, () => fitting.map(({ pairId }) => pairId)),
          withProjectFacts(project, options),
        )
      })
    },
  }
}

export function workHandlers(state: EngineState): WorkHandlers {
  return {
    'formats.list': () => formats.map(({ name, title, summary }) => ({ name, title, summary })),
    ...exportHandlers(state),
    'export.stopped': ({ out }) => stoppedExport(out),
    'export.discard': async ({ out }) => {
      await discardStopped(out)
      return null
    },
    'import.start': (options) => {
      if (options.format !== null) {
        formatNamed(options.format)
      }
      return state.jobs.start(
        'import',
        message('jobs.importInto', { into: options.into }),
        async (progress, signal) => ({
          importReport: await importApart(options, { host: state.options.host, progress, signal }),
        }),
      )
    },
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
