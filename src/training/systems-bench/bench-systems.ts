import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import type { MadeLogLine } from '../made/made-run'
import type { MadeRunOptions } from '../made/run-setup'
import { readTrainingSet, TrainingSetError } from '../made/training-set'
import { curvesSvg, readCurves } from './curves'
import { benchEntries, type BenchChoice, type BenchEntry } from './entries'
import { readResult } from './result'
import { runEntry, type TestSet } from './run-entry'
import { benchTables, tablesMarkdown, type BenchTable } from './table'

export interface BenchOptions extends BenchChoice {
  /** What every run gets alike. */
  readonly budget: Omit<MadeRunOptions, 'out' | 'from' | 'seed'>
  /** Sets that are scored when a run is done. */
  readonly test: readonly string[]
  /** At most so many pairs of each. */
  readonly testPairs: number
}

export interface BenchOutside {
  /** Before a run; `done` of `total` have a result. */
  readonly onEntry: (entry: BenchEntry, done: number, total: number) => void
  readonly onLine: (entry: BenchEntry, line: MadeLogLine) => void
  /** A run that could not be done; the others go on. */
  readonly onFailure: (entry: BenchEntry, error: unknown) => void
  readonly signal: AbortSignal
}

const benchFile = 'bench.json'
const benchSchema = z.object({ budget: z.string(), test: z.array(z.string()), testPairs: z.number() })

/**
 * Trains and scores all runs that have no result yet, one after the other, and writes `table.md`, `table.json`,
 * `curves.svg` and `curves.json` into `out` after each. @throws TrainingSetError, RangeError
 */
export async function benchSystems(options: BenchOptions, outside: BenchOutside): Promise<BenchTable[]> {
  const { out, test, testPairs } = options
  const entries = benchEntries(options)
  const tests: TestSet[] = await Promise.all(
    test.map(async (folder) => ({
      name: basename(folder),
      pairs: (await readTrainingSet(folder)).slice(0, testPairs),
    })),
  )
  const budget = budgetText(options)
  await keepBudget(options, budget)
  const words = new Meteor(await loadProductResources(), ['exact', 'stem', 'synonym'])
  let tables = await report(out, entries, budget)
  for (const entry of entries) {
    if (outside.signal.aborted) break
    if (readResult(entry.folder) !== null) continue
    const done = entries.filter(({ folder }) => readResult(folder) !== null).length
    outside.onEntry(entry, done, entries.length)
    const onLine = (line: MadeLogLine): void => outside.onLine(entry, line)
    try {
      await runEntry(entry, options.budget, tests, words, { onLine, signal: outside.signal })
    } catch (error) {
      if (error instanceof TrainingSetError) throw error
      outside.onFailure(entry, error)
    }
    tables = await report(out, entries, budget)
  }
  return tables
}

async function report(out: string, entries: readonly BenchEntry[], budget: string): Promise<BenchTable[]> {
  const results = entries.map(({ folder }) => readResult(folder)).filter((result) => result !== null)
  const tables = benchTables(results)
  const curves = readCurves(entries.filter(({ folder }) => readResult(folder) !== null))
  const missing = entries.length - results.length
  const note = missing === 0 ? budget : `${budget} ${missing} of ${entries.length} runs are not done yet.`
  await writeAtomically(join(out, 'table.md'), tablesMarkdown(tables, note))
  await writeAtomically(
    join(out, 'table.json'),
    `${JSON.stringify({ budget, missing, tables, results }, null, 2)}\n`,
  )
  await writeAtomically(join(out, 'curves.json'), `${JSON.stringify(curves)}\n`)
  await writeAtomically(join(out, 'curves.svg'), curvesSvg(curves))
  return tables
}

/** A comparison that was begun under one budget goes on under the same. @throws TrainingSetError */
async function keepBudget({ out, test, testPairs }: BenchOptions, budget: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const path = join(out, benchFile)
  const own = { budget, test: test.map((folder) => basename(folder)), testPairs }
  if (existsSync(path)) {
    const stored = benchSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (JSON.stringify(stored) !== JSON.stringify(own))
      throw new TrainingSetError(
        `${out} holds a comparison of other runs (${stored.budget}): use the same options, or another folder.`,
      )
    return
  }
  await writeAtomically(path, `${JSON.stringify(own)}\n`)
}

/** What each run gets, in words. */
function budgetText({ budget }: BenchOptions): string {
  const { minutes, steps, batch, rate, words, data, sight, replicas, threads } = budget
  const length = steps === null ? `${minutes} minutes of training` : `${steps} steps`
  const begun = sight === null ? 'from nothing,' : `with the sight of ${basename(sight)}, which stays,`
  const workers = replicas > 1 ? `${replicas} threads that share a batch` : `${threads ?? 'all'} threads`
  return `Each run: ${length} on ${workers} of ${cpus()[0]?.model.trim() ?? 'a processor'}, batches of ${batch}, highest rate ${rate}, ${words} words, ${begun} on ${data.map((folder) => basename(folder)).join(', ')}.`
}
