import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { HostedProcess } from '../../process/process-host'
import { commandHost } from '../../process/process-host'
import type { SetSpec } from './layouts/layout'
import { runWorkers } from './worker-pool'

afterEach(() => vi.restoreAllMocks())

const SPEC: SetSpec = {
  world: 'blocks',
  profile: 'blocks',
  seed: 1,
  width: 32,
  height: 32,
  inTurn: false,
  count: 8,
  layout: 'folder',
  truth: false,
  between: 0,
}

/** A process that does nothing and ends a while after it is killed. */
function idleProcess(living: Set<HostedProcess>): HostedProcess {
  const listeners: ((code: number | null, signal: string | null) => void)[] = []
  const hosted: HostedProcess = {
    port: { post: () => {}, onMessage: () => {}, onClose: () => {}, close: () => {} },
    pid: undefined,
    kill() {
      void setTimeout(5).then(() => {
        living.delete(hosted)
        listeners.forEach((listener) => listener(null, 'SIGKILL'))
      })
    },
    onExit: (listener) => listeners.push(listener),
  }
  living.add(hosted)
  return hosted
}

test('where one worker cannot be started none is left, also of those that were still on their way', async () => {
  const living = new Set<HostedProcess>()
  let started = 0
  vi.spyOn(commandHost, 'start').mockImplementation(async () => {
    const place = started++
    await setTimeout(10 * place)
    if (place === 1) {
      throw new Error('spawn EAGAIN')
    }
    return idleProcess(living)
  })
  const run = runWorkers(SPEC, 'nowhere', 4, new AbortController().signal, () => {})
  await expect(run).rejects.toThrow('spawn EAGAIN')
  expect([started, living.size]).toEqual([4, 0])
})
