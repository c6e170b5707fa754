import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { failure, writeCounts } from '../build/testing/report'

/** Counts stories for `npm test`, and names those that failed or were skipped with the reason. */
export default class CountingReporter implements Reporter {
  private suite: Suite | null = null

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const stories = this.suite?.allTests() ?? []
    const skipped = stories.filter((story) => story.outcome() === 'skipped')
    const failed = stories.filter((story) => story.outcome() === 'unexpected')
    writeCounts({
      passed: stories.length - skipped.length - failed.length,
      failed: failed.map((story) => {
        const errors = story.results.flatMap(({ errors: found }) => found)
        return failure(
          story.titlePath().filter(Boolean).join(' > '),
          errors.map(({ message }) => message),
        )
      }),
      skipped: skipped.map(({ title, annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description
        return reason === undefined ? title : `${title} [${reason}]`
      }),
    })
  }
}
