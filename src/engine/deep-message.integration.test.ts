import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveFrom } from './testing'
import type { Served } from './server/serve'

let home = ''
let served: Served
let socket: WebSocket
let cookie = ''

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-deep-'))
  served = await serveFrom(home, null)
  const entered = await fetch(served.url, { redirect: 'manual' })
  ;[cookie] = (entered.headers.get('set-cookie') ?? '').split(';')
  socket = await openSocket()
})

async function openSocket(): Promise<WebSocket> {
  const { host, origin } = new URL(served.url)
  const opened = new WebSocket(`ws://${host}/engine`, { headers: { Cookie: cookie, Origin: origin } })
  await once(opened, 'open')
  return opened
}

afterAll(() => {
  socket.terminate()
  served.close()
  rmSync(home, { recursive: true, maxRetries: 20 })
})

/** The reply with this number, however many events come before. */
function ask(id: number, input: string, command = 'settings.set'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as { id?: number }
      if (reply.id === id) {
        resolve(reply)
      }
    })
    socket.send(`{"kind":"request","id":${id},"command":"${command}","input":${input}}`)
  })
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const tooDeep = {
  kind: 'failure',
  failure: { code: 'invalid-input', message: 'The message is nested too deep to be read.' },
}

async function closed(text: string): Promise<unknown[]> {
  const own = await openSocket()
  own.on('error', () => undefined)
  own.send(text)
  const [code, reason] = (await once(own, 'close')) as [number, Buffer]
  return [code, reason.toString()]
}

test('a message that is too large or cannot be read closes the connection, with the reason', async () => {
  expect(await closed(nested(2000))).toEqual([1003, 'The message is nested too deep.'])
  expect(await closed('{')).toEqual([1003, 'The message cannot be read.'])
  expect((await closed(`"${'x'.repeat(64 * 2 ** 20)}"`))[0]).toBe(1009)
  expect(await ask(4, '{}', 'project.current')).toMatchObject({ value: null })
})

test('a message that is nested deep is answered, and the engine lives on', async () => {
  const pid = served.enginePid()
  expect(await ask(1, nested(2000))).toEqual({ ...tooDeep, id: 1 })
  expect(await ask(2, nested(1_000_000))).toEqual({ ...tooDeep, id: 2 })
  expect(await ask(3, '{}', 'project.current')).toEqual({ kind: 'result', id: 3, value: null })
  expect(served.enginePid()).toBe(pid)
})
