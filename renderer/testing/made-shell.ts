import { onTestFinished } from 'vitest'
import type { Shell } from '../../src/contract/shell'
import type { ShellUpdates } from '../../src/contract/updates'

async function nothing(): Promise<void> {}

const updates: ShellUpdates = {
  feed: async () => null,
  state: async () => ({ kind: 'idle' }),
  look: nothing,
  download: nothing,
  cancelDownload: nothing,
  closeAndInstall: nothing,
  onState: () => () => undefined,
}

/** Until the test ends the page has a shell around it that does nothing but `parts`. */
export function haveShell(parts: Partial<Shell>): void {
  window.deltascribeShell = {
    pickFolder: async () => null,
    pathOfDropped: async () => '',
    reveal: nothing,
    copyText: nothing,
    setScale: () => undefined,
    onLeave: () => undefined,
    platform: 'linux',
    languages: ['en-US'],
    updates,
    ...parts,
  }
  onTestFinished(() => {
    delete window.deltascribeShell
  })
}
