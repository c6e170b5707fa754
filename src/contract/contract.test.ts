import { MessageChannel } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client'
import type { Client } from './client'
import { once, idempotent } from './define'
import { ContractError, failWith } from './errors'
import { isTooDeep, portPair } from './port'
import type { Port } from './port'
import { serve } from './server'

const counter = {
  commands: {
    add: idempotent(z.object({ id: z.string(), by: z.int().max(10) }), z.int()),
    once: once(z.object({}), z.null()),
    fail: idempotent(z.object({ how: z.enum(['known', 'bug']) }), z.null()),
    never: idempotent(z.object({}), z.null()),
    neverOnce: once(z.object({}), z.null()),
  },
  events: { changed: z.object({ value: z.int() }) },
}
type CounterClient = Client<typeof counter.commands, typeof counter.events>

const bugs: unknown[] = []

function startServer(): { connect(port: Port): void } {
  let value = 0
  const seen = new Set<string>()
  const server = serve(
    counter,
    {
      add: ({ id, by }) => {
        if (!seen.has(id)) {
          seen.add(id)
          value += by
          server.emit('changed', { value })
        }
        return value
      },
      once: () => null,
      fail: ({ how }) => {
        throw how === 'known' ? failWith('not-found', 'It is not here.') : new TypeError('oops')
      },
      never: () => new Promise<null>(() => {}),
      neverOnce: () => new Promise<null>(() => {}),
    },
    (_command, error) => bugs.push(error),
  )
  return server
}

function nodePort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', listener),
    onClose: (listener) => port.on('close', listener),
    close: () => port.close(),
  }
}

function channels(): { name: string; ports: () => [Port, Port] }[] {
  return [
    { name: 'in memory', ports: () => portPair(structuredClone) },
    {
      name: 'a real MessageChannel',
      ports: () => {
        const { port1, port2 } = new MessageChannel()
        return [nodePort(port1), nodePort(port2)]
      },
    },
  ]
}

async function failureOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.catch((caught: unknown) => caught)
  return error instanceof ContractError ? error.failure.code : 'none'
}

describe.each(channels())('C: the contract over $name', ({ ports }) => {
  test('C1: a command is answered, and its event reaches every client', async () => {
    const server = startServer()
    const clients: CounterClient[] = [createClient(counter), createClient(counter)]
    const [own, other] = clients.map((client) => {
      const [near, far] = ports()
      server.connect(far)
      client.connect(near)
      return near
    })
    const heard = new Promise((resolve) => clients[1].on('changed', resolve))
    expect(await clients[0].call('add', { id: 'a', by: 2 })).toBe(2)
    expect(await heard).toEqual({ value: 2 })
    own.close()
    other.close()
  })

  test('C2: what does not fit the schema never reaches a handler', async () => {
    const [near, far] = ports()
    startServer().connect(far)
    const client: CounterClient = createClient(counter)
    client.connect(near)
    expect(await failureOf(client.call('add', { id: 'a', by: 11 }))).toBe('invalid-input')
    expect(await failureOf(client.call('toString' as 'once', {}))).toBe('invalid-input')
    near.close()
  })

  test('C3: known failures keep their code; a bug becomes internal and is reported', async () => {
    const [near, far] = ports()
    startServer().connect(far)
    const client: CounterClient = createClient(counter)
    client.connect(near)
    expect(await failureOf(client.call('fail', { how: 'known' }))).toBe('not-found')
    expect(await failureOf(client.call('fail', { how: 'bug' }))).toBe('internal')
    expect(bugs.at(-1)).toBeInstanceOf(TypeError)
    near.close()
  })

  test('C4: after a restart idempotent commands are sent again, others fail', async () => {
    const [near, far] = ports()
    startServer().connect(far)
    const client: CounterClient = createClient(counter)
    client.connect(near)
    const waiting = client.call('never', {})
    const lost = failureOf(client.call('neverOnce', {}))
    const connections: boolean[] = []
    client.onConnection((isConnected) => connections.push(isConnected))
    near.close()
    expect(await lost).toBe('disconnected')
    const [nearAgain, farAgain] = ports()
    const restarted = serve(
      counter,
      { add: () => 7, once: () => null, fail: () => null, never: () => null, neverOnce: () => null },
      () => {},
    )
    restarted.connect(farAgain)
    client.connect(nearAgain)
    expect(await waiting).toBeNull()
    expect(connections).toEqual([false, true])
    nearAgain.close()
  })

  test('C5: a command given while nothing is connected waits for the connection', async () => {
    const client: CounterClient = createClient(counter)
    const early = client.call('add', { id: 'a', by: 1 })
    const [near, far] = ports()
    startServer().connect(far)
    client.connect(near)
    expect(await early).toBe(1)
    near.close()
  })

  test('C7: a new port ends the one before it, whose loss may be heard of later', async () => {
    const [near, far] = ports()
    startServer().connect(far)
    const client: CounterClient = createClient(counter)
    client.connect(near)
    const [once, waiting] = [failureOf(client.call('neverOnce', {})), client.call('never', {})]
    const [nearAgain, farAgain] = ports()
    const asked: string[] = []
    const heard = (command: string) => (): null => {
      asked.push(command)
      return null
    }
    serve(
      counter,
      {
        add: () => 7,
        once: () => null,
        fail: () => null,
        never: heard('never'),
        neverOnce: heard('neverOnce'),
      },
      () => {},
    ).connect(farAgain)
    client.connect(nearAgain)
    expect(await once).toBe('disconnected')
    expect(await waiting).toBeNull()
    expect(asked).toEqual(['never'])
    expect(client.isConnected()).toBe(true)
    nearAgain.close()
  })

  test('C6: nonsense on the port is passed over', async () => {
    const [near, far] = ports()
    startServer().connect(far)
    near.post('nonsense')
    near.post({ kind: 'request', id: 'x', command: 5 })
    const client: CounterClient = createClient(counter)
    client.connect(near)
    expect(await client.call('add', { id: 'a', by: 1 })).toBe(1)
    near.close()
  })
})

