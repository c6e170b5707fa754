import { failWith } from '../contract/errors'
import { postgresLocation } from '../store/postgres/location'
import { EXIT_CODES, print, printJson } from './output'
import { chooseProposer } from './option-values'
import type { EngineClient } from './with-engine'

interface AskOptions {
  limit?: number
  proposer?: string
  json?: boolean
}

/**
 * Has workers propose for pairs of a folder whose work lies in a database, and does not wait for them. Returns the exit
 * code.
 */
export async function askWorkers(client: EngineClient, folder: string, options: AskOptions): Promise<number> {
  await client.call('project.open', { folder, reading: null })
  await chooseProposer(client, options.proposer)
  const { proposer = null, limit = null, json } = options
  const asked = await client.call('workers.ask', { proposer, limit })
  if (json === true) {
    printJson(asked)
    return EXIT_CODES.fine
  }
  const { lacking, added } = asked
  print(`${added} pairs were asked for by ${asked.proposer}; ${lacking} lack a proposal by it`)
  return EXIT_CODES.fine
}

interface DatabaseOptions {
  database?: string | undefined
  workers?: boolean | undefined
  at?: string
  out?: string
}

/**
 * The database that a command works on, or null.
 * @throws ContractError `invalid-input`
 */
export function databaseOf(
  folder: string,
  { database, workers, at, out }: DatabaseOptions,
): { folder: string; place: string } | null {
  if (database === undefined && workers === true) {
    throw failWith('invalid-input', 'Workers take their work from a database: add --database URL.')
  }
  if (workers === true && (at !== undefined || out !== undefined)) {
    throw failWith('invalid-input', '--workers does not wait for proposals: leave --out and --at out.')
  }
  if (database === undefined) {
    return null
  }
  postgresLocation(database)
  return { folder, place: database }
}
