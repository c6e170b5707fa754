import { setImmediate } from 'node:timers/promises'
import { openPackage } from '../../packages/read-package'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import { proposeWithBoth } from './held-out-proposals'
import { runFineTuneLoop } from './fine-tune-loop'
import type { FineTuneResult } from './fine-tune-loop'
import { sampleEvenly } from '../sample-evenly'
import { croppingOf, preparePairs } from '../data/prepared-pairs'
import { PRESETS } from './presets'
import { readItems, readJob, RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { fineTuneInfo, readSetup, withProvider, writeSetup } from './fine-tune-setup'
import { DeviceError } from '../device-step'
import type { ProviderName } from '../../contract/proposal'
import { PROVIDER_TITLES } from '../../inference/providers'
import {
  heldOutPairs,
  openFineTuneContext,
  throwIfPauseRequested,
  UndecidedError,
  writeDraft,
  writeModel,
} from './fine-tune-context'
import type { RunControl, FineTuneContext, PackagedRun } from './fine-tune-context'
import { compareModels } from '../evaluation/model-comparison'
import { basename, join, resolve } from 'node:path'
import type { ModelComparison } from '../../contract/model-comparison'
import { writeAtomically } from '../../dataset/atomic'
import { unusedId, usedIds } from '../../packages/deleted-packages'
import { familyOfPackage } from '../../models/registry'
import { listPackages } from '../../packages/list-packages'
import type { PackageFolders } from '../../packages/list-packages'
import { PackageError } from '../../packages/files'
import { isOfRun } from '../../packages/manifest'
import { message } from '../../messages/message'

/**
 * Writes the comparison and the package into the models' folder, under the id that was reserved for the run, or the next
 * free one where another model has taken it. Only an earlier result of the same run is replaced.
 * @throws PackageError
 */
export async function saveModel(
  context: PackagedRun & Pick<FineTuneContext, 'control'>,
  { progress, values }: FineTuneResult,
  comparison: ModelComparison,
): Promise<string> {
  const { run, job, control } = context
  const folders: PackageFolders = { shipped: '', user: job.models }
  const own = await idWrittenBy(folders, basename(resolve(run)))
  const refused: string[] = []
  for (;;) {
    const id = own ?? idFor(job, new Set([...(await usedIds(folders)), ...refused]))
    const named = { ...comparison, after: id }
    await writeAtomically(join(run, RUN_FILES.verdict), JSON.stringify(named))
    try {
      const destination = { folder: job.models, id, replace: own !== null }
      const written = await writeModel(context, progress, values, destination, named)
      if (id !== job.id) {
        const text = message('models.renamed', { given: job.id, id })
        control.emit({ type: 'notice', message: text })
      }
      return written
    } catch (error) {
      const isIdInUse = error instanceof PackageError && error.code === 'exists'
      if (!isIdInUse) {
        throw error
      }
      refused.push(id)
    }
  }
}

/** The id of the model that this run has already written; null where there is none. */
async function idWrittenBy(folders: PackageFolders, run: string): Promise<string | null> {
  const manifests = (await listPackages(folders)).flatMap(({ found: valid }) =>
    'manifest' in valid ? [valid.manifest] : [],
  )
  const own = manifests.find((manifest) => isOfRun(manifest, run))
  return own?.id ?? null
}

function idFor({ id, taken }: FineTuneJob, present: ReadonlySet<string>): string {
  return present.has(id) ? unusedId(id.replace(/-\d+$/, ''), new Set([...present, ...taken])) : id
}

/**
 * Starts or resumes the run in a folder and returns the folder of the new model. The weights do not depend on how
 * often the run was stopped.
 * @param provider that trains from now on; null for the one that the run has
 * @throws FineTuneError, PackageError, PausedError; UndecidedError where it has none yet
 */
export async function runFineTune(
  run: string,
  control: RunControl,
  provider: ProviderName | null = null,
): Promise<string> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from)
  const stored = await readSetup(run, job, items, parent)
  const { network } = familyOfPackage(parent.manifest, parent.folder)
  const how = { seed: job.options.advanced.seed, cropping: croppingOf(network) }
  const pairs = await preparePairs(run, items, how, (done) => {
    throwIfPauseRequested(control)
    control.emit({
      type: 'phase',
      phase: 'preparing',
      message: message('training.cropping'),
      done,
      total: items.length,
    })
  })
  const chosen = provider ?? stored.provider
  if (chosen === null) {
    throw new UndecidedError('which provider trains is to be tried')
  }
  const open = async (on: ProviderName): Promise<FineTuneContext> => {
    const setup = withProvider(await readSetup(run, job, items, parent), job, on)
    await writeSetup(run, setup)
    if (on === job.options.advanced.provider && on !== 'cpu' && setup.steps === null) {
      control.emit({
        type: 'notice',
        message: message('training.trainingBy', { provider: PROVIDER_TITLES[on] }),
      })
    }
    return openFineTuneContext(run, job, parent, setup, pairs, control)
  }
  const { context, result } = await trainOn(chosen, open)
  return finish(context, result)
}

/** Trains to the end; on the processor from the last checkpoint on where a device fails. */
async function trainOn(
  provider: ProviderName,
  open: (provider: ProviderName) => Promise<FineTuneContext>,
): Promise<{ context: FineTuneContext; result: FineTuneResult }> {
  const context = await open(provider)
  try {
    return { context, result: await runFineTuneLoop(context) }
  } catch (error) {
    if (!(error instanceof DeviceError)) {
      throw error
    }
    context.control.emit({ type: 'notice', message: message('training.goesOnAfter', { reason: error.text }) })
  } finally {
    await context.task.release()
  }
  return trainOn('cpu', open)
}

/** Compares both models on held-out pairs and writes the package into the models' folder. */
async function finish(context: FineTuneContext, result: FineTuneResult): Promise<string> {
  const { progress, values } = result
  const { control, run, job, parent, threads } = context
  const draft = await writeDraft(context, progress, values)
  const chosen = sampleEvenly(heldOutPairs(context), PRESETS[job.options.preset].compared)
  const total = 2 * chosen.length
  const { id, version, family } = parent.manifest
  const models = { parent: { model: id, version }, before: job.from, after: draft }
  const compared = await proposeWithBoth(
    run,
    chosen,
    models,
    { threads, detector: job.detector },
    async (done) => {
      await setImmediate()
      throwIfPauseRequested(control)
      control.emit({ type: 'phase', phase: 'comparing', message: message('training.comparing'), done, total })
    },
  )
  control.emit({ type: 'phase', phase: 'saving', message: message('training.saving') })
  const meteor = await loadProductResources().then(
    (resources) => new Meteor(resources, ['exact', 'stem', 'synonym']),
    () => null,
  )
  const learnsCaptions = fineTuneInfo(family)?.trainsCaptions !== false
  const comparison = compareModels(compared, { before: id, after: job.id, learnsCaptions }, meteor)
  return saveModel(context, result, comparison)
}
