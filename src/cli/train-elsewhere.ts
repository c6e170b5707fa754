import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportFormatSchema } from '../contract/format'
import { trainingOptionsSchema } from '../contract/training'
import { appPaths } from '../engine/app-paths'
import { exportItems } from '../engine/export-items'
import { openProject } from '../engine/open-project'
import { userFolder } from '../engine/user-folder'
import { exportPairs, type ExportItem } from '../dataset/export/export'
import { gatherTraining, rememberSplit } from '../engine/training/training-data'
import { WorkerLane } from '../engine/worker-lane'
import { nodeProcessHost } from '../process/process-host'
import { findPackage, packageFolders } from '../packages/list-packages'
import { tuneFailure } from '../training/tune/failure'
import { runOutside } from '../training/tune/outside-trainer'
import { tellLine } from './fine-tune'
import { importModel } from './model-packages'
import { remark } from './output'
import { stoppable } from './stoppable'
import { withEngine } from './with-engine'

export interface ElsewhereFlags {
  readonly project: string
  readonly trainer: string
  readonly format: string
  readonly from: string
}

/**
 * Exports the reviewed pairs, runs another program on them, and takes over the model that it makes. What this project
 * holds out is the data set's `test`, so that `eval --held-out` is about pairs that were not learned from.
 */
export async function trainElsewhere({ project, trainer, format, from }: ElsewhereFlags): Promise<number> {
  const packages = packageFolders(appPaths().models, userFolder())
  const work = await mkdtemp(join(tmpdir(), 'deltascribe-train-'))
  const opened = await openProject(project, null, userFolder())
  const lane = new WorkerLane(nodeProcessHost)
  try {
    const { folder } = await findPackage(packages, from)
    const [data, out] = [join(work, 'data'), join(work, 'out')]
    const states = ['accepted', 'corrected'] as const
    const model = await stoppable(async (signal) => {
      const options = { format: exportFormatSchema.parse(format), out: data, states: [...states] }
      const chosen = trainingOptionsSchema.parse({ states: [...states] })
      const sources = { project: opened, lane, packages, inUse: '', secondsPerStep: () => null, signal }
      const training = await gatherTraining(sources, chosen)
      rememberSplit(opened, training)
      const heldOut = new Set(training.items.filter(({ isHeldOut }) => isHeldOut).map(({ key }) => key))
      const apart = new Set(training.apart.map(({ key }) => key))
      training.plan.leftOut
        .filter(({ key }) => apart.has(key))
        .forEach(({ key, reason }) => remark(`${key} is left out: ${reason}`))
      const { pairCount } = await exportPairs(
        keepApart(exportItems(opened, states), heldOut, apart),
        options,
        {
          progress: () => undefined,
          signal,
        },
      )
      remark(`${pairCount} pairs are in ${data}, ${heldOut.size} of them held out.`)
      return runOutside(
        { command: trainer, data, out, from: folder },
        { onLine: tellLine, onText: remark },
        signal,
      )
    })
    return await withEngine((client) => importModel(client, model))
  } catch (error) {
    throw tuneFailure(error)
  } finally {
    lane.dispose()
    opened.store.close()
    await rm(work, { recursive: true, force: true })
  }
}

async function* keepApart(
  items: AsyncIterable<ExportItem>,
  heldOut: ReadonlySet<string>,
  apart: ReadonlySet<string>,
): AsyncGenerator<ExportItem> {
  for await (const item of items)
    if (!apart.has(item.key)) yield heldOut.has(item.key) ? { ...item, split: 'test' } : item
}
