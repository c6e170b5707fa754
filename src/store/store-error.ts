import { ContractError, failWith, messageOf, toFailure } from '../contract/errors'
import type { PairProblem } from '../domain/pair'

/** The store, or a row of it, cannot be used; the message says why and what to do. */
export class StoreError extends ContractError {
  override name = 'StoreError'
  /** Bytes are not as they were written: another look finds the same. */
  readonly isDamage: boolean
  readonly path: string

  constructor(
    message: string,
    { path = '', cause, isDamage = false }: { path?: string; cause?: unknown; isDamage?: boolean } = {},
  ) {
    super({ code: 'folder-unreadable', path, message })
    this.cause = cause
    this.isDamage = isDamage
    this.path = path
  }
}

/** What befell a pair whose rows are damaged. @throws any other error, as it is */
export function damagedProblem(error: unknown): PairProblem {
  if (error instanceof StoreError && error.isDamage) {
    const message = `The work on this pair cannot be read (doctor checks the project): ${error.message}`
    return { code: 'damaged', message, path: error.path }
  }
  throw error
}

/** SQLite's primary result codes, sqlite.org/rescode.html. */
const CODES = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

export const BEGIN_ANEW = 'Put back a copy of this file, or move it away to begin anew'

/**
 * What a statement throws: ContractError `cannot-write` where the disk is full and `unavailable` where another program
 * writes, StoreError where the file or its disk fails. Any other error as it is.
 */
export function inWords(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  switch (typeof errcode === 'number' ? errcode & 0xff : null) {
    case CODES.full: {
      const message = `The disk of ${path} is full, so this was not stored: free some space and try again.`
      return new ContractError({ code: 'cannot-write', path, message })
    }
    case CODES.busy:
      return failWith('unavailable', 'Another program is writing to this project. Try again when it is done.')
    case CODES.corrupt:
    case CODES.notADatabase:
      return storeError(path, 'is damaged', error, BEGIN_ANEW, true)
    case CODES.readOnly:
    case CODES.ioError:
    case CODES.cannotOpen:
      return storeError(path, 'cannot be read or written', error, 'See to its disk and open the folder again')
    default:
      return error
  }
}

/** The same in a program that only looks at a store. */
export function inLookersWords(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === CODES.readOnly
    ? failWith('held', 'This project is open for looking only, so nothing was stored.')
    : inWords(path, error)
}

export function storeError(
  path: string,
  problem: string,
  cause: unknown,
  advice: string,
  isDamage = false,
): StoreError {
  const message = `The project store ${path} ${problem}: ${messageOf(cause)}. ${advice}.`
  return new StoreError(message, { path, cause, isDamage })
}

/**
 * Nothing can be stored now: the disk is full, or another program writes or has the project open for editing. What is
 * found anew can do without.
 */
export function isNotStored(error: unknown): boolean {
  return ['cannot-write', 'unavailable', 'held'].includes(toFailure(error).code)
}
