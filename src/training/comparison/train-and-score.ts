import { countValues } from '../../graph'
import type { Meteor } from '../../metrics/meteor/meteor'
import { FAMILIES } from '../../models/registry'
import { scoreSystem } from '../evaluation/system-scores'
import { ccrcStageStarts, trainCcrc } from '../ccrc/synthetic-run'
import { trainFamily } from '../families/synthetic-run'
import { readTrainingLog, type TrainingLogEntry } from '../synthetic/synthetic-trainer'
import type { SyntheticRunOptions } from '../synthetic/run-setup'
import { modelCard } from '../synthetic/model-card'
import { writeRunPackage } from '../synthetic/run-package'
import { readRunSetup } from '../synthetic/run-setup'
import { readPixels, type TrainingPair } from '../data/training-set'
import { tokenizerFromJson } from '../../text/bpe/json'
import type { ComparisonRun } from './comparison-runs'
import { openTrainedSystem } from './trained-system'
import { writeResult, type RunResult } from './run-result'

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
  if (family === 'ccrc')
    await trainCcrc({ ...options, ...ccrcStageStarts(options.from), without }, onLine, () => {}, signal)
  else await trainFamily({ ...options, family, without }, onLine, () => {}, signal)
  if (signal.aborted) return null
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
