import pLimit from 'p-limit'
import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { Attempts } from './attempts'
import { isPassword } from './passwords'
import { People } from './people'
import { Sessions } from './sessions'
import type { TeamDatabase } from './team-database'

/** Passwords that are looked at together: each takes 32 MiB and a core. */
const AT_ONCE = 2
/** Those that wait for it. */
const MOST_WAITING = 50

export type SignedIn =
  | { kind: 'in'; token: string; name: string }
  | { kind: 'refused'; reason: Message; /** Null where nobody need wait. */ seconds: number | null }

/** Names and passwords against the people of the database. */
export class SignIn {
  readonly sessions: Sessions
  private readonly people: People
  private readonly attempts: Attempts
  private readonly inTurn = pLimit(AT_ONCE)

  constructor(database: TeamDatabase) {
    this.people = new People(database)
    this.sessions = new Sessions(database)
    this.attempts = new Attempts(database)
  }

  /** @param address of who asks. @throws ContractError `unavailable` where the database is away; StoreError */
  async signIn(name: string, password: string, address: string): Promise<SignedIn> {
    if (this.inTurn.pendingCount >= MOST_WAITING) {
      return { kind: 'refused', reason: message('team.busy'), seconds: 1 }
    }
    return this.inTurn(() => this.signInNow(name, password, address))
  }

  private async signInNow(name: string, password: string, address: string): Promise<SignedIn> {
    const seconds = await this.attempts.begin(name, address)
    if (seconds > 0) {
      return { kind: 'refused', reason: message('team.wait', { seconds }), seconds }
    }
    const person = await this.people.find(name)
    if (!(await isPassword(password, person?.password ?? null)) || person === null) {
      return { kind: 'refused', reason: message('team.wrong'), seconds: null }
    }
    await this.attempts.succeeded(name, address)
    if (person.isDisabled) {
      return { kind: 'refused', reason: message('team.disabled'), seconds: null }
    }
    return { kind: 'in', token: await this.sessions.begin(person), name: person.name }
  }
}
