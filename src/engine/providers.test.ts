import { describe, expect, test } from 'vitest'
import type { ProviderName } from '../contract/proposal'
import { candidateProviders } from '../inference/providers'
import { nodeProcessHost } from '../process/process-host'
import { Providers } from './providers'

function tried(providers: Providers): ProviderName[] {
  return providers.status().reports.map(({ name }) => name)
}

describe('P: providers', () => {
  test('P1: one that was asked for by name is tried alone, unless all are asked for', async () => {
    const alone = new Providers(nodeProcessHost, 'cpu', () => {})
    expect(await alone.inUse()).toBe('cpu')
    expect(tried(alone)).toEqual(['cpu'])
    const all = new Providers(nodeProcessHost, 'cpu', () => {})
    await all.probe()
    expect(tried(all)).toEqual(candidateProviders())
  })

  test('P2: a provider that is asked for while another is tried is tried too', async () => {
    const providers = new Providers(nodeProcessHost, 'cpu', () => {})
    const first = providers.inUse()
    const other = candidateProviders().find((name) => name !== 'cpu')
    providers.setWanted(other ?? 'cpu')
    await first
    expect(tried(providers)).toContain(other ?? 'cpu')
  })

  test('P3: one that was given up is a fallback until all are tried again; the CPU by itself is none', async () => {
    const providers = new Providers(nodeProcessHost, 'auto', () => {})
    await providers.inUse()
    expect(providers.status().isFallback).toBe(false)
    providers.fallBackToCpu('webgpu', 'the device was lost')
    expect(providers.status().isFallback).toBe(true)
    await providers.probe()
    expect(providers.status().isFallback).toBe(false)
  })
})
