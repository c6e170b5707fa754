import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { signalWithin } from './signal-within'

setFlagsFromString('--expose-gc')
const collectMemory = runInNewContext('gc') as () => void

test('a request to a server that says nothing ends after that time, also where memory was collected', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const never = new AbortController().signal
  const answer = fetch(`http://127.0.0.1:${port}`, { signal: signalWithin(never, 500) }).catch(
    ({ name }: Error) => name,
  )
  await sleep(100)
  collectMemory()
  await sleep(100)
  collectMemory()
  expect(await Promise.race([answer, sleep(20_000, 'still waits')])).toBe('TimeoutError')
  server.closeAllConnections()
  server.close()
})

test('the given signal aborts at once, with its reason', () => {
  const stop = new AbortController()
  const signal = signalWithin(stop.signal, 60_000)
  stop.abort('stopped')
  expect(signal.reason).toBe('stopped')
})
