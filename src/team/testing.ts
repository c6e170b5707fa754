import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../store/sqlite-database'
import type { Row } from '../store/database'
import type { TeamDatabase } from './team-database'

/** The same tables in a file, which needs no server. `close` deletes it. */
export function makeTeamDatabase(): TeamDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-team-'))
  const database = openDatabase(join(folder, 'project.db'))
  return {
    async all(sql, ...values) {
      if (values.some((value) => typeof value === 'string' && value.includes('\0'))) {
        throw new Error('PostgreSQL takes no text with a zero character')
      }
      return database.prepare(sql).all(...values) as Row[]
    },
    async close() {
      database.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Long enough. */
export const PASSWORD = 'correct horse'
