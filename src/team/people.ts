import { failWith } from '../contract/errors'
import { roleSchema } from '../contract/person'
import type { Person, Role } from '../contract/person'
import type { Row } from '../store/database'
import { hashPassword, requireGoodPassword } from './passwords'
import type { TeamDatabase } from './team-database'

export interface KnownPerson extends Person {
  id: string
  isDisabled: boolean
  /** Sessions of an earlier one have ended. */
  generation: number
  /** Milliseconds since 1970. */
  addedAt: number
  /** As `hashPassword` makes it. */
  password: string
}

const MOST_CHARACTERS = 100

/** @throws ContractError `invalid-input` for what is no name */
export function cleanName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (!isName(name)) {
    throw failWith('invalid-input', `A name has 1 to ${MOST_CHARACTERS} characters, all of them visible.`)
  }
  return name
}

/** PostgreSQL takes no text with a zero character. */
function isName(given: string): boolean {
  const name = given.normalize('NFC').trim()
  return name !== '' && Array.from(name).length <= MOST_CHARACTERS && !/\p{Cc}|\p{Cf}/u.test(name)
}

/** Of a name as it is typed. */
export function personId(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/** Who may sign in. A person who is disabled stays: edits keep the name, and nobody else gets it. */
export class People {
  constructor(private readonly database: TeamDatabase) {}

  /** @throws ContractError `conflict` where there is such a name, `invalid-input` */
  async add(given: string, role: Role, password: string): Promise<void> {
    const name = cleanName(given)
    requireGoodPassword(password)
    const added = await this.database.all(
      `INSERT INTO people (id, name, role, password, added_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      personId(name),
      name,
      role,
      await hashPassword(password),
      Date.now(),
    )
    if (added.length === 0) {
      throw failWith('conflict', `There is a person named ${name} already.`)
    }
  }

  async list(): Promise<KnownPerson[]> {
    return (await this.database.all('SELECT * FROM people ORDER BY id')).map(personOf)
  }

  /** Null where there is none of this name, or where it is no name. */
  async find(name: string): Promise<KnownPerson | null> {
    const [row] = isName(name)
      ? await this.database.all('SELECT * FROM people WHERE id = ?', personId(name))
      : []
    return row === undefined ? null : personOf(row)
  }

  /** Before a password is asked for. @throws ContractError `not-found` */
  async require(name: string): Promise<void> {
    if ((await this.find(name)) === null) {
      throw noSuch(name)
    }
  }

  /** Ends what the person is signed in by. @throws ContractError `not-found`, `invalid-input` */
  async setPassword(name: string, password: string): Promise<void> {
    requireGoodPassword(password)
    await this.change(name, 'password = ?, generation = generation + 1', await hashPassword(password))
    await this.forgetSessions(name)
  }

  /** A person who is disabled is signed out. @throws ContractError `not-found` */
  async setDisabled(name: string, isDisabled: boolean): Promise<void> {
    await this.change(name, 'is_disabled = ?, generation = generation + 1', isDisabled ? 1 : 0)
    await this.forgetSessions(name)
  }

  /** It counts from the next second on. @throws ContractError `not-found` */
  async setRole(name: string, role: Role): Promise<void> {
    await this.change(name, 'role = ?', role)
  }

  private async change(name: string, set: string, value: string | number): Promise<void> {
    const changed = isName(name)
      ? await this.database.all(`UPDATE people SET ${set} WHERE id = ? RETURNING id`, value, personId(name))
      : []
    if (changed.length === 0) {
      throw noSuch(name)
    }
  }

  /** They count no more already, by their generation. */
  private async forgetSessions(name: string): Promise<void> {
    await this.database.all('DELETE FROM sessions WHERE person_id = ?', personId(name))
  }
}

function noSuch(name: string): Error {
  return failWith('not-found', `There is no person named ${name}.`)
}

function personOf(row: Row): KnownPerson {
  return {
    id: String(row['id']),
    name: String(row['name']),
    role: roleSchema.parse(row['role']),
    isDisabled: Number(row['is_disabled']) !== 0,
    generation: Number(row['generation']),
    addedAt: Number(row['added_at']),
    password: String(row['password']),
  }
}
