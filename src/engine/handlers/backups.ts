import { dirname, join, resolve } from 'node:path'
import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import type { StoreCounts } from '../../contract/copies'
import { backupsFolder, countsOf, listBackups } from '../../store/backups'
import { STORE_NAME } from '../../store/project-store'
import { restoreBackup } from '../../store/restore-backup'
import type { EngineState } from '../engine-state'
import { holdToEdit } from '../project/open-store'
import { storeOf } from '../project/store-location'
import { message } from '../../messages/message'

type BackupHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `backups.${string}`>>

export function backupHandlers(state: EngineState): BackupHandlers {
  return {
    'backups.list': ({ folder }) => {
      const path = storePathOf(state, resolve(folder))
      return { path: backupsFolder(path), backups: listBackups(path), present: presentCounts(path) }
    },
    'backups.restore': async ({ folder, name }) => {
      const path = storePathOf(state, resolve(folder))
      const hold = holdToEdit(dirname(path), state.options.program ?? 'Deltascribe')
      try {
        const wasOpen = isOpen(state, resolve(folder))
        if (wasOpen) {
          state.close()
        }
        try {
          restoreBackup(path, name)
        } catch (error) {
          if (wasOpen) {
            await state.open(folder, null)
          }
          throw error
        }
        return await state.open(folder, null)
      } finally {
        hold.release()
      }
    },
  }
}

function isOpen(state: EngineState, folder: string): boolean {
  return state.describe()?.folder === folder
}

/** @throws ContractError `not-found` */
function storePathOf(state: EngineState, folder: string): string {
  const open = state.describe()
  const path =
    open?.folder === folder ? join(open.storePath, STORE_NAME) : storeOf(folder, state.options.userFolder)
  if (path === null) {
    throw failWith('not-found', message('folders.neverOpened', { path: folder }))
  }
  return path
}

function presentCounts(path: string): StoreCounts | null {
  try {
    return countsOf(path)
  } catch {
    return null // it is damaged: that is why backups are looked for
  }
}
