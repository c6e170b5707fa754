import type { EngineHandlers } from '../../contract/engine'
import { discardStopped, stoppedExport } from '../../dataset/export/stopped'
import { exportPairs, previewExport } from '../../dataset/export/export'
import { exportSample } from '../../dataset/export/sample'
import { formatNamed, formats } from '../../dataset/formats/list'
import { importDataset } from '../../dataset/import/import-project'
import type { EngineState } from '../engine-state'
import { exportItems } from '../export-items'

type WorkHandlers = Pick<
  EngineHandlers,
  Extract<
    keyof EngineHandlers,
    `formats.${string}` | `export.${string}` | `import.${string}` | `jobs.${string}` | `settings.${string}`
  >
>

export function workHandlers(state: EngineState): WorkHandlers {
  return {
    'formats.list': () => formats.map(({ name, title, summary }) => ({ name, title, summary })),
    'export.preview': (options) => {
      formatNamed(options.format)
      return previewExport(exportItems(state.current().project, options.states), options)
    },
    'export.start': (options) => {
      formatNamed(options.format)
      const { project, closing } = state.current()
      return state.jobs.start('export', `Export to ${options.out}`, async (progress, stopped) => {
        const signal = AbortSignal.any([stopped, closing])
        const items = exportItems(project, options.states, signal)
        return { exportReport: await exportPairs(items, options, { progress, signal }) }
      })
    },
    'export.sample': (options) => {
      formatNamed(options.format)
      return exportSample(exportItems(state.current().project, options.states), options)
    },
    'export.stopped': ({ out }) => stoppedExport(out),
    'export.discard': async ({ out }) => {
      await discardStopped(out)
      return null
    },
    'import.start': (options) => {
      if (options.format !== null) {
        formatNamed(options.format)
      }
      return state.jobs.start('import', `Import into ${options.into}`, async (progress, signal) => ({
        importReport: await importDataset(options, { progress: (done) => progress(done, 0), signal }),
      }))
    },
    'jobs.list': () => state.jobs.list(),
    'jobs.cancel': ({ jobId }) => {
      state.jobs.cancel(jobId)
      return null
    },
    'settings.get': () => state.user.getSettings(),
    'settings.set': async (change) => {
      const { proposer, ...others } = change
      if (proposer !== undefined) {
        await state.promotions.promote('default', proposer)
      }
      await state.user.setSettings(others)
      state.providers.setWanted(state.user.getSettings().provider)
      if (proposer !== undefined) {
        await state.proposerChanged({ proposes: () => state.user.getSettings().proposeAhead })
      }
      // other changes may have come meanwhile
      state.emit('settings.changed', state.user.getSettings())
      return state.user.getSettings()
    },
  }
}
