import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failWith } from '../contract/errors'
import { trainingOptionsSchema } from '../contract/training'
import { appPaths, userFolder } from '../engine/user-folder'
import { exportItems } from '../engine/export-items'
import { splitRulesOf } from '../engine/project-splits'
import { hidesNames } from '../engine/project/found-pairs'
import { openProject } from '../engine/project/open-project'
import type { OpenProject } from '../engine/project/open-project'
import { folderToOpen } from '../engine/project/sample'
import { exportPairs } from '../dataset/export/export'
import type { ExportItem } from '../dataset/export/export'
import { gatherTrainingData, saveSplit } from '../engine/training/training-data'
import { InferenceLane } from '../engine/lanes/inference-lane'
import { commandHost } from '../process/process-host'
import { findPackage, packageFolders } from '../packages/list-packages'
import { trainingFailure } from '../training/fine-tuning/failure'
import { runExternalTrainer } from '../training/fine-tuning/external-trainer'
import { groupingOf, printLine } from './fine-tune'
import { importModel } from './model-packages'
import { remark } from './output'
import { stoppable, withEngine } from './with-engine'
import { englishOf } from '../messages/message'

export interface ExternalTrainerFlags {
  readonly project: string
  readonly trainer: string
  readonly format: string
  readonly from: string
  readonly search?: string
  readonly groupBy?: string
}

/**
 * Exports the reviewed pairs, runs another program on them, and imports its model. The held-out pairs of the project are
 * the `test` split of the data set, so that `eval --held-out` scores pairs that were not used for training.
 */
export function trainExternally(flags: ExternalTrainerFlags): Promise<number> {
  return stoppable(async (signal) => {
    const places = { sampleFolder: appPaths().sample, userFolder: userFolder() }
    const { folder } = await folderToOpen(flags.project, places)
    const opened = await openProject(folder, null, places.userFolder, {
      opener: { access: 'edit', program: 'deltascribe fine-tune' },
    })
    const lane = new InferenceLane(commandHost)
    const work = await mkdtemp(join(tmpdir(), 'deltascribe-train-'))
    try {
      const model = await runTrainer(flags, { opened, lane, work, signal })
      return await withEngine((client) => importModel(client, model), { program: 'deltascribe fine-tune' })
    } catch (error) {
      throw signal.aborted ? failWith('cancelled', 'Stopped; nothing was kept.') : trainingFailure(error)
    } finally {
      lane.dispose()
      opened.close()
      await rm(work, { recursive: true, force: true })
    }
  })
}

interface TrainerWorkspace {
  readonly opened: OpenProject
  readonly lane: InferenceLane
  /** For the data set and what the trainer writes. */
  readonly work: string
  readonly signal: AbortSignal
}

/** Returns the folder of the trainer's package. */
async function runTrainer(
  flags: ExternalTrainerFlags,
  { opened, lane, work, signal }: TrainerWorkspace,
): Promise<string> {
  const { trainer, format, from, search = '', groupBy } = flags
  const packages = packageFolders(appPaths().models, userFolder())
  const { folder } = await findPackage(packages, from)
  const [data, out] = [join(work, 'data'), join(work, 'out')]
  const states = ['accepted', 'corrected'] as const
  const hidden = hidesNames(opened.store.meta)
  const options = { format: format, out: data, states: [...states], hidesNames: hidden }
  const chosen = trainingOptionsSchema.parse({ states: [...states], search, grouping: groupingOf(groupBy) })
  const sources = { project: opened, lane, packages, inUse: '', secondsPerStep: () => null, signal }
  const training = await gatherTrainingData(sources, chosen)
  training.plan.leftOut.forEach(({ key, reason }) => remark(`${key} is left out: ${englishOf(reason)}`))
  if (training.items.length === 0 && search !== '') {
    throw failWith('invalid-input', `No reviewed pair has "${search}" in its key, a caption or a category.`)
  }
  saveSplit(opened, training)
  const sides = new Map(training.items.map(({ key, isHeldOut }) => [key, isHeldOut]))
  const { pairCount } = await exportPairs(
    onSides(exportItems(opened, states, signal), sides),
    options,
    { progress: () => undefined, signal },
    // of a data set that nobody keeps, no split is kept
    { rules: splitRulesOf(opened), keep: () => [] },
  )
  const heldOut = training.items.filter(({ isHeldOut }) => isHeldOut)
  remark(`${pairCount} pairs are in ${data}, ${heldOut.length} of them held out.`)
  return runExternalTrainer(
    { command: trainer, data, out, from: folder },
    { onLine: printLine, onText: remark },
    signal,
  )
}

/**
 * The chosen pairs alone, held-out ones as `test`. The others are train or val by the rules of the project, also where
 * their source says test. `isHeldOut` by key.
 */
async function* onSides(
  items: AsyncIterable<ExportItem>,
  isHeldOut: ReadonlyMap<string, boolean>,
): AsyncGenerator<ExportItem> {
  for await (const item of items) {
    const isTest = isHeldOut.get(item.key)
    if (isTest !== undefined) {
      const given = item.split === 'test' ? null : item.split
      yield { ...item, split: isTest ? 'test' : given }
    }
  }
}
