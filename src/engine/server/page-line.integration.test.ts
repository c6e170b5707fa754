import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Port } from '../../contract/port'
import { startHttpServer } from './http-server'
import type { HttpServer } from './http-server'
import { startLine } from './testing-line'
import type { TestLine } from './testing-line'

const TURN = 50

let folder = ''
let server: HttpServer
let line: TestLine
let headers: Record<string, string> = {}
let sockets: WebSocket[] = []

interface Page {
  socket: WebSocket
  port: Port
  isClosed: boolean
  /** What the server heard. */
  heard: unknown[]
}
let pages: Page[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-line-'))
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  ;[pages, sockets] = [[], []]
})
afterEach(() => {
  sockets.forEach((socket) => socket.terminate())
  line.close()
  server.close()
  rmSync(folder, { recursive: true })
})

async function start(turnMilliseconds = TURN): Promise<void> {
  server = await startHttpServer({
    pageFolder: folder,
    port: 0,
    turnMilliseconds,
    locatePicture: () => Promise.reject(new Error()),
    onClient(port) {
      const page: Page = { socket: sockets[pages.length], port, isClosed: false, heard: [] }
      port.onClose(() => (page.isClosed = true))
      port.onMessage((message) => page.heard.push(message))
      pages.push(page)
    },
  })
  const { host, origin, port } = new URL(server.url)
  const entered = await fetch(server.url, { redirect: 'manual' })
  headers = { Host: host, Origin: origin, Cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' }
  line = await startLine(Number(port))
}

async function openPage(query = ''): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${line.port}/engine${query}`, { headers })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'open')
  await expect.poll(() => pages.length).toBe(sockets.length)
  return pages[sockets.length - 1]
}

test('a page whose line is dead is noticed, and one that does nothing is not', async () => {
  await start()
  const page = await openPage()
  await setTimeout(20 * TURN)
  expect(page.isClosed).toBe(false)
  line.die()
  await expect.poll(() => page.isClosed).toBe(true)
})

test('a page hears at each turn that the server is there', async () => {
  const beats: string[] = []
  await start()
  const { socket } = await openPage()
  socket.on('message', (data: Buffer) => beats.push(data.toString()))
  await expect.poll(() => beats.length).toBeGreaterThan(4)
  expect(new Set(beats)).toEqual(new Set(['{"kind":"event","event":"line.beat","payload":{"bytes":0}}']))
})

test('a server that had no time for many turns ends nothing', async () => {
  await start()
  const page = await openPage()
  for (let pause = 0; pause < 3; pause += 1) {
    // as a process that is stopped and goes on
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * TURN)
    await setTimeout(4 * TURN)
  }
  expect(page.isClosed).toBe(false)
})

test('what is large has the time that a slow line takes, and is announced', async () => {
  await start()
  const page = await openPage()
  const sizes: unknown[] = []
  page.socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { payload?: { bytes: number } }
    if (message.payload?.bytes !== 0) {
      sizes.push(message.payload?.bytes ?? data.length)
    }
  })
  line.die()
  page.port.post({ text: 'a'.repeat(9_600_000) })
  await setTimeout(10 * TURN)
  expect(page.isClosed).toBe(false)
  line.revive()
  await expect.poll(() => sizes).toEqual([9_600_011, 9_600_011])
  line.die()
  await expect.poll(() => page.isClosed).toBe(true)
})

test('parts of a message that a page sends count as its answer', async () => {
  await start()
  const page = await openPage()
  // its browser answers no question while this goes out
  page.socket.pause()
  for (let part = 0; part < 20; part += 1) {
    page.socket.send(part === 0 ? '["' : 'a', { fin: false })
    await setTimeout(TURN / 2)
  }
  page.socket.send('"]', { fin: true })
  await expect.poll(() => page.heard).toEqual([['a'.repeat(19)]])
})

test('a page that connects anew is heard over its new socket alone', async () => {
  // nobody is asked here whether they are there
  await start(600_000)
  const [first, other] = [await openPage('?page=one'), await openPage('?page=two')]
  first.socket.send('{"at":1}')
  await expect.poll(() => first.heard).toEqual([{ at: 1 }])
  line.die()
  first.socket.send('{"at":2}')
  // over another line
  const again = new WebSocket(`ws://${headers.Host}/engine?page=one`, { headers })
  sockets.push(again)
  await once(again, 'open')
  await expect.poll(() => first.isClosed).toBe(true)
  line.revive()
  again.send('{"at":3}')
  await expect.poll(() => pages[2].heard).toEqual([{ at: 3 }])
  expect(first.heard).toEqual([{ at: 1 }])
  expect(other.isClosed).toBe(false)
})
