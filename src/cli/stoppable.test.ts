import { once } from 'node:events'
import { expect, test } from 'vitest'
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
