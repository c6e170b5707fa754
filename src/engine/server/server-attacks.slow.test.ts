import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Settings } from '../../contract/work'
import { makePairFolder } from '../../images/testing'
import { serveFrom } from '../testing'
import { ask, openSocketAt, request1 } from './testing-socket'
import type { Served } from './serve'
import { UserFiles } from '../user-folder'

/** The whole app over loopback, attacked as a hostile page, a hostile client or a hostile program would. */

let home = ''
let served: Served
let address: URL
let cookie = ''
let pid: number | undefined
let before: Home

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-attacked-'))
  const folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 2, width: 32, height: 24, layout: 'before-after' })
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  writeFileSync(join(home, 'index.html'), '<p>page</p>')
  writeFileSync(join(home, 'secret.txt'), 'SECRET')
  served = await serveFrom(home, folder)
  address = new URL(served.url)
  pid = served.enginePid()
  before = inHome()
})
afterAll(() => {
  served.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

interface Home {
  names: string[]
  settings: Settings
  secret: string
}

function inHome(): Home {
  return {
    names: readdirSync(home).sort(),
    settings: new UserFiles(home).getSettings(),
    secret: readFileSync(join(home, 'secret.txt'), 'utf8'),
  }
}

interface Answer {
  status: number
  body: string
}

/** The path and the headers go out as they are. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port, host } = address
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { Host: host, ...headers } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** Whatever came before, the one who is in is served by the same engine. */
async function expectWell(): Promise<void> {
  expect(await get('/', { Cookie: cookie })).toMatchObject({ status: 200, body: '<p>page</p>' })
  const socket = await openSocket()
  expect(await ask(socket, request1('app.info', {}))).toMatchObject({ kind: 'result', id: 1 })
  socket.terminate()
  expect(served.enginePid()).toBe(pid)
}

const openSocket = (headers: Record<string, string> = {}): Promise<WebSocket> =>
  openSocketAt(address, { Cookie: cookie, ...headers })

async function refusal(headers: Record<string, string>, path = '/engine'): Promise<string> {
  const socket = new WebSocket(`ws://${address.host}${path}`, { headers })
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

describe('the token', () => {
  test.each([
    ['missing', '/', 401],
    ['empty', '/?token=', 401],
    ['wrong', '/?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 401],
    ['given twice', '/?token=a&token=b', 401],
    ['very long', `/?token=${'a'.repeat(8000)}`, 401],
    ['no text', '/?token=%ff%00', 401],
    ['of another name', '/?TOKEN=x', 401],
  ])('%s is refused', async (_name, path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  test('works once, by GET alone and from loopback alone', async () => {
    const path = `/${address.search}`
    expect((await get(path, {}, 'POST')).status).toBe(405)
    expect((await get(path, {}, 'HEAD')).status).toBe(405)
    expect((await get(path, { Host: 'evil.example' })).status).toBe(403)
    const entered = await fetch(served.url, { redirect: 'manual' })
    ;[cookie] = (entered.headers.get('set-cookie') ?? '').split(';')
    expect(entered.status).toBe(302)
    expect((await get(path)).status).toBe(401)
    await expectWell()
  })

  test.each([
    ['cut', () => cookie.slice(0, -1)],
    ['lengthened', () => `${cookie}0`],
    ['of another port', () => cookie.replace(/-\d+=/, '-1=')],
    ['of zeros', () => cookie.replace(/=.*/, `=${'0'.repeat(64)}`)],
    ['of a prototype', () => '__proto__=1; constructor=1'],
  ])('a cookie %s is refused', async (_name, wrong) => {
    expect((await get('/', { Cookie: wrong() })).status).toBe(401)
  })
})

describe('foreign hosts and origins', () => {
  test.each([
    'evil.example',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
    '[::1]',
    '2130706433',
    '127.1',
  ])('the Host "%s", as after DNS rebinding, is refused', async (host) => {
    expect((await get('/', { Cookie: cookie, Host: host })).status).toBe(403)
    expect(await refusal({ Cookie: cookie, Origin: address.origin, Host: host })).toMatch(/403|400/)
  })

  test.each([
    'http://evil.example',
    'null',
    'file://',
    'https://127.0.0.1',
    'http://127.0.0.1.evil.example',
    'http://localhost:1',
    '',
  ])('a socket of the origin "%s" is refused', async (origin) => {
    expect(await refusal({ Cookie: cookie, Origin: origin })).toContain('403')
  })

  test('a socket without the cookie, or at another address, is refused', async () => {
    expect(await refusal({ Origin: address.origin })).toContain('403')
    expect(await refusal({ Cookie: cookie, Origin: address.origin }, '/')).toContain('403')
    expect(await refusal({ Cookie: cookie, Origin: address.origin }, '/engine/..')).toContain('403')
    await expectWell()
  })
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND'])(
  'the method %s changes and shows nothing',
  async (method) => {
    for (const path of ['/', '/picture/1/after', '/engine', address.search]) {
      expect(
        (await get(path === address.search ? `/${path}` : path, { Cookie: cookie }, method)).status,
      ).toBe(405)
    }
  },
)

/** What leads out of a folder, as it is, encoded and encoded twice. */
const climbs = ['../', '..\\', './../', '....//', '/', '//', '\\\\server\\share\\', 'C:\\', '\0', 'file:///']
const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text))
const allEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const encodings = [encodeURIComponent, twice, allEncoded]

test.each(['/', '/assets/', '/picture/', '/picture/1/', '/picture/1/after/', '/engine/'])(
  'no address below %s leads out of the folder',
  async (start) => {
    for (const climb of climbs) {
      for (const encode of encodings) {
        for (const target of ['secret.txt', 'etc/passwd', 'settings.json']) {
          const path = `${start}${encode(climb.repeat(3))}${encode(target)}`
          const { status, body } = await get(path, { Cookie: cookie })
          expect([path, [400, 404].includes(status)]).toEqual([path, true])
          expect(body).not.toMatch(/SECRET|root:|proposeAhead/)
        }
      }
    }
    for (const plain of [
      '../secret.txt',
      '../../../../etc/passwd',
      'secret.txt',
      '.deltascribe/project.db',
    ]) {
      const { status, body } = await get(`${start}${plain}`, { Cookie: cookie })
      expect([400, 404]).toContain(status)
      expect(body).not.toMatch(/SECRET|root:|SQLite/)
    }
    await expectWell()
  },
)

test.each(['0', '-1', '1e3', '99999999999999999999', '__proto__', '1%20', '%31', 'NaN', '2147483648'])(
  'the picture of the pair "%s" is not there',
  async (pair) => {
    expect((await get(`/picture/${pair}/after`, { Cookie: cookie })).status).toBe(404)
    expect((await get(`/picture/1/${pair}`, { Cookie: cookie })).status).toBe(404)
  },
)

describe('what is sent over HTTP', () => {
  test.each([
    ['a header of a megabyte', { 'X-Large': 'a'.repeat(2 ** 20) }],
    ['5,000 headers', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`X-${at}`, 'a']))],
    ['a cookie of a megabyte', { Cookie: 'a'.repeat(2 ** 20) }],
  ])('%s is refused', async (_name, headers) => {
    const status = await get('/', headers).then(
      (answer) => answer.status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([431, 401, 'ECONNRESET', 'EPIPE']).toContain(status)
    await expectWell()
  })

  test.each([
    'GET / HTTP/9.9\r\n\r\n',
    'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    `${'a'.repeat(100_000)}\r\n\r\n`,
  ])('the request %j shows nothing', async (text) => {
    const socket = await openRaw()
    socket.write(text)
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    socket.end()
    await once(socket, 'close')
    expect(answer).not.toMatch(/ 200 | 302 /)
    await expectWell()
  })

  test('1,000 connections at once, and as many that say nothing, hinder nobody', async () => {
    const silent = await Promise.all(Array.from({ length: 500 }, openRaw))
    // a header that comes a letter at a time and never ends
    silent.forEach((socket, at) => socket.write(`GET / HTTP/1.1\r\nX-Slow-${at}: `))
    const drip = setInterval(() => silent.forEach((socket) => socket.write('a')), 100)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, at) =>
        get(at % 2 === 0 ? '/' : '/picture/1/after', { Cookie: cookie }),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await expectWell()
    clearInterval(drip)
    silent.forEach((socket) => socket.destroy())
  })
})

async function openRaw(): Promise<Socket> {
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

describe('what is sent over a socket', () => {
  const failure = { kind: 'failure', id: 1, failure: { code: 'invalid-input' } }
  const other = { kind: 'failure', id: 1, failure: { code: 'not-found' } }
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  test.each([
    ['an unknown command', request1('project.format', {}), failure],
    ['a command of a prototype', request1('__proto__', {}), failure],
    ['a command of every object', request1('toString', {}), failure],
    ['a command of the program around', request1('picture.locate', { pairId: 1, kind: 'after' }), failure],
    ['an input of another type', request1('pairs.get', [1]), failure],
    ['a number that is none', request1('pairs.get', { pairId: '1; DROP TABLE pairs' }), failure],
    ['the id of a pair that is not there', request1('pairs.get', { pairId: 999 }), other],
    ['the id of a pair below none', request1('pairs.get', { pairId: -1 }), other],
    ['a proposal of nobody', request1('proposals.get', { proposalId: 1 }), other],
    [
      'an edit meant for another project',
      request1('pairs.edit', {
        pairId: 1,
        eventId: 'event-000',
        label: 'a',
        diff: [],
        storePath: '/other/project.db',
      }),
      { kind: 'failure', id: 1, failure: { code: 'conflict' } },
    ],
    [
      'an edit with keys of prototypes',
      '{"kind":"request","id":1,"command":"settings.set","input":{"__proto__":{"theme":"light"},"constructor":{"prototype":{"x":1}}}}',
      { kind: 'result', id: 1, value: { theme: 'dark' } },
    ],
    [
      'a request with a prototype of its own',
      '{"__proto__":{"command":"settings.set"},"kind":"request","id":1,"command":"app.info","input":{}}',
      { kind: 'result', id: 1 },
    ],
    [
      'an input that is nested deep',
      `{"kind":"request","id":1,"command":"settings.set","input":${deep}}`,
      failure,
    ],
    ['a run of a path', request1('training.history', { runId: '../../secret' }), { kind: 'failure', id: 1 }],
    [
      'a folder that is a file',
      request1('project.inspect', { folder: '/etc/passwd' }),
      { kind: 'failure', id: 1 },
    ],
    ['text that is no JSON', '{"kind":', { closed: 1003 }],
    ['a deep message without a number', deep, { closed: 1003 }],
    ['a message of 70 MiB', `"${'a'.repeat(70 * 2 ** 20)}"`, { closed: 1009 }],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 1, 2]), { closed: 1003 }],
    ['a request as bytes', Buffer.from(request1('app.info', {})), { kind: 'result', id: 1 }],
  ])('%s: %#', async (_name, message, outcome) => {
    const socket = await openSocket()
    expect(await ask(socket, message)).toMatchObject(outcome)
    socket.terminate()
    await expectWell()
  })

  test.each([
    'null',
    '1',
    '"a"',
    '[]',
    '{}',
    '{"kind":"event"}',
    '{"kind":"request","id":1,"command":"pairs.get"}',
    '{"kind":"request","id":1.5,"command":"app.info"}',
  ])('what is no request, such as %s, is passed over, and the next one is answered', async (message) => {
    const socket = await openSocket()
    socket.send(message)
    expect(await ask(socket, request1('app.info', {}))).toMatchObject({ kind: 'result' })
    socket.terminate()
  })

  test('a thousand sockets are answered, and are gone with their browsers', async () => {
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => openSocket()))
    const replies = await Promise.all(sockets.map((socket) => ask(socket, request1('app.info', {}))))
    expect(replies.every((reply) => (reply as { kind?: string }).kind === 'result')).toBe(true)
    sockets.forEach((socket) => socket.terminate())
    await expectWell()
  })

  test('a client that asks much and reads nothing hinders nobody', async () => {
    const socket = await openSocket()
    socket.pause()
    for (let count = 0; count < 2000; count += 1) {
      socket.send(request1('formats.list', {}))
    }
    await expectWell()
    socket.terminate()
    expect(served.enginePid()).toBe(pid)
  })
})

test('after all of it nothing is there that was not, and settings are as they were', () => {
  expect(inHome()).toEqual(before)
  expect(existsSync(join(home, 'polluted'))).toBe(false)
  expect(Object.hasOwn(Object.prototype, 'theme')).toBe(false)
})
