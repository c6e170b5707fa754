import { ContractError, failWith, toFailure } from '../contract/errors'
import type { PairProblem } from '../domain/pair'
import { message, messageFields, messageTextOf } from '../messages/message'
import type { MessageText } from '../messages/message'

/** The store, or a row of it, cannot be used; the message says why and what to do. */
export class StoreError extends ContractError {
  override name = 'StoreError'
  /** Bytes are not as they were written: another look finds the same. */
  readonly isDamage: boolean
  readonly path: string

  constructor(
    text: MessageText,
    { path = '', cause, isDamage = false }: { path?: string; cause?: unknown; isDamage?: boolean } = {},
  ) {
    super({ code: 'folder-unreadable', path, ...messageFields(text) })
    this.cause = cause
    this.isDamage = isDamage
    this.path = path
  }
}

/** What befell a pair whose rows are damaged. @throws any other error, as it is */
export function damagedProblem(error: unknown): PairProblem {
  if (error instanceof StoreError && error.isDamage) {
    const text = message('problems.damagedWork', { reason: error.text })
    return { code: 'damaged', ...messageFields(text), path: error.path }
  }
  throw error
}

/** SQLite's primary result codes, sqlite.org/rescode.html. */
const CODES = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

/**
 * What a statement throws: ContractError `cannot-write` where the disk is full and `unavailable` where another program
 * writes, StoreError where the file or its disk fails. Any other error as it is.
 */
export function inWords(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  switch (typeof errcode === 'number' ? errcode & 0xff : null) {
    case CODES.full: {
      const fields = messageFields(message('store.diskFull', { path }))
      return new ContractError({ code: 'cannot-write', path, ...fields })
    }
    case CODES.busy:
      return failWith('unavailable', message('store.busy'))
    case CODES.corrupt:
    case CODES.notADatabase:
      return storeError(path, 'store.damaged', error, true)
    case CODES.readOnly:
    case CODES.ioError:
    case CODES.cannotOpen:
      return storeError(path, 'store.cannotBeUsed', error)
    default:
      return error
  }
}

/** The same in a program that only looks at a store. */
export function inLookersWords(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === CODES.readOnly
    ? failWith('held', message('store.lookingOnly'))
    : inWords(path, error)
}

export function storeError(
  path: string,
  id: 'store.damaged' | 'store.cannotBeOpened' | 'store.cannotBeUsed',
  cause: unknown,
  isDamage = false,
): StoreError {
  return new StoreError(message(id, { path, reason: messageTextOf(cause) }), { path, cause, isDamage })
}

/**
 * Nothing can be stored now: the disk is full, or another program writes or has the project open for editing. What is
 * found anew can do without.
 */
export function isNotStored(error: unknown): boolean {
  return ['cannot-write', 'unavailable', 'held'].includes(toFailure(error).code)
}
