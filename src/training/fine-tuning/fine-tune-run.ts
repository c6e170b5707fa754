import { setImmediate } from 'node:timers/promises'
import { openPackage } from '../../packages/read-package'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import { proposeWithBoth } from './held-out-proposals'
import { runFineTuneLoop } from './fine-tune-loop'
import type { FineTuneResult } from './fine-tune-loop'
import { preparePairs } from '../data/prepared-pairs'
import { PRESETS } from './presets'
import { readItems, readJob } from '../run-folder'
import { saveModel } from './save-model'
import { readSetup } from './fine-tune-setup'
import { heldOutPairs, openFineTuneContext, throwIfPauseRequested, writeDraft } from './fine-tune-context'
import type { RunControl, FineTuneContext } from './fine-tune-context'
import { compareModels } from '../evaluation/model-comparison'

/**
 * Starts or resumes the run in a folder and returns the folder of the new model. The weights do not depend on how
 * often the run was stopped.
 * @throws FineTuneError, PackageError, PausedError
 */
export async function runFineTune(run: string, control: RunControl): Promise<string> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from)
  const setup = await readSetup(run, job, items, parent)
  const pairs = await preparePairs(run, items, job.options.advanced.seed, (done) => {
    throwIfPauseRequested(control)
    control.emit({ type: 'phase', phase: 'preparing', message: 'Cropping pairs', done, total: items.length })
  })
  const context = await openFineTuneContext(run, job, parent, setup, pairs, control)
  const result = await runFineTuneLoop(context).finally(() => context.task.release())
  return finish(context, result)
}

/** Compares both models on held-out pairs and writes the package into the models' folder. */
async function finish(context: FineTuneContext, result: FineTuneResult): Promise<string> {
  const { progress, values } = result
  const { control, run, job, parent, threads } = context
  const draft = await writeDraft(context, progress, values)
  const chosen = sampleEvenly(heldOutPairs(context), PRESETS[job.options.preset].compared)
  const total = 2 * chosen.length
  const models = { before: job.from, after: draft }
  const compared = await proposeWithBoth(run, chosen, models, threads, async (done) => {
    await setImmediate()
    throwIfPauseRequested(control)
    control.emit({ type: 'phase', phase: 'comparing', message: 'Comparing both models', done, total })
  })
  control.emit({ type: 'phase', phase: 'saving', message: 'Saving the model' })
  const meteor = await loadProductResources().then(
    (resources) => new Meteor(resources, ['exact', 'stem', 'synonym']),
    () => null,
  )
  const comparison = compareModels(compared, { before: parent.manifest.id, after: job.id }, meteor)
  return saveModel(context, result, comparison)
}

/** Every n-th value, so that all groups are represented. */
function sampleEvenly<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, values.length / count)
  return Array.from({ length: Math.min(count, values.length) }, (_, at) => values[Math.floor(at * step)])
}
