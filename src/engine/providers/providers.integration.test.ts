import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderName, ProviderStatus } from '../../contract/proposal'
import { candidateProviders } from '../../inference/providers'
import { nodeProcessHost } from '../../process/process-host'
import type { ProcessHost } from '../../process/process-host'
import { Providers } from './providers'

// whether a device is there or not, the same is chosen; a software one takes seconds
const driver = process.env['VK_DRIVER_FILES']
beforeAll(() => {
  delete process.env['VK_DRIVER_FILES']
})
afterAll(() => {
  if (driver !== undefined) {
    process.env['VK_DRIVER_FILES'] = driver
  }
})

function tried(providers: Providers): ProviderName[] {
  return providers.status().reports.map(({ name }) => name)
}

describe('P: providers', () => {
  test('P1: the CPU that was asked for by name is used at once, untried', async () => {
    const host: ProcessHost = { start: () => Promise.reject(new Error('no process may start')) }
    const statuses: ProviderStatus[] = []
    const untried = new Providers(host, 'cpu', (status) => statuses.push(status))
    expect(await untried.inUse()).toBe('cpu')
    expect(statuses.map(({ inUse }) => inUse)).toEqual(['cpu'])
    expect(untried.status()).toMatchObject({ notice: null, isFallback: false })
    expect(tried(untried)).toEqual(['cpu'])
  })

  // a trial on a device takes seconds: one object has as few as show all this
  test('P2: all are tried where that is asked for while one is; one that was given up is a fallback until all are tried again', async () => {
    const providers = new Providers(nodeProcessHost, 'webgpu', () => {})
    const first = providers.inUse()
    providers.setWanted('auto')
    await first
    expect(tried(providers)).toEqual(candidateProviders())
    expect(providers.status().isFallback).toBe(false)
    providers.fallBackToCpu('webgpu', 'the device was lost')
    expect(providers.status()).toMatchObject({ inUse: 'cpu', isFallback: true })
    await providers.probe()
    expect(providers.status().isFallback).toBe(false)
  })
})
