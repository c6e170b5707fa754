import { expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { nodeProcessHost } from '../process/process-host'
import { trainerContract } from './fine-tuning/trainer-contract'

test.skipIf(process.platform === 'win32')(
  'a training process outlives Ctrl+C and the end of its terminal, and ends with its channel [not on Windows]',
  async () => {
    const hosted = await nodeProcessHost.start('training')
    const ended = new Promise<number | null>((resolve) => hosted.onExit(resolve))
    const client = createClient(trainerContract)
    client.connect(hosted.port)
    await client.call('pause', {})
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      process.kill(hosted.pid ?? 0, signal)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await client.call('pause', {})
    }
    hosted.port.close()
    expect(await ended).toBe(0)
  },
  120_000,
)
