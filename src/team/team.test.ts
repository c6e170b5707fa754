import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Attempts } from './attempts'
import { hashPassword, isPassword } from './passwords'
import { People } from './people'
import { Sessions } from './sessions'
import { SessionWatch } from './session-watch'
import { makeTeamDatabase, PASSWORD } from './testing'
import type { TeamDatabase } from './team-database'

let database: TeamDatabase
let people: People
let now = 0
const clock = (): number => now

beforeEach(() => {
  database = makeTeamDatabase()
  people = new People(database)
  now = 1_000_000_000
})
afterEach(() => database.close())

/** Without the time that a password takes. */
const ADA = { id: 'ada', generation: 0 }
async function addAda(): Promise<void> {
  await database.all(
    `INSERT INTO people (id, name, role, password, added_at) VALUES ('ada', 'Ada', 'reviewer', 'none', 0)`,
  )
}

describe('passwords', () => {
  test('are stored with their parameters and a salt, and found again in any form of Unicode', async () => {
    const cheap = { cost: 10, blockSize: 8, parallel: 1 }
    const stored = await hashPassword('pässwörter', cheap)
    expect(stored).toMatch(/^scrypt:10:8:1:[\w-]{22}:[\w-]{43}$/)
    expect(await hashPassword('pässwörter', cheap)).not.toBe(stored)
    expect(await isPassword('pässwörter'.normalize('NFD'), stored)).toBe(true)
    expect(await isPassword('passworter', stored)).toBe(false)
  })
})

describe('people', () => {
  test.each([
    ['', PASSWORD],
    ['two\nlines', PASSWORD],
    ['x'.repeat(101), PASSWORD],
    ['Ada', 'short'],
  ])('a name of "%s" with the password "%s" is refused', async (name, password) => {
    await expect(people.add(name, 'viewer', password)).rejects.toThrow('characters')
    expect(await people.list()).toEqual([])
  })

  test('who are not there cannot be changed', async () => {
    await expect(people.setRole('no\0body', 'owner')).rejects.toThrow('no person named')
    expect(await people.find('no\0body')).toBeNull()
    await expect(people.setRole('nobody', 'owner')).rejects.toThrow('no person named nobody')
  })
})

describe('sessions', () => {
  const limits = { age: 100_000, idle: 30_000 }

  test('end by age, though they are used, and by being idle', async () => {
    await addAda()
    const sessions = new Sessions(database, { age: 200_000, idle: 70_000 }, clock)
    const token = await sessions.begin(ADA)
    const found = await sessions.find(token)
    expect(found?.person).toEqual({ name: 'Ada', role: 'reviewer' })
    now += 65_000
    await sessions.used(found?.id ?? '')
    now += 65_000
    expect(await sessions.find(token)).not.toBeNull()
    await sessions.used(found?.id ?? '')
    now += 65_000
    await sessions.used(found?.id ?? '')
    now += 6000
    expect(await sessions.find(token)).toBeNull()
    const idle = await sessions.begin(ADA)
    now += 70_000
    expect(await sessions.find(idle)).toBeNull()
  })

  test('whose use could not be stored are stored with the next one', async () => {
    await addAda()
    let isAway = true
    const all: TeamDatabase['all'] = (sql, ...values) =>
      isAway && sql.startsWith('UPDATE sessions')
        ? Promise.reject(new Error('it is away'))
        : database.all(sql, ...values)
    const sessions = new Sessions({ ...database, all }, limits, clock)
    const token = await sessions.begin(ADA)
    const { id } = (await sessions.find(token))!
    now += 20_000
    await expect(sessions.used(id)).rejects.toThrow('it is away')
    isAway = false
    await sessions.used(id)
    now += 20_000
    expect(await sessions.find(token)).not.toBeNull()
  })

  test('are not to be found in the database', async () => {
    await addAda()
    const token = await new Sessions(database, limits, clock).begin(ADA)
    expect(JSON.stringify(await database.all('SELECT * FROM sessions'))).not.toContain(token)
  })

  test('end when the person is disabled or has a new password, also one that began with the old one', async () => {
    await addAda()
    const sessions = new Sessions(database, limits, clock)
    const before = await sessions.begin(ADA)
    await people.setDisabled('Ada', true)
    expect(await sessions.find(before)).toBeNull()
    await people.setDisabled('Ada', false)
    expect(await sessions.find(before)).toBeNull()
    // the password was right a moment ago
    expect(await sessions.find(await sessions.begin(ADA))).toBeNull()
    const { generation } = (await people.find('ada'))!
    const anew = await sessions.begin({ id: 'ada', generation })
    expect(await sessions.find(anew)).not.toBeNull()
    await people.setPassword('ada', PASSWORD)
    expect(await sessions.find(anew)).toBeNull()
  })

  test('that ended elsewhere, and those of another role, are told to who has them', async () => {
    await addAda()
    const sessions = new Sessions(database, limits, clock)
    const watch = new SessionWatch(sessions, 5)
    const told: string[] = []
    const session = (await sessions.find(await sessions.begin(ADA)))!
    await new Promise<void>((resolve) => {
      watch.add(session, () => resolve(void told.push('another role')))
      void people.setRole('ada', 'owner')
    })
    const asOwner = { ...session, person: { name: 'Ada', role: 'owner' } as const }
    await new Promise<void>((resolve) => {
      watch.add(asOwner, () => resolve(void told.push('ended')))
      void sessions.end(session.id)
    })
    watch.close()
    expect(told).toEqual(['another role', 'ended'])
  })

  test('that ended elsewhere are told within a second', async () => {
    vi.useFakeTimers()
    try {
      const watch = new SessionWatch({ present: () => Promise.resolve([]) })
      let isTold = false
      const person = { name: 'Ada', role: 'owner' } as const
      watch.add({ id: 'gone', person }, () => (isTold = true))
      await vi.advanceTimersByTimeAsync(1000)
      expect(isTold).toBe(true)
      watch.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('wrong passwords', () => {
  test('make a name wait longer and longer, from any address, until it signs in', async () => {
    const attempts = new Attempts(database, clock)
    let last = 0
    const begin = (): Promise<number> => attempts.begin('Ada', `10.0.0.${(last += 1)}`)
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await begin()).toBe(0)
      now += 1
    }
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      now -= 1
      expect(await begin()).toBe(seconds)
      now += 1000 * seconds
      expect(await begin()).toBe(0)
      now += 1
    }
    await attempts.succeeded('ADA', '10.0.0.1')
    expect([await begin(), await begin()]).toEqual([0, 0])
  })

  test('of many at once are no more than of many in a row', async () => {
    const attempts = new Attempts(database, clock)
    const all = await Promise.all(Array.from({ length: 12 }, () => attempts.begin('Ada', '10.0.0.1')))
    expect(all.filter((wait) => wait === 0)).toHaveLength(6)
  })

  test('make an address wait, whatever the names; another address does not', async () => {
    const attempts = new Attempts(database, clock)
    for (let tries = 0; tries < 21; tries += 1) {
      expect(await attempts.begin(`name ${tries}`, '2001:db8::1')).toBe(0)
    }
    expect(await attempts.begin('Ada', '2001:db8:0:0:ffff::2')).toBe(1)
    expect(await attempts.begin('Ada', '2001:db8:0:1::1')).toBe(0)
    expect(JSON.stringify(await database.all('SELECT * FROM sign_in_attempts'))).not.toContain('name 1')
  })
})
