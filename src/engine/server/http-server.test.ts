import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import { isLoopbackHost } from './one-time-gate'
import { startHttpServer } from './http-server'
import type { HttpServer } from './http-server'

let folder = ''
let server: HttpServer
let address: URL
let cookie = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-page-'))
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'secret.key'), 'no type for this, so not served')
  server = await startHttpServer({
    pageFolder: folder,
    port: 0,
    locatePicture: async ({ pairId }) => {
      if (pairId !== 1) {
        throw failWith('not-found', message('engine.noSuchTile'))
      }
      return { path: join(folder, 'index.html'), mimeType: 'image/png' }
    },
    onClient: (port) => port.onMessage((message) => port.post({ echo: message })),
  })
  address = new URL(server.url)
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** The path goes out as it is: no client library tidies `..` away. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = address
    request({ hostname, port, path, method, headers: { Host: address.host, ...headers } }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })
}

function openSocket(headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${address.host}/engine`, { headers })
    socket.on('error', (error) => resolve(error.message))
    socket.on('open', () => socket.send('{"a":1}'))
    socket.on('message', (data: Buffer) => {
      resolve(data.toString())
      socket.close()
    })
  })
}

describe('H: the page over loopback', () => {
  test('H1: nothing is served without the token, and the token works once', async () => {
    expect((await get('/')).status).toBe(401)
    expect((await get('/?token=wrong')).status).toBe(401)
    // a preview of the link does not use it up
    expect((await get(`/${address.search}`, {}, 'HEAD')).status).toBe(405)
    const entered = await get(`/${address.search}`)
    expect(entered.status).toBe(302)
    const [setCookie] = entered.headers['set-cookie'] as string[]
    expect(setCookie).toContain('HttpOnly')
    // Strict would not be sent after a click on the address in another site's page
    expect(setCookie).toContain('SameSite=Lax')
    cookie = setCookie.split(';')[0]
    expect((await get(`/${address.search}`)).status).toBe(401)
    expect((await get('/', { Cookie: cookie })).body).toBe('<p>page</p>')
  })

  test('H2: a foreign Host header is refused, whatever the cookie', async () => {
    expect((await get('/', { Cookie: cookie, Host: 'evil.example' })).status).toBe(403)
  })

  test.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/picture/../../etc/passwd',
    '/picture/1/%2e%2e',
    '/picture/1/after/../../secret.key',
    '/picture/-1/after',
    '/picture/1/..%5c..%5csecret.key',
    '//etc/passwd',
    '/secret.key',
  ])('H3: %s names no file', async (path) => {
    const answer = await get(path, { Cookie: cookie })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).not.toContain('root:')
  })

  test('H4: pictures are found by pair and kind; a failure says why', async () => {
    expect((await get('/picture/1/after?v=3', { Cookie: cookie })).status).toBe(200)
    const missing = await get('/picture/2/after', { Cookie: cookie })
    expect([missing.status, JSON.parse(missing.body)]).toEqual([
      404,
      { message: 'There is no such tile of this picture.', entry: { id: 'engine.noSuchTile', values: {} } },
    ])
  })

  test('H5: the policy forbids eval and foreign sources', async () => {
    const policy = String((await get('/', { Cookie: cookie })).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  })

  test('H6: a socket needs the cookie and the page as its origin', async () => {
    const origin = `http://${address.host}`
    expect(await openSocket({ Cookie: cookie, Origin: origin })).toBe('{"echo":{"a":1}}')
    expect(await openSocket({ Origin: origin })).toContain('403')
    expect(await openSocket({ Cookie: cookie, Origin: 'http://evil.example' })).toContain('403')
    expect(await openSocket({ Cookie: cookie })).toContain('403')
  })

  test('H7: it listens on loopback only', () => {
    expect(address.hostname).toBe('127.0.0.1')
  })

  test('H8: a client that breaks the protocol loses its socket, and the server goes on', async () => {
    const socket = new WebSocket(`ws://${address.host}/engine`, {
      headers: { Cookie: cookie, Origin: `http://${address.host}` },
    })
    const closed = once(socket, 'close')
    socket.on('error', () => {})
    await once(socket, 'open')
    // a reserved bit is set and the frame is not masked
    // oxlint-disable-next-line typescript/dot-notation -- no library sends such a frame by itself
    ;(socket as unknown as { _socket: Socket })['_socket'].write(Buffer.from([0xf1, 0x01, 0x00]))
    await closed
    expect((await get('/', { Cookie: cookie })).status).toBe(200)
  })

  test('H9: pictures are asked for again each time, and not sent again unless they changed', async () => {
    const first = await get('/picture/1/after?v=0', { Cookie: cookie })
    expect(first.headers['cache-control']).toContain('no-cache')
    const tag = String(first.headers['etag'])
    const again = (): Promise<Answer> => get('/picture/1/after?v=0', { Cookie: cookie, 'If-None-Match': tag })
    expect(await again()).toMatchObject({ status: 304, body: '' })
    writeFileSync(join(folder, 'index.html'), '<p>another picture</p>')
    expect(await again()).toMatchObject({ status: 200, body: '<p>another picture</p>' })
  })

  test('H10: two servers do not take each other their browsers, and who is in may use the address again', async () => {
    const options = {
      pageFolder: folder,
      locatePicture: () => Promise.reject(new Error()),
      onClient: () => {},
    }
    const other = await startHttpServer({ ...options, port: 0 })
    const entered = await fetch(other.url, { redirect: 'manual' })
    const otherCookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(otherCookie.split('=')[0]).not.toBe(cookie.split('=')[0])
    const both = `${cookie}; ${otherCookie}`
    expect((await fetch(other.url, { redirect: 'manual', headers: { Cookie: both } })).status).toBe(302)
    expect((await get('/', { Cookie: both })).status).toBe(200)
    await expect(startHttpServer({ ...options, port: Number(new URL(other.url).port) })).rejects.toThrow(
      'is in use by another program',
    )
    other.close()
  })

  test.each([
    ['127.0.0.1', 80, true],
    ['localhost', 80, true],
    ['localhost:80', 80, true],
    ['localhost', 8080, false],
    ['127.0.0.1:80', 8080, false],
    ['evil.example', 80, false],
    [undefined, 80, false],
  ])('H11: of host %s at port %i, that it is loopback is %s', (host, port, isLoopback) => {
    expect(isLoopbackHost(host, port)).toBe(isLoopback)
  })

  test('H12: only GET is answered, so no address changes anything', async () => {
    expect((await get('/', { Cookie: cookie }, 'POST')).status).toBe(405)
    expect((await get('/picture/1/after', { Cookie: cookie }, 'DELETE')).status).toBe(405)
  })
})
