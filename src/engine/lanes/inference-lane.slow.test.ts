import { afterEach, describe, expect, test } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { InferenceLane } from './inference-lane'

const probe = { provider: 'cpu' } as const
const limits = { milliseconds: 120_000 }
let lane: InferenceLane

afterEach(() => lane.dispose())

/** Real processes, of which `onStart` hears before the lane does. */
function host(onStart: (hosted: HostedProcess) => HostedProcess | void): ProcessHost {
  return {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      return onStart(hosted) ?? hosted
    },
  }
}

describe('L: a lane', () => {
  test('L1: a request that is cancelled while its process starts is not made', async () => {
    const stopper = new AbortController()
    lane = new InferenceLane(host(() => stopper.abort()))
    const asked = lane.call('probe', probe, { ...limits, signal: stopper.signal })
    await expect(asked).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(await lane.call('probe', probe, limits)).toMatchObject({ isUsable: true })
  })

  test('L2: after a crash the next request has a new process, even if the end is told late or never', async () => {
    const started: HostedProcess[] = []
    lane = new InferenceLane(
      host((hosted) => {
        started.push(hosted)
        return { ...hosted, onExit: () => {} }
      }),
    )
    const crashed = lane.call('probe', probe, limits)
    const next = lane.call('probe', probe, { milliseconds: 120_000 })
    await expect.poll(() => started.length).toBe(1)
    started[0].kill()
    await expect(crashed).rejects.toMatchObject({ failure: { code: 'unavailable' } })
    expect(await next).toMatchObject({ isUsable: true })
  })

  test('L2: so has one that comes after its idle process died, before its end is told', async () => {
    const started: HostedProcess[] = []
    lane = new InferenceLane(
      host((hosted) => {
        started.push(hosted)
        return { ...hosted, onExit: () => {} }
      }),
    )
    await lane.call('probe', probe, limits)
    const gone = new Promise<void>((resolve) => started[0].port.onClose(resolve))
    started[0].kill()
    await gone
    expect(await lane.call('probe', probe, limits)).toMatchObject({ isUsable: true })
    expect(started).toHaveLength(2)
  })

  test('L3: a request whose process is killed on purpose is cancelled, in the words of the one who killed it', async () => {
    const started: HostedProcess[] = []
    lane = new InferenceLane(host((hosted) => void started.push(hosted)))
    const asked = lane.call('probe', probe, limits)
    await expect.poll(() => started.length).toBe(1)
    lane.kill('The model is gone.')
    await expect(asked).rejects.toMatchObject({
      failure: { code: 'cancelled', message: 'The model is gone.' },
    })
    expect(await lane.call('probe', probe, limits)).toMatchObject({ isUsable: true })
  })
})
