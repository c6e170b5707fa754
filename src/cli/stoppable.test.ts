import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { EXIT_CODES } from './output'
import { stoppable } from './with-engine'

const isWindows = process.platform === 'win32'

test.skipIf(isWindows).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the work tidily [not on Windows]',
  async (name) => {
    const before = process.listenerCount(name)
    const ended = await stoppable(async (signal) => {
      const aborted = once(signal, 'abort')
      process.kill(process.pid, name)
      await aborted
      return 'tidily'
    })
    expect(ended).toBe('tidily')
    expect(process.listenerCount(name)).toBe(before)
  },
)

test.skipIf(isWindows)(
  'work that does not end when it is stopped ends with its program [not on Windows]',
  async () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    const wrote = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await stoppable(async () => {
      process.kill(process.pid, 'SIGTERM')
      await expect.poll(() => exit.mock.calls).toEqual([[EXIT_CODES.stopped]])
    }, 50)
    exit.mockRestore()
    wrote.mockRestore()
  },
)
