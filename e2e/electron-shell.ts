import { _electron } from '@playwright/test'
import type { WebPreferences } from 'electron'
import { root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { environment } from './running-app'
import type { RunningApp } from './running-app'

export interface ElectronStart {
  /** Of Electron's program. */
  path: string
  folder: string | null
  home: string
  /** What a system of Linux prefers, such as `de_DE`. */
  systemLanguage: string
}

/** The app in the real Electron. */
export async function startElectron({
  path,
  folder,
  home,
  systemLanguage,
}: ElectronStart): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: path,
    args: [...electronSwitches(), root, ...(folder === null ? [] : [folder])],
    env: { ...environment(home), LANGUAGE: systemLanguage },
    // as in the package, which has Chromium's own texts in English alone
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
    isolation: () =>
      app.evaluate(({ BrowserWindow }) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]
        // Electron's own tests use it; its types have it not
        const read = Reflect.get(webContents, 'getLastWebPreferences') as () => WebPreferences
        const { sandbox, contextIsolation, nodeIntegration } = read.call(webContents)
        return { sandbox, contextIsolation, nodeIntegration }
      }),
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
