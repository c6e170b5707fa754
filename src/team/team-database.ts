import { Pool } from 'pg'
import { postgresLocation } from '../store/postgres/location'
import { numbered, openPostgres } from '../store/postgres/postgres-database'
import { driverError } from '../store/postgres/postgres-error'
import type { Row, Value } from '../store/database'

/**
 * What people and sessions are kept in. It answers later, and not at once as the store does: who signs in waits for the
 * database, and nobody else does. Each change is one statement, so there are no transactions.
 */
export interface TeamDatabase {
  /** Rows of a statement with `?` in the places of values. @throws ContractError `unavailable`; StoreError */
  all(sql: string, ...values: Value[]): Promise<Row[]>
  close(): Promise<void>
}

const CONNECT_MILLISECONDS = 10_000
const MOST_CONNECTIONS = 4

/** Brings the project's tables there up to date first. @throws ContractError `unavailable`, `invalid-input`; StoreError */
export function openTeamDatabase(place: string): TeamDatabase {
  const location = postgresLocation(place)
  openPostgres(location).close()
  const pool = new Pool({
    connectionString: location.url,
    application_name: 'deltascribe team',
    options: `-c search_path=${location.schema}`,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: CONNECT_MILLISECONDS,
  })
  // of a connection that nobody uses: the next statement makes another one
  pool.on('error', () => undefined)
  return {
    async all(sql, ...values) {
      try {
        return (await pool.query<Row>(numbered(sql), values)).rows
      } catch (error) {
        throw driverError(error)
      }
    },
    close: () => pool.end(),
  }
}
