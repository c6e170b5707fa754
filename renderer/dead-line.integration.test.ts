import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Client } from '../src/contract/client'
import type { EngineCommands, EngineEvents } from '../src/contract/engine'
import { toFailure } from '../src/contract/errors'
import type { Port, Request } from '../src/contract/port'
import { PageSockets, watchPage } from '../src/engine/server/page-line'
import { socketPort } from '../src/engine/server/socket-port'
import { startLine } from '../src/engine/server/testing-line'
import type { TestLine } from '../src/engine/server/testing-line'

const TURN = 50

let server: WebSocketServer
let line: TestLine
let engine: Client<EngineCommands, EngineEvents>
/** What the engine has not answered yet; null while it answers at once. */
let unanswered: (() => void)[] | null = null
/** What the engine was sent. */
let asked: string[] = []
let connections: boolean[] = []
let isOver = false

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const pages = new PageSockets()
  server.on('connection', (client, { url, socket }) => {
    pages.add(new URL(url ?? '', 'http://127.0.0.1').searchParams.get('page'), client)
    watchPage(client, socket, TURN)
    answerOn(socketPort(client))
  })
  line = await startLine((server.address() as AddressInfo).port)
  vi.stubGlobal('window', {
    location: { protocol: 'http:', host: `127.0.0.1:${line.port}` },
    // the page goes on for as long as it lives
    setTimeout: (what: () => void, milliseconds: number) =>
      isOver ? 0 : globalThis.setTimeout(what, milliseconds),
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  })
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string) {
        super(address)
        // a browser tells of it by the end alone
        this.on('error', () => undefined)
      }
    },
  )
  const page = await import('./engine')
  ;({ engine } = page)
  engine.onConnection((isConnected) => connections.push(isConnected))
  page.connectEngine(TURN)
})
afterAll(async () => {
  isOver = true
  const lost = new Promise<boolean>((resolve) => {
    engine.onConnection(resolve)
  })
  line.close()
  await lost
  vi.unstubAllGlobals()
  server.close()
})

function answerOn(port: Port): void {
  port.onMessage((message) => {
    const { id, command } = message as Request
    asked.push(command)
    const answer = (): void => port.post({ kind: 'result', id, value: command })
    if (unanswered === null) {
      answer()
    } else {
      unanswered.push(answer)
    }
  })
}

test('a page whose engine is busy for many turns stays connected, and its calls are answered then', async () => {
  await expect.poll(() => engine.isConnected()).toBe(true)
  const waiting: (() => void)[] = []
  unanswered = waiting
  const answers = Promise.all([engine.call('connector.agree', {}), engine.call('app.info', {})])
  await setTimeout(20 * TURN)
  expect(connections).toEqual([true])
  unanswered = null
  waiting.forEach((answer) => answer())
  expect(await answers).toEqual(['connector.agree', 'app.info'])
})

test('where the line is dead the page says so, and all is stored in order once it is back', async () => {
  ;[connections, asked] = [[], []]
  line.die()
  const failed = engine.call('connector.agree', {}).catch((error: unknown) => toFailure(error).code)
  const stored = [engine.call('settings.get', {})]
  expect(await failed).toBe('disconnected')
  expect(connections).toEqual([false])
  // made while nobody answers
  const later = engine.call('jobs.list', {})
  await setTimeout(10 * TURN)
  expect([connections, asked]).toEqual([[false], []])
  line.revive()
  expect(await Promise.all([...stored, later])).toEqual(['settings.get', 'jobs.list'])
  expect(connections).toEqual([false, true])
  expect(asked.slice(-2)).toEqual(['settings.get', 'jobs.list'])
  await setTimeout(10 * TURN)
  expect(engine.isConnected()).toBe(true)
})
