import { MessageChannel } from 'node:worker_threads'
import { Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { add, buildModel, input, matmul, constant, serializeModel } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { DeviceClient } from './device-client'
import { DeviceServer } from './device-server'
import type { GraphSession, GraphSource } from './graph-session'
import { createBatchSession, openFile } from './model-session'
import { RowSession, RunQueue } from './row-session'

const cpu = { provider: 'cpu', threads: 1 } as const

/** y = x times a matrix, plus each row's own offset. */
function specOf(rows: number | null): ModelSpec {
  const matrix = constant(Float32Array.of(1, 2, 3, 4, 5, 6), [3, 2])
  const y = add(matmul(input('x', ['batch', 3]), matrix), input('offset', ['batch', 2]))
  return buildModel({ y }, { name: 'rows', sizes: rows === null ? {} : { batch: rows } })
}

function source(mostRows: number): GraphSource {
  return { file: (rows) => serializeModel(specOf(rows)), batches: 'sized', mostRows, traits: {} }
}

function feedsOf(rows: number, first = 0): Record<string, Tensor> {
  const x = Float32Array.from({ length: 3 * rows }, (_, at) => first + at)
  const offset = Float32Array.from({ length: 2 * rows }, (_, at) => 100 * (first + at))
  return { x: new Tensor('float32', x, [rows, 3]), offset: new Tensor('float32', offset, [rows, 2]) }
}

async function valuesOf(session: GraphSession, feeds: Record<string, Tensor>): Promise<number[]> {
  const { y } = await session.run(feeds)
  expect(y.dims).toEqual([feeds['x'].dims[0], 2])
  return [...(y.data as Float32Array)]
}

/** A session that runs by sizes as on a device, but on the processor, and the sizes that it ran. */
async function asOnDevice(mostRows: number, fails: (rows: number) => boolean = () => false) {
  const ran: number[] = []
  const fewer: number[] = []
  const session = await RowSession.open({
    source: source(mostRows),
    isCpu: false,
    queue: new RunQueue(),
    open: async (file) => {
      const own = await openFile(file, cpu, {})
      return {
        ...own,
        run: (feeds, fetches) => {
          const [rows] = feeds['x'].dims
          ran.push(rows)
          return fails(rows) ? Promise.reject(new Error('out of memory')) : own.run(feeds, fetches)
        },
      }
    },
    onFewerRows: (rows) => fewer.push(rows),
  })
  return { session, ran, fewer }
}

const requests = [feedsOf(1), feedsOf(3, 10), feedsOf(2, 30), feedsOf(1, 50)]

async function answers(session: GraphSession): Promise<number[][]> {
  return Promise.all(requests.map((feeds) => valuesOf(session, feeds)))
}

test('rows that are asked for at the same time run as one batch, and each gets its own answer', async () => {
  const alone = await createBatchSession(specOf, cpu, 1)
  const { session, ran } = await asOnDevice(16)
  expect(await answers(session)).toEqual(await answers(alone))
  expect(ran).toEqual([16])
  expect(await valuesOf(session, feedsOf(4))).toEqual(await valuesOf(alone, feedsOf(4)))
  expect(ran).toEqual([16, 4])
  await Promise.all([session.release(), alone.release()])
})

test('a batch that fails is tried with fewer rows, down to one, and it is said', async () => {
  const alone = await createBatchSession(specOf, cpu, 1)
  const { session, ran, fewer } = await asOnDevice(16, (rows) => rows > 1)
  expect(await answers(session)).toEqual(await answers(alone))
  expect(fewer).toEqual([4, 1])
  expect(ran).toEqual([16, 4, ...Array(7).fill(1)])
  const broken = await asOnDevice(16, () => true)
  await expect(answers(broken.session)).rejects.toThrow('out of memory')
  await Promise.all([session.release(), alone.release(), broken.session.release()])
})

/** Threads that use the device. */
function clientsOf(server: DeviceServer, count: number) {
  return Array.from({ length: count }, () => {
    const { port1, port2 } = new MessageChannel()
    server.connect(port1)
    return { client: new DeviceClient(port2), port: port2 }
  })
}

test('threads that open one graph share its session, and their rows run together', async () => {
  const alone = await createBatchSession(specOf, cpu, 1)
  const clients = clientsOf(new DeviceServer(1), 2)
  const built: (number | null)[] = []
  const counted: GraphSource = {
    ...source(16),
    file: (rows) => {
      built.push(rows)
      return source(16).file(rows)
    },
  }
  const sessions = await Promise.all(clients.map(({ client }) => client.open(counted, 'cpu')))
  expect(sessions[0].inputNames).toEqual(['x', 'offset'])
  const both = await Promise.all(sessions.map(answers))
  expect(both).toEqual([await answers(alone), await answers(alone)])
  // each names the graph by its file; the device asks for one of them once, and for the batch that it needed
  expect(built.filter((rows) => rows === 1)).toHaveLength(3)
  expect(built.filter((rows) => rows === 16)).toHaveLength(1)
  await sessions[0].release()
  expect(await answers(sessions[1])).toEqual(both[0])
  clients[0].port.close()
  expect(await answers(sessions[1])).toEqual(both[0])
  const failing = sessions[1].run({ x: feedsOf(1)['x'] })
  await expect(failing).rejects.toThrow(/offset/)
  clients[1].port.close()
  await alone.release()
})

test('a thread that opened one graph twice keeps it until it has released both', async () => {
  const [mine, other] = clientsOf(new DeviceServer(1), 2)
  const first = await mine.client.open(source(16), 'cpu')
  const second = await mine.client.open(source(16), 'cpu')
  const expected = await answers(first)
  await first.release()
  expect(await answers(second)).toEqual(expected)
  await second.release()
  await expect(second.run(feedsOf(1))).rejects.toThrow('given no such graph')
  // a thread that ends has none of its sessions left
  await mine.client.open(source(16), 'cpu')
  await mine.client.open(source(16), 'cpu')
  const shared = await other.client.open(source(16), 'cpu')
  mine.port.close()
  expect(await answers(shared)).toEqual(expected)
  await shared.release()
  await expect(shared.run(feedsOf(1))).rejects.toThrow('given no such graph')
  other.port.close()
})
