import { countValues } from '../../graph/index'
import type { Meteor } from '../../metrics/meteor/meteor'
import { FAMILIES } from '../../models/registry'
import { scoreSystem } from '../evaluation/change-scores'
import type { BatchProposer } from '../evaluation/change-scores'
import { ccrcStageStarts, trainCcrc } from '../ccrc/synthetic-run'
import { trainFamily } from '../families/synthetic-run'
import { readTrainingLog } from '../synthetic/synthetic-trainer'
import type { TrainingLogEntry } from '../synthetic/synthetic-trainer'
import { readRunSetup } from '../synthetic/run-setup'
import type { SyntheticRunOptions } from '../synthetic/run-setup'
import { modelCard } from '../synthetic/model-card'
import { writeRunPackage } from '../synthetic/run-package'
import { readPixels } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import { tokenizerFromJson } from '../../text/bpe/json'
import { PROPOSAL_OPTIONS, runChain } from '../../models/ccrc/chain'
import { CcrcModel } from '../../models/ccrc/model'
import { StagedModel } from '../../models/predictor/staged-model'
import { join } from 'node:path'
import { oneOf } from '../../models/family'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'

/** One run of a comparison: a family, whole or without some of its parts, from one seed. */
export interface ComparisonRun {
  readonly family: string
  /** As its authors call it. */
  readonly title: string
  /** Null for the whole family. */
  readonly ablation: string | null
  readonly without: readonly string[]
  readonly seed: number
  readonly folder: string
}

export interface RunSelection {
  readonly out: string
  readonly families: readonly string[]
  readonly seeds: readonly number[]
  /** Whether the ablations of the families are run as well. */
  readonly baselines: boolean
}

/**
 * All runs, the most informative first, so that a stopped comparison is of most use: the whole families with every
 * seed, then each without all of its contributions, then with one more of them at a time.
 * @throws RangeError for an unknown family
 */
export function comparisonRuns({ out, families, seeds, baselines }: RunSelection): ComparisonRun[] {
  const names = [...FAMILIES.keys()]
  const ladders = families.map((wanted) => {
    const family = FAMILIES.get(oneOf(names, wanted, 'family'))
    if (family === undefined) {
      throw new RangeError(`There is no family ${wanted}.`)
    }
    const { name, title, ablations } = family
    const steps = [{ name: null, without: [] }, ...(baselines ? ablations : [])]
    return steps.map((step) => ({ family: name, title, ablation: step.name, without: step.without }))
  })
  const height = Math.max(...ladders.map(({ length }) => length))
  return Array.from({ length: height }).flatMap((_, rung) =>
    seeds.flatMap((seed) =>
      ladders
        .filter(({ length }) => rung < length)
        .map((ladder) => {
          const run = ladder[rung]
          const folder = join(out, run.family, folderName(run.ablation ?? 'whole'), `seed-${seed}`)
          return { ...run, seed, folder }
        }),
    ),
  )
}

function folderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const testSchema = z.object({
  set: z.string(),
  pairs: z.int(),
  /** 0 to 1. */
  maskIou: z.number(),
  accuracy: z.number(),
  /** By metric, 0 to 1, CIDEr-D 0 to 10. */
  captions: z.record(z.string(), z.number()),
  /** One pair at a time, from pixels to masks and a caption. */
  pairsPerSecond: z.number(),
})

const resultSchema = z.object({
  family: z.string(),
  title: z.string(),
  ablation: z.string().nullable(),
  without: z.array(z.string()),
  seed: z.number(),
  parameters: z.int(),
  steps: z.int(),
  minutes: z.number(),
  /** Of the steps that train captions; null where none was logged. */
  secondsPerStep: z.number().nullable(),
  tests: z.array(testSchema),
})
/** The result of one run. */
export type RunResult = z.infer<typeof resultSchema>
export type TestScores = RunResult['tests'][number]

const RESULT_FILE = 'result.json'

