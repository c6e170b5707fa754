import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import type { TrainingLogEntry } from '../synthetic/run-log'
import { readTrainingSet, TrainingSetError } from '../data/training-set'
import { curvesSvg, readCurves } from './learning-curves'
import { comparisonRuns, readResult, trainAndScore } from './train-and-score'
import type { TrainingBudget, RunSelection, ComparisonRun, TestSet } from './train-and-score'
import { contrastsOf } from './contrasts'
import { contributionRows } from './contribution-table'
import { resultTables, tablesMarkdown } from './result-table'
import type { ChangedPairs, Findings } from './result-table'

export interface ComparisonOptions extends RunSelection {
  /** The same for every run. */
  readonly budget: TrainingBudget
  /** Sets that are scored when a run is done. */
  readonly test: readonly string[]
  /** At most so many pairs of each. */
  readonly testPairs: number
}

export interface ComparisonCallbacks {
  /** Before a run; `done` of `total` have a result. */
  readonly onRun: (run: ComparisonRun, done: number, total: number) => void
  readonly onLine: (run: ComparisonRun, line: TrainingLogEntry) => void
  /** A run that failed; the others continue. */
  readonly onFailure: (run: ComparisonRun, error: unknown) => void
  readonly signal: AbortSignal
}

const COMPARISON_FILE = 'bench.json'
const comparisonSchema = z.object({ budget: z.string(), test: z.array(z.string()), testPairs: z.number() })

/**
 * Trains and scores all runs that have no result yet, one after the other, and writes `table.md`, `table.json`,
 * `curves.svg` and `curves.json` into `out` after each. @throws TrainingSetError, RangeError
 */
export async function compareFamilies(
  options: ComparisonOptions,
  callbacks: ComparisonCallbacks,
): Promise<Findings> {
  const { out, test, testPairs } = options
  requireOwnNames(test)
  const runs = comparisonRuns(options)
  const tests: TestSet[] = await Promise.all(
    test.map(async (folder) => ({
      name: basename(folder),
      pairs: (await readTrainingSet(folder)).slice(0, testPairs),
    })),
  )
  const budget = budgetText(options)
  await requireSameBudget(options, budget)
  const words = new Meteor(await loadProductResources(), ['exact', 'stem', 'synonym'])
  const changed: ChangedPairs = new Map(
    tests.map(({ name, pairs }) => [name, pairs.map(({ record }) => record.changeType !== 'none')]),
  )
  let latest = await report(out, runs, budget, changed)
  for (const run of runs) {
    if (callbacks.signal.aborted) {
      break
    }
    if (readResult(run.folder) !== null) {
      continue
    }
    const done = runs.filter(({ folder }) => readResult(folder) !== null).length
    callbacks.onRun(run, done, runs.length)
    const onLine = (line: TrainingLogEntry): void => callbacks.onLine(run, line)
    try {
      await trainAndScore(run, options.budget, tests, words, { onLine, signal: callbacks.signal })
    } catch (error) {
      if (error instanceof TrainingSetError) {
        throw error
      }
      callbacks.onFailure(run, error)
    }
    latest = await report(out, runs, budget, changed)
  }
  return latest
}

async function report(
  out: string,
  runs: readonly ComparisonRun[],
  budget: string,
  changed: ChangedPairs,
): Promise<Findings> {
  const results = runs.map(({ folder }) => readResult(folder)).filter((result) => result !== null)
  const findings = {
    tables: resultTables(results, changed),
    contrasts: contrastsOf(results),
    contributions: contributionRows(results),
  }
  const curves = readCurves(runs.filter(({ folder }) => readResult(folder) !== null))
  const missing = runs.length - results.length
  const note = missing === 0 ? budget : `${budget} ${missing} of ${runs.length} runs are not done yet.`
  await writeAtomically(join(out, 'table.md'), tablesMarkdown(findings, note))
  await writeAtomically(
    join(out, 'table.json'),
    `${JSON.stringify({ budget, missing, ...findings, results }, null, 2)}\n`,
  )
  await writeAtomically(join(out, 'curves.json'), `${JSON.stringify(curves)}\n`)
  await writeAtomically(join(out, 'curves.svg'), curvesSvg(curves))
  return findings
}

/** A set is called by its folder's name. @throws TrainingSetError where two have the same */
function requireOwnNames(test: readonly string[]): void {
  const names = test.map((folder) => basename(folder))
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) {
    throw new TrainingSetError(`Two test sets are called ${twice}: name one of the folders differently.`)
  }
}

/** A comparison continues under the budget that it began with. @throws TrainingSetError */
async function requireSameBudget({ out, test, testPairs }: ComparisonOptions, budget: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const path = join(out, COMPARISON_FILE)
  const own = { budget, test: test.map((folder) => basename(folder)), testPairs }
  if (existsSync(path)) {
    const stored = comparisonSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (JSON.stringify(stored) !== JSON.stringify(own)) {
      throw new TrainingSetError(
        `${out} holds a comparison of other runs (${stored.budget}): use the same options, or another folder.`,
      )
    }
    return
  }
  await writeAtomically(path, `${JSON.stringify(own)}\n`)
}

/** The budget of each run as a sentence. It is stored, and decides whether a comparison may continue: its words stay as they are. */
function budgetText({ budget, without }: ComparisonOptions): string {
  const { minutes, steps, batch, rate, words, data, encoder, replicas, threads } = budget
  const length = steps === null ? `${minutes} minutes of training` : `${steps} steps`
  const begun = encoder === null ? 'from nothing,' : `with the frozen encoder of ${basename(encoder)},`
  const workers = replicas > 1 ? `${replicas} threads that share a batch` : `${threads ?? 'all'} threads`
  const left = without.length === 0 ? '' : `, without ${without.join(', ')}`
  return `Each run: ${length} on ${workers} of ${cpus()[0]?.model.trim() ?? 'a processor'}, batches of ${batch}, highest rate ${rate}, ${words} words, ${begun} on ${data.map((folder) => basename(folder)).join(', ')}${left}.`
}
