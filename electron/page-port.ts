import { MessageChannelMain } from 'electron'
import type { BrowserWindow } from 'electron'
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