/** Null where the run is not done. */
export function readResult(folder: string): RunResult | null {
  const path = join(folder, RESULT_FILE)
  return existsSync(path) ? resultSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

async function writeResult(folder: string, result: RunResult): Promise<void> {
  await writeAtomically(join(folder, RESULT_FILE), `${JSON.stringify(result, null, 2)}\n`)
}

export interface TestSet {
  readonly name: string
  readonly pairs: readonly TrainingPair[]
}

export interface RunCallbacks {
  readonly onLine: (line: TrainingLogEntry) => void
  readonly signal: AbortSignal
}

/** Trains, packages and scores one run, or resumes it; null where it was stopped. */
export async function trainAndScore(
  run: ComparisonRun,
  budget: Omit<SyntheticRunOptions, 'out' | 'from' | 'seed'>,
  tests: readonly TestSet[],
  meteor: Meteor,
  { onLine, signal }: RunCallbacks,
): Promise<RunResult | null> {
  const { family, title, ablation, without, seed, folder } = run
  const options: SyntheticRunOptions = { ...budget, out: folder, from: null, seed }
  if (family === 'ccrc') {
    await trainCcrc({ ...options, ...ccrcStageStarts(options.from), without }, onLine, () => {}, signal)
  } else {
    await trainFamily({ ...options, family, without }, onLine, () => {}, signal)
  }
  if (signal.aborted) {
    return null
  }
  const packageFolder = await writeRunPackage(folder, folder, {
    id: family,
    version: '1',
    card: modelCard(folder, family),
  })
  const system = await openTrainedSystem(family, packageFolder, budget.threads ?? budget.replicas)
  // sessions are opened on first use, which is no part of a proposal's time
  await system.propose(tests.flatMap(({ pairs }) => pairs.slice(0, 1)).map(readPixels))
  const scored: RunResult['tests'] = []
  for (const { name, pairs } of tests) {
    const scores = await scoreSystem(system.propose, pairs, { batch: 1, meteor })
    scored.push({ set: name, pairs: pairs.length, ...scores, captions: known(scores.captions) })
  }
  await system.release()
  const lines = readTrainingLog(folder)
  const result: RunResult = {
    family,
    title,
    ablation,
    without: [...without],
    seed,
    parameters: parametersOf(folder),
    steps: lines.at(-1)?.step ?? 0,
    minutes: lines.at(-1)?.minutes ?? 0,
    secondsPerStep: secondsPerStep(lines, budget.batch),
    tests: scored,
  }
  await writeResult(folder, result)
  return result
}

function known(scores: Partial<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function parametersOf(folder: string): number {
  const setup = readRunSetup(folder)
  const sizes = { words: tokenizerFromJson(setup.tokenizer).size, categories: setup.categories.length }
  const model = FAMILIES.get(setup.family)?.build(sizes, setup.without)
  return model === undefined ? 0 : countValues(model.parameters)
}

/** The median of the log entries that have a caption loss. */
function secondsPerStep(lines: readonly TrainingLogEntry[], batch: number): number | null {
  const captioned = lines.filter(({ terms }) => 'caption' in terms)
  const times = captioned.map(({ pairsPerSecond }) => batch / pairsPerSecond).sort((a, b) => a - b)
  return times.at(Math.floor(times.length / 2)) ?? null
}

/** A trained system that is open for proposals. */
export interface TrainedSystem {
  readonly propose: BatchProposer
  readonly release: () => Promise<void>
}

/**
 * Opens a package of any family, as the product uses it: CCRC with its round of refinement, where it was trained for
 * that.
 * @throws PackageError
 */
async function openTrainedSystem(family: string, folder: string, threads: number): Promise<TrainedSystem> {
  const options = { provider: 'cpu', threads } as const
  if (family === 'ccrc') {
    const model = await CcrcModel.open(folder, options)
    return { propose: (pairs) => proposeWithChain(model, pairs), release: () => model.release() }
  }
  const network = await StagedModel.open(folder, options)
  return {
    propose: (pairs) => network.predict(pairs, { captions: true }),
    release: () => network.release(),
  }
}

/** Its masks are those of the head that all families share; its captions are conditioned on the regions. */
async function proposeWithChain(
  model: CcrcModel,
  pairs: Parameters<BatchProposer>[0],
): Promise<Awaited<ReturnType<BatchProposer>>> {
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const proposals = []
  for (const seen of await model.encode(pairs)) {
    const { captions } = await runChain(model, seen, {
      threshold,
      rounds: PROPOSAL_OPTIONS.rounds,
      captions: 1,
    })
    const changedLogit = Math.log(seen.changeProbability / (1 - seen.changeProbability))
    proposals.push({ changed: seen.changed, changedLogit, caption: captions[0].text })
  }
  return proposals
}
