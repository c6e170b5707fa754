import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** A test that failed, or a file that could not be loaded. */
export interface Failure {
  name: string
  /** What the runner printed of it, cut to `reasonLines` lines. */
  reason: string
}

/** Counts of a test runner. Several runners write one line each into one file. */
export interface TestCounts {
  passed: number
  failed: Failure[]
  /** Names of tests that did not run, with the reason in brackets. */
  skipped: string[]
}

const reasonLines = 12
/** A line of a stack that lies in a library or in Node. */
const foreignFrame = /^\s*at .*(node_modules|node:|<anonymous>)/
const pathName = 'DELTASCRIBE_TEST_REPORT'

/** Environment of a runner whose reporter is to write into `path`. */
export function reportingTo(path: string): NodeJS.ProcessEnv {
  return { ...process.env, [pathName]: path }
}

/** Does nothing if no report was requested. */
export function writeCounts(counts: TestCounts): void {
  const path = process.env[pathName]
  if (path !== undefined) {
    appendFileSync(path, `${JSON.stringify(counts)}\n`)
  }
}

export function readCounts(path: string): TestCounts {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const counts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TestCounts)
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.flatMap(({ failed }) => failed),
    skipped: counts.flatMap(({ skipped }) => skipped),
  }
}

/** A failure to be listed at the end of the whole run: a log that is cut keeps its end. */
export function failure(name: string, messages: readonly (string | undefined)[]): Failure {
  const reason = stripVTControlCharacters(messages.map((message) => message ?? 'no message').join('\n'))
  const own = reason.split('\n').filter((line) => !foreignFrame.test(line))
  return { name, reason: own.slice(0, reasonLines).join('\n') }
}
