import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpClient } from './client'

const { signal } = new AbortController()

/** What passed through it: the hosts of tunnels, and the addresses of plain requests. */
let passed: string[]
let proxy: Server
let target: Server
let clients: HttpClient[]
const sockets = new Set<Socket>()

beforeEach(async () => {
  passed = []
  clients = []
  target = createServer((_, response) => response.end('from the target'))
  proxy = createServer((request, response) => {
    passed.push(request.url ?? '')
    response.end('from the proxy')
  })
  proxy.on('connect', (request, near: Socket) => {
    passed.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const far = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      near.pipe(far).pipe(near)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
  })
  await Promise.all(
    [proxy, target].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  )
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  sockets.forEach((socket) => socket.destroy())
  sockets.clear()
  for (const server of [proxy, target]) {
    server.closeAllConnections()
    server.close()
  }
})

function hostOf(server: Server): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function asked(setting: string | null, env: NodeJS.ProcessEnv): Promise<string> {
  const client = await HttpClient.open(setting, env)
  clients.push(client)
  const { response } = await client.ask({ url: `http://${hostOf(target)}/file`, signal })
  return response.text()
}

test('a login in an address goes as a header, and to its own origin alone', async () => {
  const got: (string | undefined)[] = []
  target.removeAllListeners('request').on('request', ({ url, headers }, response) => {
    got.push(headers.authorization)
    response.writeHead(url === '/file' ? 302 : 200, { location: `http://${hostOf(proxy)}/other` }).end()
  })
  proxy.removeAllListeners('request').on('request', ({ headers }, response) => {
    got.push(headers.authorization)
    response.end()
  })
  const client = await HttpClient.open(null, {})
  clients.push(client)
  const { url, hops } = await client.ask({ url: `http://bob:s3%40cr3t@${hostOf(target)}/file`, signal })
  expect(got).toEqual([`Basic ${Buffer.from('bob:s3@cr3t').toString('base64')}`, undefined])
  expect([...hops.map((hop) => hop.url.href), url.href].join(' ')).not.toContain('bob')
})

describe('a request', () => {
  test('goes straight without a proxy', async () => {
    expect(await asked(null, {})).toBe('from the target')
    expect(passed).toEqual([])
  })

  test.each([
    ['the settings', (host: string) => [`http://${host}`, {}] as const],
    ['HTTP_PROXY', (host: string) => [null, { HTTP_PROXY: `http://${host}` }] as const],
    ['HTTP_PROXY without a protocol', (host: string) => [null, { HTTP_PROXY: host }] as const],
    [
      'the settings before HTTP_PROXY',
      (host: string) => [`http://${host}`, { HTTP_PROXY: 'http://127.0.0.1:1' }] as const,
    ],
  ])('goes over the proxy of %s', async (_, given) => {
    const [setting, env] = given(hostOf(proxy))
    expect(await asked(setting, env)).toMatch(/^from the/)
    expect(passed).toHaveLength(1)
    expect(passed[0]).toContain(hostOf(target))
  })

  test('goes straight to a host of NO_PROXY', async () => {
    const env = { NO_PROXY: 'example.org,127.0.0.1', HTTP_PROXY: `http://${hostOf(proxy)}` }
    expect(await asked(null, env)).toBe('from the target')
    expect(await asked(`http://${hostOf(proxy)}`, env)).toBe('from the target')
    expect(passed).toEqual([])
  })

  test('fails in words where the proxy is none, and where it is not there', async () => {
    const why = 'The proxy in Settings is no address of a proxy'
    await expect(HttpClient.open('http://', {})).rejects.toThrow(why)
    const env = { HTTPS_PROXY: 'http://:x' }
    await expect(HttpClient.open(null, env)).rejects.toThrow('HTTPS_PROXY or HTTP_PROXY')
    await expect(asked('http://127.0.0.1:1', {})).rejects.toThrow('fetch failed')
  })
})
