import { expect, test } from 'vitest'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { requireNetwork } from './network-settings'

test('a proxy that was not allowed is told without its login', async () => {
  const wanted = { ...DEFAULT_NETWORK_SETTINGS, proxy: 'http://bob:hunter2@proxy.corp:3128' }
  const asking = requireNetwork(wanted, DEFAULT_NETWORK_SETTINGS, {
    otherFolders: 'ask',
    askPerson: () => Promise.resolve(false),
  })
  await expect(asking).rejects.toThrow('http://proxy.corp:3128 was not set')
})
