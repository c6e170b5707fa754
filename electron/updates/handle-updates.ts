import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { Updates } from './updates'

/**
 * The calls of `window.deltascribeShell.updates`, and `updates:state` to the page.
 * @param requireOwn throws where another page asks
 */
export function handleUpdates(
  requireOwn: (event: IpcMainInvokeEvent) => BrowserWindow,
  window: () => BrowserWindow | null,
): void {
  const updates = new Updates((state) => {
    const shown = window()
    if (shown !== null && !shown.isDestroyed()) {
      shown.webContents.send('updates:state', state)
    }
  })
  const calls: Record<string, (owner: BrowserWindow) => unknown> = {
    place: () => updates.place(),
    present: () => updates.present(),
    look: () => updates.look(),
    download: () => updates.startDownload(),
    cancel: () => updates.cancelDownload(),
    'close-and-install'(owner) {
      if (updates.present().kind === 'downloaded') {
        owner.close()
      }
    },
  }
  for (const [name, call] of Object.entries(calls)) {
    ipcMain.handle(`updates:${name}`, (event) => call(requireOwn(event)))
  }
}
