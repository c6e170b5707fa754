import type { Reporter, TestModule } from 'vitest/node'
import { writeCounts } from './report'

/** Counts tests for `npm test`, and names those that were skipped. A file that cannot be loaded counts as failed. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withState = (state: string) => tests.filter((test) => test.result().state === state)
    const broken = modules.filter((module) => module.errors().length > 0)
    writeCounts({
      passed: withState('passed').length,
      failed: withState('failed').length + broken.length + errors.length,
      skipped: withState('skipped').map(({ fullName }) => fullName),
    })
  }
}
