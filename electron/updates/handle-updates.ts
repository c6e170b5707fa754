import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { failureFields } from '../../src/process/log/log'
import type { Log } from '../../src/process/log/log'
import type { Updates } from './updates'

interface Needs {
  /** Throws where another page asks. */
  requireOwn(event: IpcMainInvokeEvent): BrowserWindow
  window(): BrowserWindow | null
  log: Log
}

/** The calls of `window.deltascribeShell.updates`, and `updates:state` to the page. Loaded when the page first asks. */
export function handleUpdates({ requireOwn, window, log }: Needs): void {
  let loading: Promise<Updates> | null = null
  const load = async (): Promise<Updates> => {
    const module = await import('./updates')
    return new module.Updates({
      state(state) {
        const shown = window()
        if (shown !== null && !shown.isDestroyed()) {
          shown.webContents.send('updates:state', state)
        }
      },
      error: (error) => log.write('error', 'update.failed', failureFields(error)),
    })
  }
  const calls: Record<string, (updates: Updates, owner: BrowserWindow) => unknown> = {
    feed: (updates) => updates.address(),
    present: (updates) => updates.present(),
    look: (updates) => updates.look(),
    download: (updates) => updates.startDownload(),
    cancel: (updates) => updates.cancelDownload(),
    'close-and-install'(updates, owner) {
      if (updates.present().kind === 'downloaded') {
        owner.close()
      }
    },
  }
  for (const [name, call] of Object.entries(calls)) {
    ipcMain.handle(`updates:${name}`, async (event) => {
      const owner = requireOwn(event)
      loading ??= load()
      return call(await loading, owner)
    })
  }
}
