import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { trainingOptionsSchema } from '../contract/training'
import { reviewStateSchema } from '../domain/pair'
import type { ReviewState } from '../domain/pair'
import { appPaths, presentDetector, userFolder } from '../engine/user-folder'
import { openProject } from '../engine/project/open-project'
import { folderToOpen } from '../engine/project/sample'
import { gatherTrainingData } from '../engine/training/training-data'
import { InferenceLane } from '../engine/lanes/inference-lane'
import { findPackage, packageFolders } from '../packages/list-packages'
import { PackageError } from '../packages/files'
import { commandHost } from '../process/process-host'
import { proposeExample, openModel, groundTruthOf } from '../training/fine-tuning/held-out-proposals'
import { trainingFailure } from '../training/fine-tuning/failure'
import { scoreProposals } from '../training/evaluation/proposal-scores'
import type { ProposedPair } from '../training/evaluation/proposal-scores'
import { EXIT_CODES, remark, runCommand, print, printJson } from './output'
import { makeMeteor } from './score-resources'
import { stoppable } from './with-engine'

interface EvalFlags {
  readonly states: ReviewState[]
  readonly heldOut?: boolean
  readonly json?: boolean
}

/** `deltascribe eval MODEL DIR`: scores a model's proposals on the reviewed pairs of a project. */
export function addEvalCommand(program: Command): void {
  program
    .command('eval')
    .description('Score a model on the reviewed pairs of a project folder')
    .argument('<model>', 'its name, or the folder of its package')
    .argument('<folder>', 'the project')
    .option('--held-out', 'only pairs that no fine-tuning run of this project trains on')
    .addOption(
      new Option('--states <states...>', 'which pairs')
        .choices([...reviewStateSchema.options])
        .default(['accepted', 'corrected']),
    )
    .option('--json', 'print one JSON document')
    .action((model: string, folder: string, flags: EvalFlags) =>
      runCommand(() => evaluate(model, folder, flags)),
    )
}

async function evaluate(model: string, folder: string, flags: EvalFlags): Promise<number> {
  const packages = packageFolders(appPaths().models, userFolder())
  const packagePath = existsSync(model) ? resolve(model) : await packageFolder(model, packages)
  const lane = new InferenceLane(commandHost)
  const places = { sampleFolder: appPaths().sample, userFolder: userFolder() }
  const project = await openProject((await folderToOpen(folder, places)).folder, null, places.userFolder, {
    opener: { access: 'look', program: 'deltascribe eval' },
  })
  try {
    const options = trainingOptionsSchema.parse({ states: flags.states })
    const sources = { project, lane, packages, inUse: '', secondsPerStep: () => null }
    const { items, onNeitherSide } = await gatherTrainingData(sources, options)
    const chosen =
      flags.heldOut === true ? items.filter(({ isHeldOut }) => isHeldOut) : [...items, ...onNeitherSide]
    if (chosen.length === 0) {
      throw failWith('not-found', `${folder} has no reviewed pair to score by.`)
    }
    const proposed = await stoppable((signal) => propose(packagePath, chosen, signal))
    if (proposed === null) {
      return EXIT_CODES.stopped
    }
    const scores = scoreProposals(proposed, await makeMeteor({ protocol: 'coco' }))
    if (flags.json === true) {
      printJson({ model, pairs: proposed.length, scores })
    } else {
      print(`${proposed.length} pairs`)
      for (const { metric, value, interval } of scores) {
        print(
          `${metric.padEnd(16)} ${value.toFixed(3)}   (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`,
        )
      }
    }
    return EXIT_CODES.fine
  } catch (error) {
    throw trainingFailure(error)
  } finally {
    lane.dispose()
    project.close()
  }
}

async function packageFolder(id: string, packages: ReturnType<typeof packageFolders>): Promise<string> {
  try {
    return (await findPackage(packages, id)).folder
  } catch (error) {
    if (error instanceof PackageError) {
      throw failWith('not-found', error.message)
    }
    throw error
  }
}

/** Null where it was stopped. */
async function propose(
  folder: string,
  items: Awaited<ReturnType<typeof gatherTrainingData>>['items'],
  signal: AbortSignal,
): Promise<ProposedPair[] | null> {
  const model = await openModel(folder, availableParallelism(), presentDetector(appPaths().detector))
  try {
    const proposed: ProposedPair[] = []
    for (const [index, item] of items.entries()) {
      if (signal.aborted) {
        return null
      }
      if (index % 10 === 0) {
        remark(`${index} of ${items.length}`)
      }
      const proposal = await proposeExample(model, item)
      proposed.push({ truth: groundTruthOf(item, [proposal]), proposal })
    }
    return proposed
  } finally {
    await model.release()
  }
}
