import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePairFolder } from '../images/testing'
import { ClaimTable } from '../store/claims'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import type { People } from '../team/people'
import type { TeamDatabase } from '../team/team-database'
import type { Served } from './server/serve'
import { addPeople, ask, connect, freePort, PASSWORD, serveTeam, signIn } from './testing-team'
import type { Connection } from './testing-team'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''

let root = ''
let server: TestServer
let place = ''
let served: Served
let address: URL
let people: People
let database: TeamDatabase

/** The user's folder of a server, with a page. */
function home(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ proposeAhead: false, provider: 'cpu', reviewer: 'Root' }),
  )
  return folder
}

beforeAll(async () => {
  if (programs === null) {
    return
  }
  root = mkdtempSync(join(tmpdir(), 'deltascribe-team-'))
  await makePairFolder(join(root, 'pairs'), { count: 2, width: 48, height: 32, layout: 'a-b' })
  server = await startTestServer(programs)
  place = `${server.url}&schema=team`
  const all = { Olga: 'owner', Adam: 'adjudicator', Rita: 'reviewer', Vera: 'viewer' } as const
  ;({ people, database } = await addPeople(place, all))
  served = await serveTeam(home('one'), join(root, 'pairs'), place)
  address = new URL(served.url)
})
afterAll(async () => {
  served?.close()
  await database?.close()
  await server?.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

async function as(name: string): Promise<Connection> {
  return connect(address, await signIn(address, name))
}

async function from({ url }: Served, name: string): Promise<Connection> {
  return connect(new URL(url), await signIn(new URL(url), name))
}

/** The server looks each second; a busy machine takes longer. */
const soon = (closed: Promise<number>): Promise<number | string> =>
  Promise.race([closed, wait(60_000, 'still open')])

const noted = (eventId: string, diff: unknown): unknown => ({
  pairId: 1,
  eventId,
  label: 'Notes',
  diff: [diff],
})
const notes = (to: string): unknown => ({ type: 'review.set', from: {}, to: { notes: to } })

describe.skipIf(programs === null)(`a team at one server${reason}`, () => {
  test('nobody sees or does anything without signing in', async () => {
    expect(await ask(address, '/')).toMatchObject({ status: 303, headers: { location: '/sign-in' } })
    expect((await ask(address, '/picture/1/after')).status).toBe(401)
    expect((await ask(address, '/session')).status).toBe(401)
    await expect(connect(address, '')).rejects.toThrow('403')
    const foreign = `deltascribe-team-${address.port}=${'x'.repeat(43)}`
    expect((await ask(address, '/', { headers: { Cookie: foreign } })).status).toBe(303)
    await expect(connect(address, foreign)).rejects.toThrow('403')
  })

  test('the page to sign in on is in the language of the browser, has no script, and says what is wrong', async () => {
    const german = await ask(address, '/sign-in', { headers: { 'Accept-Language': 'de-AT, en;q=0.5' } })
    expect(german.body).toContain('<html lang="de">')
    expect(german.body).toContain('Passwort')
    expect(german.body).not.toContain('<script')
    expect(String(german.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    const wrong = await ask(address, '/sign-in', { form: { name: '"><b>Eve', password: 'wrong password' } })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toContain('The name or the password is wrong.')
    expect(wrong.body).toContain('value="&quot;&gt;&lt;b&gt;Eve"')
    expect(wrong.headers['set-cookie']).toBeUndefined()
  })

  test('a form, a socket and a request of another site are refused, though the cookie comes along', async () => {
    const cookie = await signIn(address, 'Olga')
    const evil = { Origin: 'http://evil.example', Cookie: cookie }
    const form = { name: 'Olga', password: PASSWORD }
    expect((await ask(address, '/sign-in', { form, headers: evil })).status).toBe(403)
    expect((await ask(address, '/sign-out', { form, headers: evil })).status).toBe(403)
    await expect(connect(address, cookie, { headers: evil })).rejects.toThrow('403')
    expect((await ask(address, '/', { headers: { Host: 'evil.example', Cookie: cookie } })).status).toBe(403)
    expect((await ask(address, '/', { headers: { Cookie: cookie } })).body).toBe('<p>page</p>')
  })

  test('a viewer who speaks the protocol reads and changes nothing', async () => {
    const cookie = await signIn(address, 'Vera')
    const vera = await connect(address, cookie)
    expect((await ask(address, '/picture/1/after', { headers: { Cookie: cookie } })).status).toBe(200)
    expect(await vera.send('team.me')).toMatchObject({ value: { name: 'Vera', role: 'viewer' } })
    expect(await vera.send('pairs.get', { pairId: 1 })).toMatchObject({ kind: 'result' })
    const refused: [string, unknown][] = [
      ['pairs.edit', noted('by-vera-01', notes('by Vera'))],
      ['pairs.undo', { pairId: 1, eventId: 'by-vera-02' }],
      ['pairs.decide', { pairId: 1, eventId: 'by-vera-03', decision: 'accept', milliseconds: 1 }],
      ['settings.set', { provider: 'cpu' }],
      ['project.close', {}],
      ['folders.list', { folder: null }],
    ]
    for (const [command, input] of refused) {
      expect(await vera.send(command, input)).toMatchObject({
        kind: 'failure',
        failure: { code: 'forbidden', message: expect.stringContaining('Your role (viewer)') as string },
      })
    }
    expect(await vera.send('pairs.history', { pairId: 1 })).toMatchObject({ value: [] })
    expect(await vera.send('pairs.get', { pairId: 1 })).toMatchObject({ value: { version: 0 } })
    vera.close()
  })

  test('each edit has the name of who signed in, and nobody writes another one', async () => {
    const [rita, adam] = [await as('rita'), await as('Adam')]
    await rita.send('pairs.edit', noted('by-rita-01', notes('by Rita')))
    await adam.send('pairs.undo', { pairId: 1, eventId: 'by-adam-01' })
    await rita.send('pairs.decide', { pairId: 2, eventId: 'by-rita-02', decision: 'flag', milliseconds: 1 })
    expect(await rita.send('pairs.history', { pairId: 1 })).toMatchObject({
      value: [{ actor: 'Rita' }, { actor: 'Adam' }],
    })
    expect(await rita.send('pairs.get', { pairId: 2 })).toMatchObject({
      value: { document: { review: { reviewer: 'Rita', state: 'flagged' } } },
    })
    const forged = { type: 'review.set', from: { reviewer: 'Adam' }, to: { reviewer: 'Adam' } }
    expect(await rita.send('pairs.edit', noted('by-rita-03', forged))).toMatchObject({
      failure: { code: 'forbidden' },
    })
    expect(await rita.send('settings.set', { reviewer: 'Adam' })).toMatchObject({ kind: 'failure' })
    ;[rita, adam].forEach((one) => one.close())
  })

  test('who is at a pair is told to all, and by which page to that person alone', async () => {
    const [rita, adam] = [await as('Rita'), await as('Adam')]
    await rita.send('claims.take', { pairId: 1, holder: 'page-of-rita' })
    const others = [{ pairId: 1, holder: 'another-1', name: 'Rita' }]
    await vi.waitFor(
      () =>
        expect(adam.events).toContainEqual(
          expect.objectContaining({ event: 'claims.changed', payload: others }),
        ),
      { timeout: 60_000 },
    )
    expect(await adam.send('claims.list')).toMatchObject({ value: others })
    expect(await adam.send('claims.take', { pairId: 1, holder: 'page-of-adam' })).toMatchObject({
      value: others[0],
    })
    await adam.send('claims.release', { holder: 'another-1' })
    expect(await rita.send('claims.list')).toMatchObject({
      value: [{ pairId: 1, holder: 'page-of-rita', name: 'Rita' }],
    })
    await rita.send('claims.release', { holder: 'page-of-rita' })
    ;[rita, adam].forEach((one) => one.close())
  })

  test('a pair is free soon after its page was lost, and stays with a page that comes back', async () => {
    const opened = openPostgres(postgresLocation(place))
    const claims = new ClaimTable(opened)
    const left = (holder: string): number => claims.all().find((claim) => claim.holder === holder)?.left ?? 0
    const [first, other] = [await as('Rita'), await as('Adam')]
    await first.send('claims.take', { pairId: 1, holder: 'page-of-rita' })
    await other.send('claims.take', { pairId: 2, holder: 'page-of-adam' })
    const again = await as('Adam')
    await again.send('claims.take', { pairId: 2, holder: 'page-of-adam' })
    other.close()
    first.close()
    await vi.waitFor(() => expect(left('page-of-rita')).toBeLessThanOrEqual(15_000), { timeout: 60_000 })
    expect(left('page-of-rita')).toBeGreaterThan(0)
    expect(left('page-of-adam')).toBeGreaterThan(100_000)
    const back = await as('Rita')
    await back.send('claims.take', { pairId: 1, holder: 'page-of-rita' })
    expect(left('page-of-rita')).toBeGreaterThan(100_000)
    await back.send('claims.release', { holder: 'page-of-rita' })
    await again.send('claims.release', { holder: 'page-of-adam' })
    opened.close()
  })

  test('each person has settings of their own screen, and an owner those of the machine', async () => {
    const [rita, olga] = [await as('Rita'), await as('Olga')]
    expect(await rita.send('settings.set', { theme: 'light' })).toMatchObject({
      value: { theme: 'light', reviewer: 'Rita' },
    })
    await olga.send('settings.set', { reviewer: 'Olga', embedPairs: false, theme: 'dark' })
    expect(await rita.send('settings.get')).toMatchObject({ value: { theme: 'light', embedPairs: false } })
    expect(await olga.send('settings.get')).toMatchObject({ value: { theme: 'dark', reviewer: 'Olga' } })
    ;[rita, olga].forEach((one) => one.close())
  })

  test('an owner takes the folder from nobody who has it open, and closes it when they have gone', async () => {
    const folder = join(root, 'pairs')
    const own = await serveTeam(home('held'), folder, place)
    try {
      const [olga, rita] = [await from(own, 'Olga'), await from(own, 'Rita')]
      const isHeld = {
        kind: 'failure',
        failure: { code: 'conflict', message: expect.stringContaining('Rita') },
      }
      expect(await olga.send('project.close')).toMatchObject(isHeld)
      expect(await olga.send('project.open', { folder: join(folder, 'A'), reading: null })).toMatchObject(
        isHeld,
      )
      // the same folder, read anew, is nobody's loss
      expect(await olga.send('project.open', { folder, reading: null })).toMatchObject({ kind: 'result' })
      rita.close()
      const closed = async (): Promise<string> => (await olga.send('project.close')).kind
      await expect.poll(closed, { timeout: 60_000 }).toBe('result')
      olga.close()
    } finally {
      own.close()
    }
  })

  test('who is disabled, has a new password or signs out is out soon, on every connection', async () => {
    const cookie = await signIn(address, 'Rita')
    const [one, two] = [await connect(address, cookie), await as('Rita')]
    const left = await ask(address, '/sign-out', { form: {}, headers: { Cookie: cookie } })
    expect(left.body).toContain('You are signed out.')
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0')
    expect(await soon(one.closed)).toBe(4401)
    await expect(connect(address, cookie)).rejects.toThrow('403')
    expect(await two.send('team.me')).toMatchObject({ kind: 'result' })
    await people.setPassword('Rita', 'another horse')
    expect(await soon(two.closed)).toBe(4401)
    await expect(signIn(address, 'Rita')).rejects.toThrow('401')
    const third = await connect(address, await signIn(address, 'Rita', 'another horse'))
    await people.setDisabled('Rita', true)
    expect(await soon(third.closed)).toBe(4401)
    await expect(signIn(address, 'Rita', 'another horse')).rejects.toThrow('This account is disabled.')
    await people.setDisabled('Rita', false)
    await people.setPassword('Rita', PASSWORD)
  })

  test('another role counts from the next connection on, which comes at once', async () => {
    const cookie = await signIn(address, 'Vera')
    const before = await connect(address, cookie)
    await people.setRole('Vera', 'reviewer')
    expect(await soon(before.closed)).toBe(4401)
    const after = await connect(address, cookie, { query: '?person=Vera' })
    expect(await after.send('pairs.edit', noted('by-vera-04', notes('now')))).toMatchObject({
      kind: 'result',
    })
    after.close()
    await people.setRole('Vera', 'viewer')
  })

  test('a page goes on for nobody but the person that it began for', async () => {
    const cookie = await signIn(address, 'Adam')
    await expect(connect(address, cookie, { query: '?person=Olga' })).rejects.toThrow('403')
  })

  test('another server lets in who signed in at the first', async () => {
    const other = await serveTeam(home('two'), join(root, 'pairs'), place)
    const [, token] = (await signIn(address, 'Adam')).split('=')
    const url = new URL(other.url)
    const adam = await connect(url, `deltascribe-team-${url.port}=${token}`)
    expect(await adam.send('team.me')).toMatchObject({ value: { name: 'Adam' } })
    other.close()
  })

  test('wrong passwords make a name wait, and a right one is not looked at meanwhile', async () => {
    const tried: number[] = []
    let last = await ask(address, '/sign-in', { form: { name: 'Olga', password: 'wrong password' } })
    while (last.status === 401 && tried.length < 10) {
      tried.push(last.status)
      last = await ask(address, '/sign-in', { form: { name: 'Olga', password: 'wrong password' } })
    }
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    await database.all('UPDATE sign_in_attempts SET next_at = next_at + 100000 WHERE next_at > 0')
    const right = await ask(address, '/sign-in', { form: { name: 'olga', password: PASSWORD } })
    expect([right.status, right.headers['set-cookie']]).toEqual([429, undefined])
    await database.all('DELETE FROM sign_in_attempts')
  })

  test('no password and no cookie stands in the log or in the database', async () => {
    const cookie = await signIn(address, 'Adam')
    const token = cookie.split('=')[1]
    const tables = await Promise.all(
      ['people', 'sessions', 'sign_in_attempts', 'meta'].map((table) =>
        database.all(`SELECT * FROM ${table}`),
      ),
    )
    const stored = JSON.stringify(tables) + readFileSync(join(root, 'one', 'logs', 'deltascribe.log'), 'utf8')
    expect(stored).toContain('team.signed-in')
    for (const secret of [PASSWORD, 'another horse', 'wrong password', token]) {
      expect(stored).not.toContain(secret)
    }
  })

  test('an encrypted server answers to its name alone, and its cookie goes over no open line', async () => {
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(root, name))
    const wanted = ['-nodes', '-days', '1', '-subj', '/CN=localhost', '-newkey', 'rsa:2048']
    execFileSync('openssl', ['req', '-x509', ...wanted, '-keyout', key, '-out', certificate], {
      stdio: 'pipe',
    })
    const tls = { certificate: readFileSync(certificate), key: readFileSync(key) }
    const encrypted = await serveTeam(home('three'), join(root, 'pairs'), place, {
      secured: 'tls',
      tls,
      hosts: ['localhost'],
    })
    const url = new URL(encrypted.url)
    expect(url.protocol).toBe('https:')
    const answer = await ask(url, '/sign-in', { form: { name: 'Adam', password: PASSWORD } })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-deltascribe-\d+=.*; HttpOnly; SameSite=Lax; Path=\/; Secure$/,
    )
    const adam = await connect(url, String(answer.headers['set-cookie']).split(';')[0])
    expect(await adam.send('team.me')).toMatchObject({ value: { name: 'Adam' } })
    expect((await ask(url, '/sign-in', { headers: { Host: 'evil.example' } })).status).toBe(403)
    encrypted.close()
  })

  test('behind a proxy those who ask are told apart by the last address that it names', async () => {
    const port = await freePort()
    const reach = { secured: 'proxy', hosts: ['team.example'], port } as const
    const proxied = await serveTeam(home('four'), join(root, 'pairs'), place, reach)
    expect(proxied.url).toBe('https://team.example/')
    const inside = new URL(`http://127.0.0.1:${port}/`)
    const own = { Host: 'team.example', Origin: 'https://team.example' }
    for (const madeUp of ['10.0.0.1', '10.0.0.2']) {
      const headers = { ...own, 'X-Forwarded-For': `${madeUp}, 192.0.2.9` }
      const form = { name: `nobody ${madeUp}`, password: 'wrong password' }
      expect((await ask(inside, '/sign-in', { form, headers })).status).toBe(401)
    }
    const subject = createHash('sha256').update('address 192.0.2.9').digest('hex')
    const rows = await database.all('SELECT count FROM sign_in_attempts WHERE subject = ?', subject)
    expect(rows).toEqual([{ count: 2 }])
    const headers = { ...own, 'X-Forwarded-For': '192.0.2.10' }
    const answer = await ask(inside, '/sign-in', { form: { name: 'Adam', password: PASSWORD }, headers })
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-deltascribe=.*; Secure$/)
    proxied.close()
  })

  test('a form that is none, or far too long, is refused, and the server goes on', async () => {
    const form = { name: 'Adam', password: PASSWORD }
    const json = await ask(address, '/sign-in', { form, headers: { 'Content-Type': 'application/json' } })
    expect([json.status, json.headers['set-cookie']]).toEqual([400, undefined])
    const long = { ...form, more: 'x'.repeat(5_000_000) }
    // the connection may be cut while the form is still sent
    const refused = await ask(address, '/sign-in', { form: long }).catch(() => null)
    expect(refused?.status ?? 400).toBe(400)
    expect(refused?.headers['set-cookie']).toBeUndefined()
    expect((await ask(address, '/', { form })).status).toBe(405)
    expect((await ask(address, '/sign-in')).status).toBe(200)
  })

  test('while the database is away nobody signs in, which the page says, and it goes on when it is back', async () => {
    const cookie = await signIn(address, 'Adam')
    await server.kill()
    const form = { name: 'Adam', password: PASSWORD }
    const away = await ask(address, '/sign-in', { form })
    expect([away.status, away.headers['set-cookie']]).toEqual([503, undefined])
    expect(away.body).toContain('The database cannot be reached, so nobody can sign in now.')
    const page = await ask(address, '/', { headers: { Cookie: cookie } })
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
    const picture = await ask(address, '/picture/1/after', { headers: { Cookie: cookie } })
    expect([picture.status, picture.headers['content-type']]).toEqual([
      503,
      'application/json; charset=utf-8',
    ])
    await expect(connect(address, cookie)).rejects.toThrow('503')
    await server.start()
    expect((await ask(address, '/', { headers: { Cookie: cookie } })).status).toBe(200)
    await signIn(address, 'Adam')
  })
})