describe('a message that is nested deep', () => {
  test.each([65, 500])('%i levels deep, is answered over a port of cloned data', async (depth) => {
    const { port1, port2 } = new MessageChannel()
    startServer().connect(nodePort(port1))
    const client = createClient(counter)
    client.connect(nodePort(port2))
    await expect(client.call('add', nested(depth) as never)).rejects.toMatchObject({
      failure: { code: 'invalid-input', message: 'The message is nested too deep to be read.' },
    })
    expect(await client.call('once', {})).toBeNull()
    port1.close()
  })

  test('may hold itself, or one thing many times', () => {
    const own: unknown[] = []
    own.push(own)
    let many: unknown = 0
    for (let level = 0; level < 40; level += 1) {
      many = [many, many]
    }
    expect([isTooDeep(own), isTooDeep(many), isTooDeep({ a: [new Uint8Array(9)] })]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('that cannot be sent at all fails, and is not sent again', async () => {
    const [near, far] = portPair(structuredClone)
    startServer().connect(far)
    const client = createClient(counter)
    client.connect({
      ...bound(near),
      post: () => {
        throw failWith('invalid-input', 'It is too large.')
      },
    })
    await expect(client.call('never', {})).rejects.toThrow('It is too large.')
  })
})

function bound(port: Port): Port {
  return {
    post: (message) => port.post(message),
    onMessage: (listener) => port.onMessage(listener),
    onClose: (listener) => port.onClose(listener),
    close: () => port.close(),
  }
}

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < depth; level += 1) {
    value = level % 2 === 0 ? [value] : { value }
  }
  return value
}

test('a port in memory keeps what comes before anybody listens, in order, and loses it once it is closed', async () => {
  const [near, far] = portPair(structuredClone)
  near.post({ at: 1 })
  near.post({ at: 2 })
  await Promise.resolve()
  await Promise.resolve()
  const heard: unknown[] = []
  far.onMessage((message) => heard.push(message))
  expect(heard).toEqual([{ at: 1 }, { at: 2 }])
  near.post({ at: 3 })
  far.close()
  await Promise.resolve()
  await Promise.resolve()
  expect(heard).toHaveLength(2)
})

test('a client tells of its connection until that is no longer wanted', () => {
  const [near] = portPair(structuredClone)
  const client = createClient(counter)
  const states: boolean[] = []
  const stop = client.onConnection((isConnected) => states.push(isConnected))
  client.connect(near)
  expect(client.isConnected()).toBe(true)
  stop()
  near.close()
  expect([client.isConnected(), states]).toEqual([false, [true]])
})

test('a client that is given a port of a side that is gone is not connected, and sends its commands over the next one', async () => {
  const [near, far] = portPair(structuredClone)
  far.close()
  const client = createClient(counter)
  const states: boolean[] = []
  client.onConnection((isConnected) => states.push(isConnected))
  const waiting = client.call('add', { id: 'a', by: 3 })
  client.connect(near)
  expect([client.isConnected(), states]).toEqual([false, [false]])
  const [nearAgain, farAgain] = portPair(structuredClone)
  startServer().connect(farAgain)
  client.connect(nearAgain)
  expect(await waiting).toBe(3)
})
