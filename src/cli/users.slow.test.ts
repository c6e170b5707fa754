import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { People } from '../team/people'
import { openTeamDatabase } from '../team/team-database'
import { runHere } from './testing'
import type { Ran } from './testing'
import { addUsersCommand } from './users'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''

let server: TestServer
let place = ''
beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
    place = `${server.url}&schema=users`
    const database = openTeamDatabase(place)
    await new People(database).add('Ada', 'reviewer', 'correct horse')
    await database.close()
  }
})
afterAll(() => server?.stop())

const users = (...words: string[]): Promise<Ran> =>
  runHere(addUsersCommand, 'users', ...words, '--database', place)

test.skipIf(programs === null)(`people are listed, changed and missed in words${reason}`, async () => {
  expect((await users('role', 'ada', 'owner')).out).toBe('ada has the role owner now.\n')
  expect((await users('disable', 'Ada')).code).toBe(0)
  const { out } = await users('list', '--json')
  expect(JSON.parse(out)).toEqual([
    { name: 'Ada', role: 'owner', isDisabled: true, addedAt: expect.any(Number) as number },
  ])
  expect(out).not.toContain('scrypt')
  expect((await users('list')).out).toMatch(/^name +role\nAda +owner +disabled\n$/)
  await users('enable', 'Ada')
  expect((await users('list')).out).not.toContain('disabled')
  const nobody = await users('password', 'Bob')
  expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('no person named Bob')])
  const king = await users('role', 'Ada', 'king')
  expect([king.code, king.err]).toEqual([2, expect.stringContaining('There is no role king')])
})

test.skipIf(programs === null)(`a database that is not there is said to be away${reason}`, async () => {
  const { code, err } = await runHere(
    addUsersCommand,
    'users',
    'list',
    '--database',
    'postgres://localhost:1/none',
  )
  expect([code, err]).toEqual([1, expect.stringContaining('The database cannot be reached')])
})
