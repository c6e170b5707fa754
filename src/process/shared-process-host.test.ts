import { expect, test } from 'vitest'
import { portPair } from '../contract/port'
import type { HostedProcess, ProcessHost } from './process-host'
import { SharedProcessHost } from './shared-process-host'

/** A process that ends when the test says so, as one that is killed ends a little later. */
interface Made {
  exits: ((code: number | null, signal: string | null) => void)[]
  killed: number
}

function madeHost(): { host: ProcessHost; made: Made[] } {
  const made: Made[] = []
  const host = {
    async start(): Promise<HostedProcess> {
      const one: Made = { exits: [], killed: 0 }
      made.push(one)
      return {
        port: portPair(structuredClone)[0],
        pid: made.length,
        kill: () => {
          one.killed += 1
        },
        onExit: (listener) => one.exits.push(listener),
      }
    },
  }
  return { host, made }
}

const end = ({ exits }: Made): void => exits.forEach((listener) => listener(null, 'SIGKILL'))

test('the end of a process that is told late leaves the next one in use', async () => {
  const { host, made } = madeHost()
  const shared = new SharedProcessHost(host)
  const first = await shared.start('inference')
  first.kill()
  expect(made[0].killed).toBe(1)
  await shared.start('inference')
  end(made[0])
  const third = await shared.start('inference')
  expect([made.length, third.pid]).toEqual([2, 2])
})

test('a process that ends tells each that uses it once, and the next one that asks gets another', async () => {
  const { host, made } = madeHost()
  const shared = new SharedProcessHost(host)
  const told: string[] = []
  for (const name of ['first', 'second', 'third']) {
    const hosted = await shared.start('inference')
    hosted.onExit((code, signal) => told.push(`${name} ${code} ${signal}`))
  }
  end(made[0])
  end(made[0])
  expect(told).toEqual(['first null SIGKILL', 'second null SIGKILL', 'third null SIGKILL'])
  expect((await shared.start('inference')).pid).toBe(2)
})

test('lanes that begin again leave nothing at the process that stays', async () => {
  const { host, made } = madeHost()
  const shared = new SharedProcessHost(host)
  await shared.start('inference')
  const { length } = made[0].exits
  for (let begun = 0; begun < 20; begun += 1) {
    const hosted = await shared.start('inference')
    hosted.kill()
  }
  expect([made.length, made[0].exits.length]).toEqual([1, length])
})

test('a process that does not start is tried again', async () => {
  const { host, made } = madeHost()
  let isRefused = true
  const shared = new SharedProcessHost({
    start: (...asked) => (isRefused ? Promise.reject(new Error('no process')) : host.start(...asked)),
  })
  await expect(shared.start('inference')).rejects.toThrow('no process')
  isRefused = false
  await shared.start('inference')
  expect(made).toHaveLength(1)
})
