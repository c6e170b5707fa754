import { BrowserWindow, clipboard, dialog, ipcMain, shell } from 'electron'
import type { IpcMainInvokeEvent } from 'electron'
import { isAbsolute } from 'node:path'
import { stat } from 'node:fs/promises'
import { z } from 'zod'

const titleSchema = z.string().max(200)
const copiedSchema = z.string().max(1_000_000)
const folderSchema = z.string().max(4096).refine(isAbsolute)

/** The calls of `window.deltascribeShell`. Only our own page is answered. */
export function handleShellCalls(): void {
  ipcMain.handle('shell:pick-folder', async (event, title: unknown) => {
    const window = ownWindow(event)
    const { filePaths } = await dialog.showOpenDialog(window, {
      title: titleSchema.parse(title),
      properties: ['openDirectory', 'createDirectory'],
    })
    return filePaths.at(0) ?? null
  })
  ipcMain.handle('shell:reveal', async (event, folder: unknown) => {
    ownWindow(event)
    const path = folderSchema.parse(folder)
    // a folder only: opening a file would start whatever program the system has for it
    if (!(await stat(path)).isDirectory()) {
      return
    }
    // on macOS a program is a folder too, so that a folder is shown there and not opened
    if (process.platform === 'darwin') {
      shell.showItemInFolder(path)
    } else {
      await shell.openPath(path)
    }
  })
  ipcMain.handle('shell:copy-text', async (event, text: unknown) => {
    ownWindow(event)
    await clipboard.writeText(copiedSchema.parse(text))
  })
}

function ownWindow(event: IpcMainInvokeEvent): BrowserWindow {
  const window = BrowserWindow.fromWebContents(event.sender)
  // Node gives an address of a scheme of our own no origin
  const { protocol, host } = new URL(event.senderFrame?.url ?? 'about:blank')
  if (window === null || protocol !== 'deltascribe:' || host !== 'app') {
    throw new Error('only the app itself may ask for this')
  }
  return window
}
