import type { Database } from './database'
import { postgresLocation } from './postgres/location'
import { openPostgres } from './postgres/postgres-database'
import { openDatabase, openToLook } from './sqlite-database'

/** Where a project's store lies: the path of a file, or the address of a database (`postgresLocation`). */
export type StoreAddress = string

export function isInDatabase(place: StoreAddress): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

/**
 * @param isToLook another program edits that file: writing throws ContractError `held`. A database is open to several
 * programs. @throws StoreError; ContractError `unavailable`
 */
export function openPlace(place: StoreAddress, isToLook = false): Database {
  if (isInDatabase(place)) {
    return openPostgres(postgresLocation(place))
  }
  return isToLook ? openToLook(place) : openDatabase(place)
}
