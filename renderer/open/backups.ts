import { create } from 'zustand'
import type { Backup } from '../../src/contract/backups'
import { engine } from '../engine'
import { storeWork } from '../review/commands/unsaved-work'
import { useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { useRoute } from '../state/route'
import { text } from '../text/en'
import { backToStart } from './flow'

interface BackupsDialog {
  /** Whose backups are shown; null where the dialog is closed. */
  folder: string | null
  /** Chosen, and to be confirmed. */
  chosen: Backup | null
  isRestoring: boolean
}

export const useBackups = create<BackupsDialog>()(() => ({ folder: null, chosen: null, isRestoring: false }))

export function showBackups(folder: string): void {
  useBackups.setState({ folder, chosen: null, isRestoring: false })
}

export function closeBackups(): void {
  if (!useBackups.getState().isRestoring) {
    useBackups.setState({ folder: null, chosen: null })
  }
}

/** What is typed is stored first, so that it is in the backup of the present work. */
export async function restoreChosen(): Promise<void> {
  const { folder, chosen } = useBackups.getState()
  if (folder === null || chosen === null) {
    return
  }
  useBackups.setState({ isRestoring: true })
  await storeWork()
  const project = await attempt(engine.call('backups.restore', { folder, name: chosen.name }))
  useBackups.setState({ isRestoring: false, chosen: null })
  if (project !== null) {
    closeBackups()
    backToStart()
    useEngineState.setState({ project })
    useRoute.getState().go('queue')
    notify('info', text.open.backups.restored(new Date(chosen.at).toLocaleString()))
  }
}
