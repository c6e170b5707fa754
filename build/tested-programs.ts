import type { TestProject } from 'vitest/node'
import { buildTestedIfStale, testedPrograms } from './build'

/** Before the tests, and before each time that they run again: what they start in processes of their own is built. */
export async function setup(project: TestProject): Promise<void> {
  process.env['DELTASCRIBE_PROGRAMS'] = testedPrograms
  await buildTestedIfStale()
  project.onTestsRerun(buildTestedIfStale)
}
