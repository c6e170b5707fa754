import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { AppOptions } from './app'
import { OFTEN_OVER_TEAM } from './over-team'

const MINUTES = 60_000
/**
 * Every story runs in the real Electron, over `serve` in a browser, and over a team's server (`over-team.ts` names those
 * that do not). `main` is what `npm test` plays: the stories with the tag `@main` in Electron and those with `@main-serve`
 * in a browser. `rest` is all else, but over a team's server only what `over-team.ts` chooses.
 */
const part = process.env['DELTASCRIBE_STORIES']
const inPart = (tag: RegExp, never: RegExp[] = []): { grep?: RegExp; grepInvert?: RegExp[] } =>
  part === 'main'
    ? { grep: tag, grepInvert: never }
    : { grepInvert: part === 'rest' ? [tag, ...never] : never }
const ELECTRON = { shell: 'electron' } as const
const TRAINING = '**/training.spec.ts'
const STORY = '**/story.spec.ts'
/** Of what the window cannot do. */
const SERVE_ALONE = ['**/{claims,database,overlap,team,workers}.spec.ts']
/** Of the window, or of a device. */
const NOT_SERVE = ['**/{window,updates,training-device}.spec.ts']
const APART = ['**/package.spec.ts', '**/pictures.spec.ts']

export default defineConfig<AppOptions>({
  testDir: '.',
  outputDir: '../test-results',
  // for a machine that is busy with other things
  timeout: 10 * MINUTES,
  expect: { timeout: 4 * MINUTES },
  // two apps on two cores take two thirds of the time
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['./counting-reporter.ts']],
  use: {
    // a click on what never comes would wait for the whole story's time
    actionTimeout: 4 * MINUTES,
    // pictures of each step cost a machine without a GPU more than the steps
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // the longest stories begin first: the others fit beside them
    ...(part === 'main'
      ? [
          { name: 'training', use: ELECTRON, testMatch: TRAINING, ...inPart(/@main(?!-)/) },
          { name: 'story', use: ELECTRON, testMatch: STORY, ...inPart(/@main(?!-)/) },
        ]
      : []),
    {
      name: 'serve',
      use: { shell: 'serve' },
      // training on a software driver takes minutes, and its processes are the same in both shells; the window and its
      // updates are Electron's alone
      testIgnore: [...APART, ...NOT_SERVE],
      ...inPart(/@main-serve/, [/@electron-alone/]),
    },
    {
      name: 'electron',
      use: ELECTRON,
      testIgnore: [...APART, ...SERVE_ALONE, ...(part === 'main' ? [TRAINING, STORY] : [])],
      ...inPart(/@main(?!-)/),
    },
    ...(part === 'main'
      ? []
      : [
          {
            name: 'team',
            use: { shell: 'team' } as const,
            testIgnore: [...APART, ...NOT_SERVE],
            ...(part === 'rest' ? { testMatch: OFTEN_OVER_TEAM } : {}),
          },
        ]),
    ...(part === 'main' ? [] : [{ name: 'package', use: ELECTRON, testMatch: /package\.spec\.ts/ }]),
    // no check, but the pictures of the documents: `npm run pictures`
    ...(process.env['DELTASCRIBE_PICTURES'] === undefined
      ? []
      : [{ name: 'pictures', use: ELECTRON, testMatch: /pictures\.spec\.ts/ }]),
  ],
})
