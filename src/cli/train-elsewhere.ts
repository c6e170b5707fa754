import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failWith } from '../contract/errors'
import { exportFormatSchema } from '../contract/format'
import { trainingOptionsSchema } from '../contract/training'
import { appPaths } from '../engine/app-paths'
import { exportItems } from '../engine/export-items'
import { openProject, type OpenProject } from '../engine/open-project'
import { folderToOpen } from '../engine/sample'
import { userFolder } from '../engine/user-folder'
import { exportPairs, type ExportItem } from '../dataset/export/export'
import { gatherTraining, rememberSplit } from '../engine/training/training-data'
import { WorkerLane } from '../engine/worker-lane'
import { nodeProcessHost } from '../process/process-host'
import { findPackage, packageFolders } from '../packages/list-packages'
import { tuneFailure } from '../training/tune/failure'
import { runOutside } from '../training/tune/outside-trainer'
import { groupingOf, tellLine } from './fine-tune'
import { importModel } from './model-packages'
import { remark } from './output'
import { stoppable } from './stoppable'
import { withEngine } from './with-engine'

export interface ElsewhereFlags {
  readonly project: string
  readonly trainer: string
  readonly format: string
  readonly from: string
  readonly search?: string
  readonly groupBy?: string
}

/**
 * Exports the reviewed pairs, runs another program on them, and takes over the model that it makes. What this project
 * holds out is the data set's `test`, so that `eval --held-out` is about pairs that were not learned from.
 */
export function trainElsewhere(flags: ElsewhereFlags): Promise<number> {
  return stoppable(async (signal) => {
    const places = { sampleFolder: appPaths().sample, userFolder: userFolder() }
    const { folder } = await folderToOpen(flags.project, places)
    const opened = await openProject(folder, null, places.userFolder)
    const lane = new WorkerLane(nodeProcessHost)
    const work = await mkdtemp(join(tmpdir(), 'deltascribe-train-'))
    try {
      const model = await runTrainer(flags, { opened, lane, work, signal })
      return await withEngine((client) => importModel(client, model))
    } catch (error) {
      throw signal.aborted ? failWith('cancelled', 'Stopped; nothing was kept.') : tuneFailure(error)
    } finally {
      lane.dispose()
      opened.store.close()
      await rm(work, { recursive: true, force: true })
    }
  })
}

interface Workshop {
  readonly opened: OpenProject
  readonly lane: WorkerLane
  /** For the data set and what the trainer writes. */
  readonly work: string
  readonly signal: AbortSignal
}

/** The folder of the package that the trainer made. */
async function runTrainer(flags: ElsewhereFlags, { opened, lane, work, signal }: Workshop): Promise<string> {
  const { trainer, format, from, search = '', groupBy } = flags
  const packages = packageFolders(appPaths().models, userFolder())
  const { folder } = await findPackage(packages, from)
  const [data, out] = [join(work, 'data'), join(work, 'out')]
  const states = ['accepted', 'corrected'] as const
  const options = { format: exportFormatSchema.parse(format), out: data, states: [...states] }
  const chosen = trainingOptionsSchema.parse({ states: [...states], search, grouping: groupingOf(groupBy) })
  const sources = { project: opened, lane, packages, inUse: '', secondsPerStep: () => null, signal }
  const training = await gatherTraining(sources, chosen)
  training.plan.leftOut.forEach(({ key, reason }) => remark(`${key} is left out: ${reason}`))
  if (training.items.length === 0 && search !== '') {
    throw failWith('invalid-input', `No reviewed pair has "${search}" in its key, a caption or a category.`)
  }
  rememberSplit(opened, training)
  const sides = new Map(training.items.map(({ key, isHeldOut }) => [key, isHeldOut]))
  const { pairCount } = await exportPairs(onItsSide(exportItems(opened, states, signal), sides), options, {
    progress: () => undefined,
    signal,
  })
  const heldOut = training.items.filter(({ isHeldOut }) => isHeldOut)
  remark(`${pairCount} pairs are in ${data}, ${heldOut.length} of them held out.`)
  return runOutside(
    { command: trainer, data, out, from: folder },
    { onLine: tellLine, onText: remark },
    signal,
  )
}

/** The chosen pairs alone; `isHeldOut` by key. */
async function* onItsSide(
  items: AsyncIterable<ExportItem>,
  isHeldOut: ReadonlyMap<string, boolean>,
): AsyncGenerator<ExportItem> {
  for await (const item of items) {
    const held = isHeldOut.get(item.key)
    if (held !== undefined) yield held ? { ...item, split: 'test' } : item
  }
}
