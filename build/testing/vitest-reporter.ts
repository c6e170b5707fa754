import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { failure, writeCounts } from './report'

/** Counts tests for `npm test`, and names those that failed or were skipped. A file that cannot be loaded counts as failed. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withState = (state: string) => tests.filter((test) => test.result().state === state)
    const broken = modules.filter((module) => module.errors().length > 0)
    writeCounts({
      passed: withState('passed').length,
      failed: [
        ...withState('failed').map((test) =>
          failure(`${test.module.relativeModuleId} > ${test.fullName}`, messages(test.result().errors)),
        ),
        ...broken.map((module) => failure(module.relativeModuleId, messages(module.errors()))),
        ...errors.map((error) => failure('an error outside of a test', messages([error]))),
      ],
      skipped: withState('skipped').map(({ fullName }) => fullName),
    })
  }
}

function messages(errors: readonly SerializedError[] = []): string[] {
  return errors.flatMap(({ message, stack, diff }) => [
    stack ?? message,
    ...(typeof diff === 'string' ? [diff] : []),
  ])
}
