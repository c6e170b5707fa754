import { Menu } from 'electron'
import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import type { MessagesOf } from '../src/messages/catalogue'

/** The system's usual items; everything of ours has its key and its place in the window. */
export function appMenu(words: MessagesOf<'shell'>): Menu {
  const isMac = process.platform === 'darwin'
  return Menu.buildFromTemplate([
    ...(isMac ? [macMenu(words)] : []),
    {
      label: words.fileMenu,
      submenu: [isMac ? { role: 'close', label: words.close } : { role: 'quit', label: words.quit }],
    },
    {
      label: words.editMenu,
      // Undo and redo belong to the page: they take back edits of the pair, not of a text field alone.
      submenu: [
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.viewMenu,
      submenu: [
        { role: 'togglefullscreen', label: words.fullScreen },
        { role: 'toggleDevTools', label: words.developerTools },
      ],
    },
    {
      role: 'window',
      label: words.windowMenu,
      submenu: [
        { role: 'minimize', label: words.minimize },
        isMac ? { role: 'zoom', label: words.zoom } : { label: words.zoom, click: toggleMaximised },
        ...(isMac ? [] : [{ role: 'close', label: words.close } as const]),
      ],
    },
  ])
}

/** What the role `zoom` does on macOS. Elsewhere that role does nothing. */
function toggleMaximised(_item: unknown, window: BaseWindow | undefined): void {
  if (window?.isMaximized() === true) {
    window.unmaximize()
  } else {
    window?.maximize()
  }
}

function macMenu(words: MessagesOf<'shell'>): MenuItemConstructorOptions {
  return {
    label: 'Deltascribe',
    submenu: [
      { role: 'about', label: words.about },
      { type: 'separator' },
      { role: 'services', label: words.services },
      { type: 'separator' },
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      { type: 'separator' },
      { role: 'quit', label: words.quit },
    ],
  }
}
