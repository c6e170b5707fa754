import { englishOf } from '../../messages/message'
import { expect, test } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { withQueue } from '../testing-queue'

useSoftwareDriver()
const missing = await webgpuMissing()

// the software driver is far slower than the CPU that it runs on
test.skipIf(missing !== null)(
  `a slow device makes the first eight proposals, the CPU eight, and then the rest${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const options = { host: nodeProcessHost, provider: 'webgpu', isAutomatic: true, pairs: 18 } as const
    await withQueue(options, async ({ queue, project, givenUp, told, ended }) => {
      queue.start(1)
      await ended
      const made = Array.from({ length: 18 }, (_, index) => project.store.proposals.ofPair(index + 1))
      const providers = made.map(([{ provider }]) => provider)
      expect(providers.filter((provider) => provider === 'webgpu')).toHaveLength(8)
      expect(told.map(englishOf)).toEqual([
        expect.stringMatching(
          /^Proposals of difference are made on the CPU here: WebGPU takes [\d.]+ times as long/,
        ),
      ])
      expect(givenUp).toEqual([])
    })
  },
  600_000,
)
