import { isIPv6 } from 'node:net'
import { personId } from './people'
import type { TeamDatabase } from './team-database'
import { sha256Hex } from '../process/sha256'

/** Attempts without a wait; then it doubles from one second, up to so many milliseconds. */
interface Limit {
  free: number
  longest: number
}

/** Short at most, as anybody can keep a person out by their name. 288 passwords a day can be tried. */
const OF_NAME: Limit = { free: 5, longest: 300_000 }
/** Many people may sit behind one address. */
const OF_ADDRESS: Limit = { free: 20, longest: 900_000 }

const SECOND = 1000
/** Attempts before so many milliseconds are forgotten. */
const FORGOTTEN = 24 * 3_600_000
/** Others may count the same subject at the same time. */
const TRIES = 10

/**
 * How long one waits after wrong passwords, by name and by address. They are counted in the database: several servers
 * count together, and a restart forgives nothing. An attempt is counted before its password is looked at, so that many
 * at once are no more than many in a row.
 */
export class Attempts {
  constructor(
    private readonly database: TeamDatabase,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts an attempt. Returns seconds to wait; 0 where its password may be looked at. */
  async begin(name: string, address: string): Promise<number> {
    await this.database.all('DELETE FROM sign_in_attempts WHERE at < ?', this.now() - FORGOTTEN)
    // one who is kept out by address keeps nobody out by name
    const wait = await this.count(ofAddress(address), OF_ADDRESS)
    return wait > 0 ? wait : this.count(ofName(name), OF_NAME)
  }

  /** It led in, so it counts no more. */
  async succeeded(name: string, address: string): Promise<void> {
    await this.database.all('DELETE FROM sign_in_attempts WHERE subject = ?', ofName(name))
    await this.database.all(
      'UPDATE sign_in_attempts SET count = count - 1, next_at = 0 WHERE subject = ? AND count > 0',
      ofAddress(address),
    )
  }

  private async count(subject: string, limit: Limit): Promise<number> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [row] = await this.database.all(
        'SELECT count, at, next_at FROM sign_in_attempts WHERE subject = ?',
        subject,
      )
      const now = this.now()
      const wait = Number(row?.['next_at'] ?? 0) - now
      if (wait > 0) {
        return Math.ceil(wait / SECOND)
      }
      const before = Number(row?.['count'] ?? 0)
      const after = [before + 1, now, now + delayAfter(before + 1, limit)] as const
      const counted =
        row === undefined
          ? await this.database.all(
              `INSERT INTO sign_in_attempts (subject, count, at, next_at) VALUES (?, ?, ?, ?)
               ON CONFLICT (subject) DO NOTHING RETURNING subject`,
              subject,
              ...after,
            )
          : await this.database.all(
              `UPDATE sign_in_attempts SET count = ?, at = ?, next_at = ?
               WHERE subject = ? AND count = ? AND at = ? RETURNING subject`,
              ...after,
              subject,
              before,
              row['at'],
            )
      if (counted.length > 0) {
        return 0
      }
    }
    return 1
  }
}

/** Milliseconds. */
function delayAfter(count: number, { free, longest }: Limit): number {
  return count <= free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(count - free - 1, 30))
}

function ofName(name: string): string {
  return sha256Hex(`name ${personId(name)}`)
}

function ofAddress(address: string): string {
  return sha256Hex(`address ${network(address)}`)
}

/** Of IPv6 the first 64 bits: one who has an address has all of these (RFC 6177). */
export function network(address: string): string {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) {
    return plain
  }
  const [head, tail] = plain.split('%')[0].split('::')
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const middle = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...middle, ...last]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/** Some proxies write `192.0.2.1:50123` or `[2001:db8::1]:443`, with a port that each connection has anew. */
function withoutPort(address: string): string {
  const match = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address)
  return match === null ? address : (match[1] ?? match[2])
}
