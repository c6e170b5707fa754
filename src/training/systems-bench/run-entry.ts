import { countValues } from '../../graph'
import type { Meteor } from '../../metrics/meteor/meteor'
import { FAMILIES } from '../../systems'
import { scoreSystem } from '../made/caption-scores'
import { ccrcStarts, runCcrc } from '../made/ccrc-run'
import { runFamily } from '../made/family-run'
import type { MadeLogLine } from '../made/made-run'
import type { MadeRunOptions } from '../made/run-setup'
import { runCard } from '../made/run-card'
import { readLog } from '../made/run-log'
import { packRun } from '../made/run-package'
import { readRunSetup } from '../made/run-setup'
import { readPixels, type TrainingPair } from '../made/training-set'
import { tokenizerFromJson } from '../../text/bpe/json'
import type { BenchEntry } from './entries'
import { openSystem } from './proposing'
import { writeResult, type BenchResult } from './result'

export interface TestSet {
  readonly name: string
  readonly pairs: readonly TrainingPair[]
}

export interface EntryOutside {
  readonly onLine: (line: MadeLogLine) => void
  readonly signal: AbortSignal
}

/** Trains, packs and scores one run, or goes on with it; null where it was stopped. */
export async function runEntry(
  entry: BenchEntry,
  budget: Omit<MadeRunOptions, 'out' | 'from' | 'seed'>,
  tests: readonly TestSet[],
  meteor: Meteor,
  { onLine, signal }: EntryOutside,
): Promise<BenchResult | null> {
  const { family, title, ablation, without, seed, folder } = entry
  const options: MadeRunOptions = { ...budget, out: folder, from: null, seed }
  if (family === 'ccrc')
    await runCcrc({ ...options, ...ccrcStarts(options.from), without }, onLine, () => {}, signal)
  else await runFamily({ ...options, family, without }, onLine, () => {}, signal)
  if (signal.aborted) return null
  const made = await packRun(folder, folder, { id: family, version: '1', card: runCard(folder, family) })
  const system = await openSystem(family, made, budget.threads ?? budget.replicas)
  // stages are opened when they first run, which is no part of a proposal's time
  await system.propose(tests.flatMap(({ pairs }) => pairs.slice(0, 1)).map(readPixels))
  const scored: BenchResult['tests'] = []
  for (const { name, pairs } of tests) {
    const scores = await scoreSystem(system.propose, pairs, { batch: 1, meteor })
    scored.push({ set: name, pairs: pairs.length, ...scores, captions: known(scores.captions) })
  }
  await system.release()
  const lines = readLog(folder)
  const result: BenchResult = {
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

/** The median of the lines that have a caption's loss. */
function secondsPerStep(lines: readonly MadeLogLine[], batch: number): number | null {
  const speaking = lines.filter(({ terms }) => 'caption' in terms)
  const times = speaking.map(({ pairsPerSecond }) => batch / pairsPerSecond).sort((a, b) => a - b)
  return times.at(Math.floor(times.length / 2)) ?? null
}
