import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import type { ProcessHost } from '../../process/process-host'
import { Proposers } from './proposers'
import { withQueue } from '../testing-queue'
import type { QueueOptions } from '../testing-queue'

test('Q1: a provider that breaks at its work is given up by name, and the pair gets its proposal all the same', async () => {
  // CUDA is never in the tarball, so it really fails here
  await withQueue({ host: nodeProcessHost, provider: 'cuda' }, async ({ queue, givenUp }) => {
    expect(await queue.makeFor(1)).toMatchObject({ provider: 'cpu' })
    expect(givenUp).toEqual(['cuda'])
  })
})

test('Q2: a process that dies on the CPU too says nothing against the provider', async () => {
  const host: ProcessHost = {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      setTimeout(() => hosted.kill(), 20)
      return hosted
    },
  }
  await withQueue({ host, provider: 'webgpu' }, async ({ queue, givenUp }) => {
    await expect(queue.makeFor(1)).rejects.toMatchObject({ failure: { code: 'unavailable' } })
    expect(givenUp).toEqual([])
  })
})

test('Q3: two lanes work on two pairs at a time, and each pair has one proposal', async () => {
  const started: number[] = []
  const host: ProcessHost = {
    start(program, options) {
      started.push(Date.now())
      return nodeProcessHost.start(program, options)
    },
  }
  await withQueue({ host, provider: 'cpu', pairs: 5, lanes: 2 }, async ({ queue, project, ended }) => {
    expect(queue.start(3)).toMatchObject({ isRunning: true, total: 5, currentKey: project.store.pair(3).key })
    await ended
    expect(queue.status()).toMatchObject({ isRunning: false, done: 5, failed: 0, currentKey: null })
    expect([1, 2, 3, 4, 5].map((id) => project.store.proposals.ofPair(id).length)).toEqual([1, 1, 1, 1, 1])
    expect(started).toHaveLength(2)
  })
})

test('Q4: pairs that come while the last one is worked on take the lane that was left', async () => {
  const options: QueueOptions = { host: nodeProcessHost, provider: 'cpu', pairs: 3, lanes: 2 }
  await withQueue(options, async ({ queue, project, ended }) => {
    await queue.makeFor(2)
    await queue.makeFor(3)
    expect(queue.start(null)).toMatchObject({ total: 1 })
    expect(queue.startAgain()).toMatchObject({ total: 3, done: 0 })
    await ended
    expect(queue.status()).toMatchObject({ done: 3, failed: 0 })
    expect([1, 2, 3].map((id) => project.store.proposals.ofPair(id).length)).toEqual([1, 2, 2])
  })
})

test('Q5: a request that is stopped says nothing against the model in use, and leaves the pair as it was', async () => {
  const stopper = new AbortController()
  const host: ProcessHost = {
    start() {
      stopper.abort()
      return Promise.reject(new Error('its process ended'))
    },
  }
  const models = join(import.meta.dirname, '..', '..', '..', 'models')
  const proposers = new Proposers(
    { shipped: models, user: models },
    async () => ({ reason: 'there is none' }),
    () => 'ccrc-base',
    { canName: () => false, sceneKind: () => 'photographs', threshold: () => null },
    null,
  )
  await proposers.refresh()
  await withQueue({ host, provider: 'cpu', proposers }, async ({ queue, project, warned }) => {
    await expect(queue.makeFor(1, null, stopper.signal)).rejects.toThrow(Error)
    expect(warned).toEqual([])
    expect(project.store.proposals.ofPair(1)).toEqual([])
  })
})
