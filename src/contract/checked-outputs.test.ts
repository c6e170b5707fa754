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

function started(checksOutputs: boolean) {
  const server = serve(contract, { count: () => ({ pairs: 1.5 }) }, () => {}, { checksOutputs })
  const client = createClient(contract)
  const [near, far] = portPair(structuredClone)
  server.connect(far)
  client.connect(near)
  return { server, client }
}

test('an answer or an event that breaks the contract is a failure where outputs are checked', async () => {
  const { server, client } = started(true)
  await expect(client.call('count', {})).rejects.toMatchObject({
    failure: {
      code: 'internal',
      message: expect.stringMatching(/output of count breaks the contract.*pairs/s) as string,
    },
  })
  expect(() => server.emit('counted', { pairs: 0.5 })).toThrow('the event counted breaks the contract')
})

test('users do not wait for that check', async () => {
  const { server, client } = started(false)
  expect(await client.call('count', {})).toEqual({ pairs: 1.5 })
  expect(() => server.emit('counted', { pairs: 0.5 })).not.toThrow()
})
