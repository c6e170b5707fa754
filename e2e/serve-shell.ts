import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { chromium, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { electronSwitches } from '../build/electron-binary'
import { ProjectStore } from '../src/store/project-store'
import type { StoreAddress } from '../src/store/store-address'
import { commandLine } from './command-line'
import { environment } from './running-app'
import type { RunningApp } from './running-app'
import { signIn } from './sign-in'
import { OWNER } from './story-database'
import type { StoryDatabase } from './story-database'

/** What a story starts the app with. */
export interface ServeStart {
  /** Of Chromium. */
  path: string
  folder: string | null
  home: string
  /** Further options of `serve`. */
  words: readonly string[]
}

function noDialogs(): Promise<never> {
  return Promise.reject(new Error('a browser has no dialogs of ours'))
}

/** The app over `serve`, in a browser. */
export async function startServe({ path, folder, home, words }: ServeStart): Promise<RunningApp> {
  // a story types paths of folders that it made, where a person would name them at the start
  const folders = [...(folder === null ? [] : [folder]), '--allow', tmpdir(), ...words]
  const server = spawn(process.execPath, [commandLine, 'serve', ...folders, '--json'], {
    env: environment(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, enginePid } = await firstJson(server)
  // without a GPU its software driver costs more than painting without one
  const args = [...electronSwitches(), '--disable-gpu']
  const browser = await chromium.launch({ executablePath: path, args })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url)
  return {
    page,
    enginePid: async () => enginePid,
    crashPage: () => Promise.reject(new Error('the page of a browser is not ours to crash')),
    isolation: () => Promise.reject(new Error('the page of a browser is kept apart by the browser')),
    declineDialogs: noDialogs,
    acceptDialogs: noDialogs,
    questions: noDialogs,
    async chooseFolder(button, chosen, confirm) {
      await button.click()
      await page.getByRole('textbox', { name: 'Folder', exact: true }).fill(chosen)
      await page.getByRole('button', { name: confirm }).click()
    },
    async quit() {
      await browser.close()
      server.kill('SIGTERM')
      await new Promise((resolve) =>
        server.exitCode === null ? server.once('exit', resolve) : resolve(null),
      )
    },
  }
}

/** The app over a team's server, in the browser of an owner who has signed in. */
export async function startTeam(start: ServeStart, database: StoryDatabase): Promise<RunningApp> {
  const { folder, words } = start
  if (folder === null) {
    throw new Error('a team’s server is started with its folder: e2e/over-team.ts names stories without one')
  }
  const place = database.prepare(folder)
  const app = await startServe({ ...start, words: ['--team', '--database', place, ...words] })
  await signInAsOwner(app.page)
  return {
    ...app,
    async quit() {
      await leave(app.page, place)
      await app.quit()
    },
  }
}

/** Waits until the pair that the page was at is free: claims outlast the server, and the next page is another one. */
async function leave(page: Page, place: StoreAddress): Promise<void> {
  if (page.isClosed()) {
    return
  }
  await page.goto('about:blank')
  const store = new ProjectStore(place)
  try {
    await expect.poll(() => store.claims.all()).toEqual([])
  } finally {
    store.close()
  }
}

async function signInAsOwner(page: Page): Promise<void> {
  await signIn(page, OWNER)
  await page.waitForURL((url) => url.pathname === '/')
}

/** The one JSON document that `serve --json` prints first. */
export function firstJson(server: ChildProcess): Promise<{ url: string; enginePid: number }> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      try {
        resolve(JSON.parse(text) as { url: string; enginePid: number })
      } catch {
        // not whole yet
      }
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}
