import { randomBytes } from 'node:crypto'
import { failWith } from '../contract/errors'
import type { StoreAddress } from '../store/store-address'
import { cleanName, personId } from '../team/people'
import type { TeamDatabase } from '../team/team-database'
import { queueLocation } from './queue-schema'
import { sha256Hex } from '../process/sha256'

const TOKEN_BYTES = 32

/**
 * By which workers read a project's images at its server, and may do nothing else. The database has their SHA-256. They
 * lie beside the queue, so no copy of the project has them.
 */
export class WorkerTokens {
  private readonly table: string
  private readonly schema: string

  constructor(
    private readonly database: TeamDatabase,
    place: StoreAddress,
  ) {
    this.schema = queueLocation(place).schema
    this.table = `${this.schema}.tokens`
  }

  /** Returns the token, which nobody can read again. @throws ContractError `conflict`, `invalid-input` */
  async add(given: string): Promise<string> {
    const name = cleanName(given)
    await this.make()
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const added = await this.database.all(
      `INSERT INTO ${this.table} (name_id, name, hash, added_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (name_id) DO NOTHING RETURNING name_id`,
      personId(name),
      name,
      sha256Hex(token),
      Date.now(),
    )
    if (added.length === 0) {
      throw failWith('conflict', `There is a token named ${name} already: remove it first.`)
    }
    return token
  }

  /** It counts from the next request on. @throws ContractError `not-found` */
  async remove(name: string): Promise<void> {
    const removed = (await this.isThere())
      ? await this.database.all(
          `DELETE FROM ${this.table} WHERE name_id = ? RETURNING name_id`,
          personId(name),
        )
      : []
    if (removed.length === 0) {
      throw failWith('not-found', `There is no token named ${name}.`)
    }
  }

  async list(): Promise<{ name: string; addedAt: number }[]> {
    if (!(await this.isThere())) {
      return []
    }
    const rows = await this.database.all(`SELECT name, added_at FROM ${this.table} ORDER BY name_id`)
    return rows.map((row) => ({ name: String(row['name']), addedAt: Number(row['added_at']) }))
  }

  async isGood(token: string): Promise<boolean> {
    if (!(await this.isThere())) {
      return false
    }
    const found = await this.database.all(`SELECT 1 FROM ${this.table} WHERE hash = ?`, sha256Hex(token))
    return found.length > 0
  }

  private async isThere(): Promise<boolean> {
    const [row] = await this.database.all('SELECT (to_regclass(?) IS NOT NULL)::int AS there', this.table)
    return Number(row['there']) === 1
  }

  private async make(): Promise<void> {
    if (await this.isThere()) {
      return
    }
    await this.database.all(`CREATE SCHEMA IF NOT EXISTS ${this.schema}`)
    await this.database.all(
      `CREATE TABLE IF NOT EXISTS ${this.table} (
         -- the name in small letters
         name_id TEXT PRIMARY KEY,
         name TEXT NOT NULL,
         -- SHA-256 of the token
         hash TEXT NOT NULL UNIQUE,
         -- milliseconds since 1970
         added_at DOUBLE PRECISION NOT NULL
       )`,
    )
  }
}
