import { expect, test } from 'vitest'
import type { WorkerSigns } from '../../queue/worker-signs'
import type { WorkQueue } from '../../queue/work-queue'
import { JobWorker, pauseAfter } from './job-worker'

test('a worker whose pairs fail in a row takes the next ones later and later', () => {
  expect([0, 2, 3, 4, 6, 7, 1000].map(pauseAfter)).toEqual([0, 0, 1000, 2000, 8000, 10_000, 10_000])
})

/** Milliseconds between the beginnings of jobs that fail or are done in this order. */
async function pausesOf(outcomes: readonly ('fails' | 'done')[]): Promise<number[]> {
  const began: number[] = []
  const stop = new AbortController()
  const kind = {
    task: 'proposals',
    queues: ['one'],
    size: 1,
    nameOf: () => 'a pair',
    make: () => {
      began.push(performance.now())
      if (began.length === outcomes.length) {
        stop.abort()
      }
      return outcomes[began.length - 1] === 'done'
        ? Promise.resolve(true)
        : Promise.reject(new Error('the disk is away'))
    },
  } as const
  const queue: Partial<WorkQueue> = {
    take: () => Promise.resolve([{ id: String(began.length), queue: 'one', data: {} }]),
    done: () => Promise.resolve(),
    failed: () => Promise.resolve(),
  }
  const signs: Partial<WorkerSigns> = { sign: () => Promise.resolve(), leave: () => Promise.resolve() }
  const worker = new JobWorker({
    queue: queue as WorkQueue,
    signs: signs as WorkerSigns,
    kinds: [kind],
    self: () => ({ id: '', machine: '', pid: 1, provider: 'cpu', lanes: 1, proposers: [], tasks: [] }),
    onFailure: () => undefined,
  })
  await worker.run(stop.signal, false)
  return began.slice(1).map((time, index) => time - began[index])
}

test('a worker rests after three failures in a row, and goes on at once after a job that it did', async () => {
  const pauses = await pausesOf([
    'fails',
    'fails',
    'done',
    'fails',
    'fails',
    'fails',
    'done',
    'fails',
    'done',
  ])
  const [rest] = pauses.splice(5, 1)
  // timers of Node end up to a millisecond early
  expect(rest).toBeGreaterThanOrEqual(999)
  // after six failures in a row it would rest for eight seconds
  expect(Math.max(...pauses)).toBeLessThan(6000)
})
