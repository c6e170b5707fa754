import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import type { OpenPair } from '../src/contract/pairs'
import type { Settings } from '../src/contract/work'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import type { TestServer } from '../src/store/postgres/testing-server'
import type { StoreAddress } from '../src/store/store-address'
import { startElectron } from './electron-shell'
import { whyNotOverTeam } from './over-team'
import { chromiumProgram, electronProgram } from './programs'
import { removeFolder } from './remove-folder'
import type { RunningApp } from './running-app'
import { startServe, startTeam } from './serve-shell'
import { StoryDatabase } from './story-database'
import { pairsStoredAt, storeFileOf } from './stored'
import { WITHOUT_MODEL } from './without-model'

export type Shell = 'electron' | 'serve' | 'team'

export interface AppOptions {
  shell: Shell
  /** Of the person, where a story writes none. */
  settings: Partial<Settings>
  /** Of the window's menus and page where nobody chose one. Stories name what they look for in English. */
  systemLanguage: string
}

export interface Fixtures {
  /** A user's data folder of its own, gone after the story. */
  home: string
  /** Of a team's server; null in the other shells. */
  database: StoryDatabase | null
  /**
   * Starts the app, with a folder or at the start screen. What still runs at the end is quit.
   * @param words further options of `serve`
   */
  start(folder: string | null, words?: readonly string[]): Promise<RunningApp>
  /** Where the work on a folder lies: a file, or the database of a team's server. */
  placeOf(folder: string): StoreAddress
  /** Pairs stored in the project in that folder, in the order of the list. */
  storedPairs(folder: string): OpenPair[]
  /** Skips what a team's server does not offer. */
  whetherOffered: void
}

interface WorkerFixtures {
  /** Starts a PostgreSQL server once; null where this machine has none. */
  startPostgres(): Promise<TestServer | null>
}

export const test = base.extend<AppOptions & Fixtures, WorkerFixtures>({
  shell: ['electron', { option: true }],
  settings: [WITHOUT_MODEL, { option: true }],
  systemLanguage: ['en_US', { option: true }],
  startPostgres: [
    // Playwright wants the first argument to be a pattern
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const programs = serverPrograms()
      const started: Promise<TestServer>[] = []
      await use(async () => {
        if (programs !== null && started.length === 0) {
          started.push(startTestServer(programs))
        }
        return started.length === 0 ? null : started[0]
      })
      await Promise.all(started.map(async (server) => (await server).stop()))
    },
    { scope: 'worker' },
  ],
  whetherOffered: [
    async ({ shell }, use, { titlePath }) => {
      const [file, title] = titlePath.slice(-2)
      const reason = shell === 'team' ? whyNotOverTeam(file, title) : null
      base.skip(reason !== null, reason ?? '')
      await use()
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern
  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    await use(home)
    removeFolder(home)
  },
  database: async ({ shell, home, startPostgres }, use) => {
    const server = shell === 'team' ? await startPostgres() : null
    base.skip(shell === 'team' && server === null, 'needs a PostgreSQL server of Debian, 15 or later')
    await use(server === null ? null : await StoryDatabase.make(server, home))
  },
  start: async ({ shell, home, settings, systemLanguage, database }, use) => {
    const program = shell === 'electron' ? electronProgram() : chromiumProgram()
    base.skip('reason' in program, 'reason' in program ? program.reason : '')
    const path = 'path' in program ? program.path : ''
    const running: RunningApp[] = []
    await use(async (folder, words = []) => {
      const file = join(home, 'settings.json')
      if (!existsSync(file)) {
        writeFileSync(file, JSON.stringify(settings))
      }
      const app = await (shell === 'electron'
        ? startElectron({ path, folder, home, systemLanguage })
        : database === null
          ? startServe({ path, folder, home, words })
          : startTeam({ path, folder, home, words }, database))
      running.push(app)
      return app
    })
    await Promise.all(running.map((app) => app.quit()))
  },
  placeOf: async ({ database }, use) => {
    await use((folder) => database?.placeOf(folder) ?? storeFileOf(folder))
  },
  storedPairs: async ({ placeOf }, use) => {
    await use((folder) => pairsStoredAt(placeOf(folder)))
  },
})

export { expect } from '@playwright/test'
