import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderName } from '../contract/proposal'
import { InferenceLane } from '../engine/lanes/inference-lane'
import { makePairFolder } from '../images/testing'
import { nodeProcessHost } from '../process/process-host'
import type { HostedProcess, ProcessHost } from '../process/process-host'
import { SharedProcessHost } from '../process/shared-process-host'
import { useSoftwareDriver, webgpuMissing } from '../training/testing-webgpu'

useSoftwareDriver()
const missing = await webgpuMissing()

const limits = { milliseconds: 300_000 }
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-shared-'))
  await makePairFolder(folder, { count: 3, width: 96, height: 64, layout: 'before-after' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A host that counts its processes, and can end the last one. */
function countingHost(): { host: ProcessHost; started: HostedProcess[] } {
  const started: HostedProcess[] = []
  const start: ProcessHost['start'] = async (...asked) => {
    const hosted = await nodeProcessHost.start(...asked)
    started.push(hosted)
    return hosted
  }
  return { host: { start }, started }
}

async function propose(lane: InferenceLane, pair: number, provider: ProviderName) {
  const file = `pair_00000${pair}.png`
  const frames = { before: join(folder, 'before', file), after: join(folder, 'after', file) }
  const proposer = { name: 'difference', folder: null }
  const {
    milliseconds: _,
    provider: __,
    ...proposal
  } = await lane.call('propose', { ...frames, provider, proposer }, limits)
  return proposal
}

test.skipIf(missing !== null)(
  `pairs at once on a shared device get the proposals of the CPU, in one process, whatever ends${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const { host, started } = countingHost()
    const shared = new SharedProcessHost(host)
    const lanes = [0, 1, 2].map(() => new InferenceLane(shared, { isQuiet: true }))
    const cpu = new InferenceLane(nodeProcessHost)
    const expected = []
    for (const pair of [0, 1, 2]) {
      expected.push(await propose(cpu, pair, 'cpu'))
    }
    const all = () => Promise.all(lanes.map((lane, at) => propose(lane, at, 'webgpu')))
    expect(await all()).toEqual(expected)
    expect(started).toHaveLength(1)
    // one that is cancelled ends alone
    const cancelled = propose(lanes[0], 0, 'webgpu')
    const other = propose(lanes[1], 1, 'webgpu')
    await setImmediate() // both are sent
    lanes[0].kill()
    await expect(cancelled).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(await other).toEqual(expected[1])
    // the process ends for all, and is started again for all
    const lost = all()
    started[0].kill()
    await expect(lost).rejects.toMatchObject({ failure: { code: 'unavailable' } })
    expect(await all()).toEqual(expected)
    expect(started).toHaveLength(2)
    const ended = new Promise((resolve) => started[1].onExit(resolve))
    lanes.forEach((lane) => lane.dispose())
    await ended
    cpu.dispose()
  },
  600_000,
)
