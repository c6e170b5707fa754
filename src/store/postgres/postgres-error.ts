import { ContractError } from '../../contract/errors'
import { message, messageFields } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { StoreError } from '../store-error'

/**
 * Codes of errors after which the same may be tried again: no connection, no resources, a server that shuts down, and
 * Node's where there is none.
 */
const AWAY = /^(08|53|57P|E[A-Z])/

/** The server cannot be reached now. */
export class DatabaseAway extends ContractError {
  override name = 'DatabaseAway'
}

/** @param code PostgreSQL's, or Node's where there is no server; null for neither */
export function postgresError(error: { message: string; code: string | null }): Error {
  const { message: reason, code } = error
  return AWAY.test(code ?? '') ? away(reason) : new StoreError(message('store.refused', { reason }))
}

/** Of what `pg` threw: its pool gives no code where the server did not answer in time. */
export function driverError(error: unknown): Error {
  const { message: reason, code } = error as { message: string; code?: unknown }
  return typeof code === 'string' ? postgresError({ message: reason, code }) : away(reason)
}

export function away(reason: MessageText): DatabaseAway {
  return new DatabaseAway({
    code: 'unavailable',
    ...messageFields(message('store.databaseAway', { reason })),
  })
}
