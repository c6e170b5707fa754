import { join } from 'node:path'
import { openDatabase } from './sqlite-database'
import type { Database } from './database'
import { PROJECT_MIGRATIONS } from './migrations'
import { postgresLocation } from './postgres/location'
import { openPostgres } from './postgres/postgres-database'
import { ProjectStore } from './project-store'
import { shortDigest } from '../process/sha256'

/** The store's tests run a second time in a database, at this address. */
const database = process.env['DELTASCRIBE_TEST_STORE'] === 'database' ? addressOfDatabase() : undefined

/** @throws Error where the server was not started: in a file the tests would pass and say nothing of a database */
function addressOfDatabase(): string {
  const address = process.env['DELTASCRIBE_TEST_DATABASE']
  if (address === undefined || address === '') {
    throw new Error('DELTASCRIBE_TEST_DATABASE is not set: there is no database for the tests of the store')
  }
  return address
}

/** Behind the name of a test of what only a store in a file has. */
export const FILE_ONLY = database === undefined ? '' : ' [needs a store in a file]'
export const isInDatabase = database !== undefined

/** The store of a folder: the same for the same folder. */
export function openTestStore(folder: string): ProjectStore {
  return new ProjectStore(openTestDatabase(folder))
}

/** @param migrations of a store in a file; one in a database has all tables */
export function openTestDatabase(folder: string, migrations = PROJECT_MIGRATIONS): Database {
  if (database === undefined) {
    return openDatabase(join(folder, 'project.db'), migrations)
  }
  const schema = `test_${shortDigest(folder, 16)}`
  return openPostgres({ ...postgresLocation(database), schema })
}

/** A pair as discovery finds it: `A/KEY` and `B/KEY`, with nothing said of it. */
export function foundPair(key: string): Parameters<ProjectStore['pairs']['add']>[0] {
  return { key, split: null, before: `A/${key}`, after: `B/${key}`, label: null, caption: null }
}

/** Takes a store back to version 100. */
export const WITHOUT_SEQUENCES = `DROP INDEX proposals_to_name; ALTER TABLE proposals DROP COLUMN awaits_names;
  ALTER TABLE proposals DROP COLUMN names_of; ALTER TABLE proposals DROP COLUMN expected_iou;
  ALTER TABLE pairs DROP COLUMN expected_iou; DROP TABLE sign_in_attempts; DROP TABLE sessions; DROP TABLE people; DROP TABLE claims;
  DROP INDEX reviews_by_pair; DROP INDEX pairs_with_reviews; DROP INDEX pairs_to_adjudicate;
  ALTER TABLE pairs DROP COLUMN review_of; ALTER TABLE pairs DROP COLUMN reviewer;
  ALTER TABLE pairs DROP COLUMN reviews_wanted; ALTER TABLE pairs DROP COLUMN disagreement;
  ALTER TABLE pairs DROP COLUMN is_gold; DROP INDEX pairs_by_sequence; ALTER TABLE pairs DROP COLUMN sequence;
  ALTER TABLE pairs DROP COLUMN sequence_sort; ALTER TABLE pairs DROP COLUMN sequence_position;
  ALTER TABLE pairs DROP COLUMN before_date; ALTER TABLE pairs DROP COLUMN after_date;`
