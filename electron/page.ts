import { MessageChannelMain, app, BrowserWindow, clipboard, dialog, ipcMain, shell, protocol } from 'electron'
import type { WebContents, Session, IpcMainInvokeEvent } from 'electron'
import type { MainProcessHost } from './main-process-host'
import { isAbsolute } from 'node:path'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { parsePicturePath } from '../src/contract/picture'
import type { PictureAddress } from '../src/contract/picture'
import { failWith } from '../src/contract/errors'
import { PICTURE_FAILURE_TYPE, pictureFailureBody } from '../src/contract/picture-failure'
import type { Messages } from '../src/messages/catalogue'
import type { Question } from '../src/engine/supervisor/host-contract'
import { questionDialog } from '../src/engine/supervisor/host-contract'
import type { Supervisor } from '../src/engine/supervisor/supervisor'
import { pageFiles, contentSecurityPolicy } from '../src/engine/server/page-files'
import type { LocatedPicture } from '../src/engine/pictures/picture-files'
import { message } from '../src/messages/message'
import type { Message } from '../src/messages/message'

/** Returns what to call whenever an engine has started: it gives the page a port to it, once the page is there. */
export function attachPage(window: BrowserWindow, host: MainProcessHost): () => void {
  let isLoaded = false
  let isStarted = false

  function connect(): void {
    if (isLoaded && isStarted && !window.isDestroyed()) {
      const { port1, port2 } = new MessageChannelMain()
      host.addClient(port1)
      window.webContents.postMessage('engine-port', null, [port2])
    }
  }

  window.webContents.on('did-finish-load', () => {
    isLoaded = true
    connect()
  })
  return () => {
    isStarted = true
    connect()
  }
}

/** A page that ends again within this time is not mended by loading it once more. */
const QUICK_MILLISECONDS = 5000

/** Loads the page again when its process has crashed: all it showed is in the store. */
export function restartPage(contents: WebContents, onGivenUp: (text: Message) => void): void {
  let restartedAt = 0
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') {
      return
    }
    if (Date.now() - restartedAt < QUICK_MILLISECONDS) {
      onGivenUp(message('shell.pageStopped', { reason }))
      return
    }
    restartedAt = Date.now()
    contents.reload()
  })
}

/**
 * Nothing but our page in our window: no navigation, no new windows, no permissions, no web views. The page may load
 * itself anew, which it does for another language.
 */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setSpellCheckerDictionaryDownloadURL('deltascribe://app/none/')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (withoutHash(event.url) !== withoutHash(contents.getURL())) {
        event.preventDefault()
      }
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

function withoutHash(url: string): string {
  return url.split('#')[0]
}

const titleSchema = z.string().max(200)
const copiedSchema = z.string().max(1_000_000)
const folderSchema = z.string().max(4096).refine(isAbsolute)

/**
 * The calls of `window.deltascribeShell`. Only our own page is answered.
 * @param spellError message for the user: an error that is thrown would come with words of Electron around it
 */
export function handleShellCalls(
  supervisor: Pick<Supervisor, 'allowFolder' | 'isShowable'>,
  spellError: (error: unknown) => string,
): void {
  ipcMain.handle('shell:pick-folder', async (event, title: unknown) => {
    const window = ownWindow(event)
    const { filePaths } = await dialog.showOpenDialog(window, {
      title: titleSchema.parse(title),
      properties: ['openDirectory', 'createDirectory'],
    })
    const folder = filePaths.at(0) ?? null
    if (folder !== null) {
      await supervisor.allowFolder(folder)
    }
    return folder
  })
  ipcMain.handle('shell:dropped', async (event, path: unknown) => {
    ownWindow(event)
    await supervisor.allowFolder(folderSchema.parse(path))
  })
  ipcMain.handle('shell:reveal', async (event, folder: unknown) => {
    ownWindow(event)
    return reveal(folderSchema.parse(folder), supervisor).then(() => null, spellError)
  })
  ipcMain.handle('shell:copy-text', async (event, text: unknown) => {
    ownWindow(event)
    await clipboard.writeText(copiedSchema.parse(text))
  })
}

/** Shows a folder that the user chose. @throws ContractError `unavailable` for any other, or where nothing shows it */
async function reveal(folder: string, supervisor: Pick<Supervisor, 'isShowable'>): Promise<void> {
  if (!(await supervisor.isShowable(folder))) {
    throw failWith('unavailable', message('folders.notShown', { path: folder }))
  }
  // a folder only: opening a file would start whatever program the system has for it
  if (!(await stat(folder)).isDirectory()) {
    return
  }
  // on macOS a program is a folder too, so that a folder is shown there and not opened
  if (process.platform === 'darwin') {
    shell.showItemInFolder(folder)
  } else {
    // it does not throw: it tells why
    const reason = await shell.openPath(folder)
    if (reason !== '') {
      throw failWith('unavailable', message('folders.noFileManager', { path: folder, reason }))
    }
  }
}

/** About what a page asks for. No page can answer this dialog, or cover it. */
export async function askPerson(
  window: BrowserWindow,
  question: Question,
  messages: Messages,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    ...questionDialog(question, messages.questions),
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

/** @throws Error where anything but our own page asks */
export function ownWindow(event: IpcMainInvokeEvent): BrowserWindow {
  const window = BrowserWindow.fromWebContents(event.sender)
  // Node gives an address of a scheme of our own no origin
  const { protocol, host } = new URL(event.senderFrame?.url ?? 'about:blank')
  if (window === null || protocol !== 'deltascribe:' || host !== 'app') {
    throw new Error('only the app itself may ask for this')
  }
  return window
}

const SCHEME = 'deltascribe'

/** Before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
}

/** `deltascribe://app/`: the built page by a fixed list, and pictures by pair and kind. No address holds a path. */
export function serveApp(
  session: Session,
  pageFolder: string,
  locatePicture: (address: PictureAddress) => Promise<LocatedPicture>,
): void {
  const files = pageFiles(pageFolder)
  const policy = contentSecurityPolicy('')

  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app' || request.method !== 'GET') {
      return plain(403, 'This address is not answered.')
    }
    const file = files.get(url.pathname)
    if (file !== undefined) {
      return stream(file, { 'Content-Security-Policy': policy })
    }
    const address = parsePicturePath(url.pathname)
    if (address === null) {
      return plain(404, 'There is nothing at this address.')
    }
    try {
      // the same address is another picture once another folder is open or the file was replaced
      return stream(await locatePicture(address), { 'Cache-Control': 'no-store' })
    } catch (error) {
      return textAnswer(404, PICTURE_FAILURE_TYPE, pictureFailureBody(error))
    }
  })
}

function plain(status: number, text: string): Response {
  return textAnswer(status, 'text/plain; charset=utf-8', text)
}

function textAnswer(status: number, type: string, body: string): Response {
  return new Response(body, { status, headers: { 'Content-Type': type } })
}

function stream(file: { path: string; mimeType: string }, headers: Record<string, string>): Response {
  const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>
  return new Response(body, {
    headers: { 'Content-Type': file.mimeType, 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}
