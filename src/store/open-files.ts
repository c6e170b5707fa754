import { statSync } from 'node:fs'
import { ContractError } from '../contract/errors'
import { message, messageTextOf, messageFields } from '../messages/message'
import type { Message } from '../messages/message'

/**
 * The files of an open store: its database and its write-ahead log. SQLite goes on writing to a file that was deleted,
 * so what it calls stored can be gone with its last user. One look at each file's number tells.
 *
 * Windows deletes no file that is open, and takes no disk away under one, so there is nothing to look at.
 */
export class OpenFiles {
  private readonly opened: readonly { path: string; identity: string }[]

  /** @param path of the database, which is open and has been read from */
  constructor(private readonly path: string) {
    const paths = process.platform === 'win32' ? [] : [path, `${path}-wal`]
    this.opened = paths.flatMap((one) => {
      const identity = identityOf(one)
      return identity === null ? [] : [{ path: one, identity }]
    })
  }

  /** @throws ContractError `cannot-write` where a path does not lead to its open file any more */
  require(): void {
    for (const { path, identity } of this.opened) {
      const present = this.presentIdentity(path)
      if (present === null) {
        throw this.refuse(message(path === this.path ? 'store.gone' : 'store.logGone', { path }))
      }
      if (present !== identity) {
        throw this.refuse(message('store.otherFile', { path }))
      }
    }
  }

  private presentIdentity(path: string): string | null {
    try {
      return identityOf(path)
    } catch (error) {
      throw this.refuse(message('store.cannotBeReached', { path, reason: messageTextOf(error) }))
    }
  }

  private refuse(text: Message): ContractError {
    return new ContractError({ code: 'cannot-write', path: this.path, ...messageFields(text) })
  }
}

/** Null where there is none. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
