import { expect, test } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { SharedProcessHost } from '../../process/shared-process-host'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { withQueue } from '../testing-queue'

useSoftwareDriver()
const missing = await webgpuMissing()

/** More for a longer search: DELTASCRIBE_KILLS=20. */
const KILLS = Number(process.env['DELTASCRIBE_KILLS'] ?? 3)
const PAIRS = 4

/** Ends each process at a message that is drawn, until there were so many. */
function killingHost(kills: number): { host: ProcessHost; killed: number[] } {
  const killed: number[] = []
  const start: ProcessHost['start'] = async (...asked) => {
    const hosted = await nodeProcessHost.start(...asked)
    return killed.length < kills ? mortal(hosted) : hosted
  }
  function mortal(hosted: HostedProcess): HostedProcess {
    const at = 1 + Math.floor(3 * Math.random())
    let messages = 0
    const count = (): void => {
      messages += 1
      if (messages === at && killed.length < kills) {
        killed.push(at)
        hosted.kill()
      }
    }
    const { port } = hosted
    const post: typeof port.post = (message) => {
      port.post(message)
      count()
    }
    const onMessage: typeof port.onMessage = (listener) =>
      port.onMessage((message) => {
        count()
        listener(message)
      })
    return { ...hosted, port: { ...port, post, onMessage } }
  }
  return { host: { start }, killed }
}

test.skipIf(missing !== null)(
  `a queue whose device process is killed again and again proposes once for each pair${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    for (let left = KILLS; left > 0;) {
      const { host, killed } = killingHost(1)
      const shared = new SharedProcessHost(host)
      const options = { host: shared, provider: 'webgpu', pairs: PAIRS, lanes: 2 } as const
      await withQueue(options, async ({ queue, project, givenUp, ended }) => {
        queue.start(1)
        await ended
        const made = Array.from({ length: PAIRS }, (_, index) => project.store.proposals.ofPair(index + 1))
        expect(made.map((proposals) => proposals.length)).toEqual(Array(PAIRS).fill(1))
        expect(queue.status()).toMatchObject({ done: PAIRS, failed: 0 })
        expect(new Set(givenUp)).toEqual(new Set(['webgpu']))
      })
      expect(killed).toHaveLength(1)
      left -= 1
    }
  },
  1_800_000,
)
