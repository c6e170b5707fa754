import { backupNames, makeBackup } from '../../store/backups'
import { isInDatabase } from '../../store/store-address'
import type { OpenProject } from './open-project'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** Copies the store once on each day that it is worked on, while the work goes on. A database has its own backups. */
export class DayBackup {
  private readonly storePath: string | null
  private day = ''

  /** @param warn told where it could not be made; the next day tries again */
  constructor(
    { storeAddress }: OpenProject,
    private readonly closing: AbortSignal,
    private readonly warn: (message: MessageText) => void,
  ) {
    this.storePath = isInDatabase(storeAddress) ? null : storeAddress
  }

  /** An edit was stored. Never throws. */
  async worked(): Promise<void> {
    const today = new Date().toDateString()
    if (this.day === today || this.storePath === null) {
      return
    }
    this.day = today
    try {
      const isDone = backupNames(this.storePath).some(
        ({ reason, at }) => reason === 'day' && new Date(at).toDateString() === today,
      )
      if (!isDone) {
        await makeBackup(this.storePath, 'day')
      }
    } catch (error) {
      // a folder that was closed may be gone
      if (!this.closing.aborted) {
        this.warn(message('store.noBackupToday', { reason: messageTextOf(error) }))
      }
    }
  }
}
