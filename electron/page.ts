import { MessageChannelMain, app } from 'electron'
import type { BrowserWindow, WebContents, Session } from 'electron'
import type { MainProcessHost } from './main-process-host'

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
export function restartPage(contents: WebContents, onGivenUp: (message: string) => void): void {
  let restartedAt = 0
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') {
      return
    }
    if (Date.now() - restartedAt < QUICK_MILLISECONDS) {
      onGivenUp(`The page stopped again right after it was loaded (${reason}). What was saved is safe.`)
      return
    }
    restartedAt = Date.now()
    contents.reload()
  })
}

/** Nothing but our page in our window: no navigation, no new windows, no permissions, no web views. */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setSpellCheckerDictionaryDownloadURL('deltascribe://app/none/')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
