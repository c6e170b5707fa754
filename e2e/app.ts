import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, _electron, chromium } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { chromiumProgram, electronProgram } from './programs'
import { removeFolder } from './remove-folder'

/** The app as a story holds it, in whichever shell it runs. */
export interface RunningApp {
  page: Page
  enginePid(): Promise<number>
  /**
   * Ends the page's process and waits until it is loaded again. Returns how to see what the window shows then,
   * as `page` is gone. Electron only.
   */
  crashPage(): Promise<() => Promise<string>>
  /** From now on the person presses the button for no in the system's dialogs. Electron only. */
  declineDialogs(): Promise<void>
  /** The button for yes, as from the start. Electron only. */
  acceptDialogs(): Promise<void>
  /** Messages of the system's dialogs so far. Electron only. */
  questions(): Promise<string[]>
  /**
   * Presses a button that asks for a folder, and chooses one: in the system's dialog, or in the page's own, whose
   * button is `confirm`.
   */
  chooseFolder(button: Locator, folder: string, confirm: string): Promise<void>
  quit(): Promise<void>
}

export interface AppOptions {
  shell: 'electron' | 'serve'
  /** Whether the person has never used the program: Review shows hints then. */
  isFirstRun: boolean
}

export interface Fixtures {
  /** A user's data folder of its own, gone after the story. */
  home: string
  /**
   * Starts the app, with a folder or at the start screen. What still runs at the end is quit.
   * @param words further options of `serve`
   */
  start(folder: string | null, words?: readonly string[]): Promise<RunningApp>
}

export const test = base.extend<AppOptions & Fixtures>({
  shell: ['electron', { option: true }],
  isFirstRun: [false, { option: true }],
  // Playwright wants the first argument to be a pattern
  // oxlint-disable-next-line no-empty-pattern
  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    await use(home)
    removeFolder(home)
  },
  start: async ({ shell, home, isFirstRun }, use) => {
    const program = shell === 'electron' ? electronProgram() : chromiumProgram()
    base.skip('reason' in program, 'reason' in program ? program.reason : '')
    const path = 'path' in program ? program.path : ''
    const running: RunningApp[] = []
    await use(async (folder, words = []) => {
      const settings = join(home, 'settings.json')
      if (!isFirstRun && !existsSync(settings)) {
        writeFileSync(settings, JSON.stringify({ hints: 'done' }))
      }
      const app = await (shell === 'electron'
        ? startElectron(path, folder, home)
        : startServe(path, folder, home, words))
      running.push(app)
      return app
    })
    await Promise.all(running.map((app) => app.quit()))
  },
})

export { expect } from '@playwright/test'

function environment(home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { ...Object.fromEntries(inherited), DELTASCRIBE_HOME: home }
}

async function startElectron(path: string, folder: string | null, home: string): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: path,
    args: [...electronSwitches(), root, ...(folder === null ? [] : [folder])],
    env: environment(home),
    // stories name what they look for in English
    locale: 'en-US',
  })
  // a story types paths where a person would choose them
  const answerDialogs = (response: number): Promise<void> =>
    app.evaluate(({ dialog }, answer) => {
      const shown = (Reflect.get(globalThis, 'shownQuestions') ?? []) as string[]
      Reflect.set(globalThis, 'shownQuestions', shown)
      dialog.showMessageBox = (...words: unknown[]) => {
        shown.push((words.at(-1) as { message: string }).message)
        return Promise.resolve({ response: answer, checkboxChecked: false })
      }
    }, response)
  await answerDialogs(0)
  const page = await app.firstWindow()
  let isOpen = true
  return {
    page,
    enginePid: () =>
      app.evaluate(({ app: main }) => {
        const metric = main
          .getAppMetrics()
          .find(({ serviceName, name }) => `${serviceName} ${name}`.includes('engine'))
        if (metric === undefined) {
          throw new Error('no engine runs')
        }
        return metric.pid
      }),
    async crashPage() {
      await app.evaluate(async ({ BrowserWindow }) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]
        await new Promise<void>((resolve) => {
          webContents.once('did-finish-load', () => resolve())
          webContents.forcefullyCrashRenderer()
        })
      })
      return () =>
        app.evaluate(
          ({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()[0].webContents.executeJavaScript(
              'document.body.innerText',
            ) as Promise<string>,
        )
    },
    declineDialogs: () => answerDialogs(1),
    acceptDialogs: () => answerDialogs(0),
    questions: () => app.evaluate(() => Reflect.get(globalThis, 'shownQuestions') as string[]),
    async chooseFolder(button, folder) {
      await app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
      }, folder)
      await button.click()
    },
    async quit() {
      if (isOpen) {
        isOpen = false
        await app.close()
      }
    },
  }
}

async function startServe(
  path: string,
  folder: string | null,
  home: string,
  words: readonly string[],
): Promise<RunningApp> {
  const program = join(root, 'dist', 'node', 'deltascribe.js')
  // a story types paths of folders that it made, where a person would name them at the start
  const folders = [...(folder === null ? [] : [folder]), '--allow', tmpdir(), ...words]
  const server = spawn(process.execPath, [program, 'serve', ...folders, '--json'], {
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
    declineDialogs: () => Promise.reject(new Error('a browser has no dialogs of ours')),
    acceptDialogs: () => Promise.reject(new Error('a browser has no dialogs of ours')),
    questions: () => Promise.reject(new Error('a browser has no dialogs of ours')),
    async chooseFolder(button, folder, confirm) {
      await button.click()
      await page.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder)
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
