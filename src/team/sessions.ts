import { randomBytes } from 'node:crypto'
import { roleSchema } from '../contract/person'
import type { Person } from '../contract/person'
import type { Row } from '../store/database'
import type { KnownPerson } from './people'
import type { TeamDatabase } from './team-database'
import { sha256Hex } from '../process/sha256'

/** Milliseconds. */
export interface SessionLimits {
  /** Since the sign-in. */
  age: number
  /** Since the browser last asked for anything. */
  idle: number
}

const HOUR = 3_600_000
const LIMITS: SessionLimits = { age: 7 * 24 * HOUR, idle: 12 * HOUR }
/** That a session is in use is stored no more often. Milliseconds. */
const SEEN = 60_000

const TOKEN_BYTES = 32

export interface Session {
  /** SHA-256 of the cookie's value. */
  id: string
  person: Person
}

/** What browsers are signed in by. They lie in the database: servers share them, and outlive none. */
export class Sessions {
  /** When the use of each was stored. */
  private readonly usedAt = new Map<string, number>()

  constructor(
    private readonly database: TeamDatabase,
    private readonly limits = LIMITS,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns what the cookie is to have. The database has its hash alone. */
  async begin({ id, generation }: Pick<KnownPerson, 'id' | 'generation'>): Promise<string> {
    const [age, idle] = this.oldest()
    await this.database.all('DELETE FROM sessions WHERE began_at <= ? OR seen_at <= ?', age, idle)
    this.forgetOver(idle)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const now = this.now()
    await this.database.all(
      'INSERT INTO sessions (id, person_id, generation, began_at, seen_at) VALUES (?, ?, ?, ?, ?)',
      sessionId(token),
      id,
      generation,
      now,
      now,
    )
    return token
  }

  /** Null where nobody is signed in by it, or not any more. */
  async find(token: string): Promise<Session | null> {
    const [found] = await this.present([sessionId(token)])
    return found ?? null
  }

  /** Those that still are. */
  async present(ids: readonly string[]): Promise<Session[]> {
    const rows = await this.database.all(
      `SELECT sessions.id, people.name, people.role FROM sessions JOIN people
         ON people.id = sessions.person_id AND people.generation = sessions.generation
       WHERE people.is_disabled = 0 AND sessions.began_at > ? AND sessions.seen_at > ?
         AND sessions.id IN (${ids.map(() => '?').join(', ')})`,
      ...this.oldest(),
      ...ids,
    )
    return rows.map(sessionOf)
  }

  /** It was used now. */
  async used(id: string): Promise<void> {
    const now = this.now()
    if (now - (this.usedAt.get(id) ?? 0) >= SEEN) {
      this.usedAt.set(id, now)
      await this.database
        .all('UPDATE sessions SET seen_at = ? WHERE id = ?', now, id)
        .catch((error: unknown) => {
          this.usedAt.delete(id)
          throw error
        })
    }
  }

  async end(id: string): Promise<void> {
    this.usedAt.delete(id)
    await this.database.all('DELETE FROM sessions WHERE id = ?', id)
  }

  /** @param idle when those that are over were used last */
  private forgetOver(idle: number): void {
    for (const [id, at] of this.usedAt) {
      if (at <= idle) {
        this.usedAt.delete(id)
      }
    }
  }

  private oldest(): [age: number, idle: number] {
    const now = this.now()
    return [now - this.limits.age, now - this.limits.idle]
  }
}

/** @param token what a cookie has */
export function sessionId(token: string): string {
  return sha256Hex(token)
}

function sessionOf(row: Row): Session {
  return {
    id: String(row['id']),
    person: { name: String(row['name']), role: roleSchema.parse(row['role']) },
  }
}
