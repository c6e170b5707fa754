import { expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { outlivesTerminal } from '../process/testing/outlives-terminal'
import { trainerContract } from './fine-tuning/trainer-contract'

test.skipIf(process.platform === 'win32')(
  'a training process outlives Ctrl+C and the end of its terminal, and ends with its channel [not on Windows]',
  async () => {
    const code = await outlivesTerminal('training', (port) => {
      const client = createClient(trainerContract)
      client.connect(port)
      return () => client.call('pause', {})
    })
    expect(code).toBe(0)
  },
  120_000,
)
