import type { BatchPredictor } from '../../models/model-proposer'
import { familyNamed } from '../../models/registry'
import { trainOnSyntheticPairs } from '../synthetic/synthetic-run'
import { countValues } from '../../graph/index'
import type { Meteor } from '../../metrics/meteor/meteor'
import { scoreSystem } from '../evaluation/change-scores'
import { contributionScoresSchema, readScoreLog, readTrainingLog } from '../synthetic/run-log'
import type { TrainingLogEntry } from '../synthetic/run-log'
import { readRunSetup } from '../synthetic/run-setup'
import type { SyntheticRunOptions } from '../synthetic/run-setup'
import { modelCard, writeRunPackage } from '../synthetic/run-package'
import { readPixels } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import { tokenizerFromJson } from '../../text/bpe/json'
import { join } from 'node:path'
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
  /** Parts that every run lacks, where its family has them. */
  readonly without: readonly string[]
}

/**
 * All runs, the most informative first, so that a stopped comparison is of most use: the whole families with every
 * seed, then each without all of its contributions, then with one more of them at a time.
 * @throws RangeError for an unknown family, or a part that none of them has
 */
export function comparisonRuns({ out, families, seeds, baselines, without }: RunSelection): ComparisonRun[] {
  const networks = families.map((family) => familyNamed(family).network)
  const unknown = without.find((part) => networks.every(({ parts }) => !parts.includes(part)))
  if (unknown !== undefined) {
    throw new RangeError(`None of these families has a part "${unknown}" to leave out.`)
  }
  const ladders = networks.map(({ name, title, ablations, parts }) => {
    const left = without.filter((part) => parts.includes(part))
    const steps = [{ name: null, without: [] }, ...(baselines ? ablations : [])]
    return steps.map((step) => ({
      family: name,
      title,
      ablation: step.name,
      without: [...new Set([...step.without, ...left])],
    }))
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
  /** CIDEr-D of each pair, in the set's order; results of earlier versions have none. */
  ciderDOfPairs: z.array(z.number()).default([]),
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
  /** Of the last checkpoint on the held-out pairs; none without a held-out set. */
  contributions: contributionScoresSchema.default({}),
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

/** The common options of all runs of a comparison. */
export type TrainingBudget = Omit<SyntheticRunOptions, 'family' | 'without' | 'out' | 'from' | 'seed'>

/** Trains, packages and scores one run, or resumes it; null where it was stopped. */
export async function trainAndScore(
  run: ComparisonRun,
  budget: TrainingBudget,
  tests: readonly TestSet[],
  meteor: Meteor,
  { onLine, signal }: RunCallbacks,
): Promise<RunResult | null> {
  const { family, title, ablation, without, seed, folder } = run
  const options: SyntheticRunOptions = { ...budget, family, without, out: folder, from: null, seed }
  await trainOnSyntheticPairs(options, { onLine, signal })
  if (signal.aborted) {
    return null
  }
  const packageFolder = await writeRunPackage(folder, folder, {
    id: family,
    version: '1',
    card: modelCard(folder, family),
  })
  const predictor = await familyNamed(family).predictor()
  const threads = budget.threads ?? budget.replicas
  const system = await predictor.openBatchPredictor(packageFolder, { provider: 'cpu', threads })
  const scored = await scoreTests(system, tests, meteor)
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
    contributions: readScoreLog(folder).at(-1)?.contributions ?? {},
  }
  await writeResult(folder, result)
  return result
}

/** The scores of a predictor on each of the sets, one pair at a time. It is released. */
export async function scoreTests(
  system: BatchPredictor,
  tests: readonly TestSet[],
  meteor: Meteor,
): Promise<RunResult['tests']> {
  try {
    // sessions are opened on first use, which is no part of a proposal's time
    await system.predict(tests.flatMap(({ pairs }) => pairs.slice(0, 1)).map(readPixels))
    const scored: RunResult['tests'] = []
    for (const { name, pairs } of tests) {
      const scores = await scoreSystem(system.predict, pairs, { batch: 1, meteor })
      scored.push({
        set: name,
        pairs: pairs.length,
        ...scores,
        captions: definedScores(scores.captions),
        ciderDOfPairs: [...scores.ciderDOfPairs],
      })
    }
    return scored
  } finally {
    await system.release()
  }
}

function definedScores(scores: Partial<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function parametersOf(folder: string): number {
  const setup = readRunSetup(folder)
  const sizes = { words: tokenizerFromJson(setup.tokenizer).size, categories: setup.categories.length }
  return countValues(familyNamed(setup.family).network.build(sizes, setup.without).parameters)
}

/** The median of the log entries that have a caption loss. */
function secondsPerStep(lines: readonly TrainingLogEntry[], batch: number): number | null {
  const captioned = lines.filter(({ terms }) => 'caption' in terms)
  const times = captioned.map(({ pairsPerSecond }) => batch / pairsPerSecond).sort((a, b) => a - b)
  return times.at(Math.floor(times.length / 2)) ?? null
}
