import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Counts of a test runner. Several runners write one line each into one file. */
export interface TestCounts {
  passed: number
  failed: number
  /** Names of tests that did not run, with the reason in brackets. */
  skipped: string[]
}

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
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
  }
}
