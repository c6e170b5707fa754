import { setImmediate } from 'node:timers/promises'
import { openPackage } from '../../packages/read-package'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import { compareModels } from './compare'
import { learn, type Learned } from './learning'
import { preparePairs } from './prepare'
import { presets } from './presets'
import { readItems, readJob } from './run-folder'
import { saveModel } from './save-model'
import { readSetup } from './tune-setup'
import { heldOutItems, openTuning, pauseIfAsked, writeDraft } from './tuning'
import type { TuneOutside, Tuning } from './tuning'
import { judge } from './verdict'

/**
 * Runs, or goes on with, the run in a folder, and returns the folder of the model that it made. The same folder
 * comes to the same weights however often it was stopped. @throws TuneError, PackageError, Paused
 */
export async function runTune(run: string, outside: TuneOutside): Promise<string> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from)
  const setup = await readSetup(run, job, items, parent)
  const pairs = await preparePairs(run, items, job.options.advanced.seed, (done) => {
    pauseIfAsked(outside)
    outside.say({ type: 'phase', phase: 'preparing', message: 'Cutting pairs', done, total: items.length })
  })
  const tuning = await openTuning(run, job, parent, setup, pairs, outside)
  const learned = await learn(tuning).finally(() => tuning.lesson.release())
  return finish(tuning, learned)
}

/** Both models on held-out pairs, the verdict, and the package in the models' folder. */
async function finish(tuning: Tuning, learned: Learned): Promise<string> {
  const { progress, values } = learned
  const { outside, run, job, parent, threads } = tuning
  const draft = await writeDraft(tuning, progress, values)
  const chosen = evenly(heldOutItems(tuning), presets[job.options.preset].compared)
  const total = 2 * chosen.length
  const models = { before: job.from, after: draft }
  const compared = await compareModels(run, chosen, models, threads, async (done) => {
    await setImmediate()
    pauseIfAsked(outside)
    outside.say({ type: 'phase', phase: 'comparing', message: 'Comparing both models', done, total })
  })
  outside.say({ type: 'phase', phase: 'saving', message: 'Saving the model' })
  const meteor = await loadProductResources().then(
    (resources) => new Meteor(resources, ['exact', 'stem', 'synonym']),
    () => null,
  )
  const verdict = judge(compared, { before: parent.manifest.id, after: job.id }, meteor)
  return saveModel(tuning, learned, verdict)
}

/** Every n-th, so that pairs of all groups are among them. */
function evenly<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, values.length / count)
  return Array.from({ length: Math.min(count, values.length) }, (_, at) => values[Math.floor(at * step)])
}
