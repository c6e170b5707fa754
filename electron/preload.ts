import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import { languagesOfArguments, PORT_MESSAGE } from '../src/contract/shell'
import type { Shell } from '../src/contract/shell'
import type { ShellUpdates, UpdateState } from '../src/contract/updates'

const updates: ShellUpdates = {
  feed: () => ipcRenderer.invoke('updates:feed') as Promise<string | null>,
  state: () => ipcRenderer.invoke('updates:present') as Promise<UpdateState>,
  look: () => ipcRenderer.invoke('updates:look') as Promise<void>,
  download: () => ipcRenderer.invoke('updates:download') as Promise<void>,
  cancelDownload: () => ipcRenderer.invoke('updates:cancel') as Promise<void>,
  closeAndInstall: () => ipcRenderer.invoke('updates:close-and-install') as Promise<void>,
  onState(listener) {
    const hear = (_event: unknown, state: UpdateState): void => listener(state)
    ipcRenderer.on('updates:state', hear)
    return () => ipcRenderer.off('updates:state', hear)
  },
}

/** All that the sandboxed page gets of the machine; the rest goes over the engine's port. */
const shell: Shell = {
  pickFolder: (title) => ipcRenderer.invoke('shell:pick-folder', title) as Promise<string | null>,
  pathOfDropped: async (file) => {
    const path = webUtils.getPathForFile(file as File)
    if (path !== '') {
      await ipcRenderer.invoke('shell:dropped', path)
    }
    return path
  },
  reveal: async (folder) => {
    const problem = (await ipcRenderer.invoke('shell:reveal', folder)) as string | null
    if (problem !== null) {
      throw new Error(problem)
    }
  },
  copyText: (text) => ipcRenderer.invoke('shell:copy-text', text) as Promise<void>,
  setScale: (scale) => webFrame.setZoomFactor(Math.min(2, Math.max(1, scale))),
  onLeave(store) {
    ipcRenderer.on('shell:leave', () => {
      ipcRenderer.send('shell:leaving')
      void store().finally(() => ipcRenderer.send('shell:left'))
    })
  },
  platform: process.platform,
  languages: languagesOfArguments(process.argv, navigator.languages),
  updates,
}
contextBridge.exposeInMainWorld('deltascribeShell', shell)

ipcRenderer.on('engine-port', (event) => {
  window.postMessage(PORT_MESSAGE, '*', event.ports)
})
