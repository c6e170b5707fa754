import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client'
import { idempotent } from './define'
import { portPair } from './port'
import { serve } from './server'

const contract = {
  commands: { count: idempotent(z.object({}), z.object({ pairs: z.int() })) },
  events: { counted: z.object({ pairs: z.int() }) },
}

test.each([
  [
    true,
    {
      code: 'internal',
      message: expect.stringMatching(/output of count breaks the contract.*pairs/s) as string,
    },
  ],
  [false, null],
])(
  'an answer that breaks the contract is a failure where outputs are checked: %s',
  async (checksOutputs, failure) => {
    const server = serve(contract, { count: () => ({ pairs: 1.5 }) }, () => {}, { checksOutputs })
    const client = createClient(contract)
    const [near, far] = portPair(structuredClone)
    server.connect(far)
    client.connect(near)
    const answer = await client.call('count', {}).catch((error: unknown) => error)
    expect(answer).toMatchObject(failure === null ? { pairs: 1.5 } : { failure })
    const emitted = (): string | null => {
    try {
      server.emit('counted', { pairs: 0.5 })
      return null
    } catch (error) {
      return String(error).split(':')[1].trim()
    }
  }
  expect(emitted()).toBe(checksOutputs ? 'the event counted breaks the contract' : null)
})
    if (checksOutputs) {
      expect(emit).toThrow('the event counted breaks the contract')
    } else {
      expect(emit).not.toThrow()
    }
  },
)
