import { defineConfig } from '@playwright/test'
import type { AppOptions } from './app'

/** Every story runs twice: in the real Electron, and over `serve` in a browser. */
export default defineConfig<AppOptions>({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // one app at a time: two take two thirds of the time on two cores, and make each other late
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  // pictures of each step cost a machine without a GPU more than the steps
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
  projects: [
    { name: 'electron', use: { shell: 'electron' }, testIgnore: /(package|pictures)\.spec\.ts/ },
    { name: 'serve', use: { shell: 'serve' }, testIgnore: /(package|pictures|window)\.spec\.ts/ },
    { name: 'package', use: { shell: 'electron' }, testMatch: /package\.spec\.ts/ },
    // no check, but the pictures of the documents: `npm run pictures`
    ...(process.env['DELTASCRIBE_PICTURES'] === undefined
      ? []
      : [{ name: 'pictures', use: { shell: 'electron' as const }, testMatch: /pictures\.spec\.ts/ }]),
  ],
})
