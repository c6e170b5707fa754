import { app, BrowserWindow, dialog, Menu, nativeTheme, session } from 'electron'
import { resolve, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBucketAddress } from '../src/contract/buckets'
import { languagesArgument } from '../src/contract/shell'
import type { LanguageSetting } from '../src/contract/work'
import { Supervisor } from '../src/engine/supervisor/supervisor'
import { logFatalErrors, failureFields, openLog, programFacts } from '../src/process/log/log'
import { messages, setLanguage, spellError, spellMessage } from './language'
import { leavePage } from './leave-page'
import { mainProcessHost } from './main-process-host'
import { appMenu } from './menu'
import {
  askPerson,
  attachPage,
  restartPage,
  lockDown,
  registerScheme,
  serveApp,
  handleShellCalls,
  ownWindow,
} from './page'
import { handleUpdates } from './updates/handle-updates'
import { appPaths, userFolder } from '../src/engine/user-folder'
import { commandWords, runCommandLine } from './command-line'
import { messageTextOf } from '../src/messages/message'
import type { MessageText } from '../src/messages/message'

/**
 * The shell: a window, the app's protocol, and the engine's processes. No work is done here.
 * `deltascribe [FOLDER]`, `deltascribe s3://BUCKET/FOLDER`, or `deltascribe COMMAND ...`, which opens no window.
 */
const user = userFolder()
const words = commandWords(process.argv)
const log = openLog(user, 'main')
if (words === null) {
  openShell()
} else {
  runCommandLine(words, user)
}

function openShell(): void {
  // Chromium's profile; the folder above is shared with the command line
  app.setPath('userData', join(user, 'window'))
  registerScheme()
  if (app.requestSingleInstanceLock()) {
    app.on('window-all-closed', () => app.quit())
    app.whenReady().then(start).catch(fail)
  } else {
    app.quit()
  }
}

async function start(): Promise<void> {
  logProgram()
  lockDown(session.defaultSession)
  const page = { window: null as BrowserWindow | null, connect: (): void => {} }
  const paths = appPaths()
  const host = mainProcessHost()
  const supervisor = new Supervisor({
    host,
    userFolder: user,
    sampleFolder: paths.sample,
    modelsFolder: paths.models,
    detectorFolder: paths.detector,
    version: app.getVersion(),
    program: 'the Deltascribe window',
    log,
    onStarted: () => page.connect(),
    onGivenUp: end,
    onLanguage: showMenus,
    otherFolders: 'ask',
    askPerson: async (question) => page.window !== null && askPerson(page.window, question, messages(user)),
  })
  serveApp(session.defaultSession, paths.page, (address) => supervisor.locatePicture(address))
  handleShellCalls(supervisor, (error) => spellError(user, error))
  handleUpdates({ requireOwn: ownWindow, window: () => page.window, log })
  Menu.setApplicationMenu(appMenu(messages(user).shell))

  const window = createWindow()
  page.window = window
  page.connect = attachPage(window, host)
  endAfterPage(supervisor)
  openFromOutside(window, supervisor)
  await supervisor.start(folderArgument(process.argv, process.cwd()))
}

/** Chromium's own processes, of which the page's is one, are logged too. */
function logProgram(): void {
  logFatalErrors(log)
  log.write('info', 'program.started', programFacts(app.getVersion()))
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.write('error', 'page.gone', { reason, exitCode })
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type !== 'Utility') {
      log.write('warning', 'chromium-process.gone', { type, reason, exitCode })
    }
  })
}

/** The program was started once more: its folder is opened here. */
function openFromOutside(window: BrowserWindow, supervisor: Supervisor): void {
  app.on('second-instance', (_event, argv, workingDirectory) => {
    if (window.isDestroyed()) {
      return
    }
    // one that is not minimised would lose its full screen or its whole size by it
    if (window.isMinimized()) {
      window.restore()
    }
    window.focus()
    const folder = folderArgument(argv, workingDirectory)
    if (folder !== null) {
      openAfterWork(window, supervisor, folder).catch((error: unknown) => {
        dialog.showErrorBox(messages(user).folders.notOpened, spellError(user, error))
      })
    }
  })
}

/** The page stores its work first, in the folder that is still open. */
async function openAfterWork(window: BrowserWindow, supervisor: Supervisor, folder: string): Promise<void> {
  await leavePage(window.webContents)
  await supervisor.openFolder(folder)
}

/** Ends the engine last: it must store the edits that the page sent before it closed. */
function endAfterPage(supervisor: Supervisor): void {
  let isEnding = false
  let hasEnded = false
  app.on('will-quit', (event) => {
    if (hasEnded) {
      return
    }
    event.preventDefault()
    if (!isEnding) {
      isEnding = true
      void supervisor.finish().finally(() => {
        hasEnded = true
        app.quit()
      })
    }
  })
}

function createWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Deltascribe',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1c1c' : '#f4f4f4',
    webPreferences: {
      preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: true,
      additionalArguments: [languagesArgument(app.getPreferredSystemLanguages())],
    },
  })
  window.once('ready-to-show', () => window.show())
  restartPage(window.webContents, end)
  window.loadURL('deltascribe://app/').catch(fail)
  return window
}

/** `electron [SWITCHES] APP FOLDER`, or `deltascribe [SWITCHES] FOLDER` once packaged. A bucket is named by its address. */
function folderArgument(argv: readonly string[], workingDirectory: string): string | null {
  const given = argv.slice(1).filter((argument) => !argument.startsWith('-'))
  const folder = given.at(app.isPackaged ? 0 : 1)
  return folder === undefined || isBucketAddress(folder)
    ? (folder ?? null)
    : resolve(workingDirectory, folder)
}

function fail(error: unknown): void {
  console.error(error)
  log.write('error', 'program.failed', failureFields(error))
  end(messageTextOf(error))
}

/** Ends the program after a fatal error. The dialog shows the message where there is no terminal. */
function end(text: MessageText): void {
  dialog.showErrorBox(messages(user).shell.hasToClose, spellMessage(user, text))
  app.exit(1)
}

/** The menus follow the setting while the program runs. */
function showMenus(language: LanguageSetting): void {
  setLanguage(language)
  Menu.setApplicationMenu(appMenu(messages(user).shell))
}
