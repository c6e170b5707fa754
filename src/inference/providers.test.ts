import { describe, expect, test } from 'vitest'
import type { ProviderName, ProviderReport } from '../contract/proposal'
import { probeProvider } from './probe'
import { candidateProviders, chooseProvider } from './providers'
import { englishOf } from '../messages/message'

function report(
  name: ProviderName,
  milliseconds: number | null,
  reason: string | null = null,
): ProviderReport {
  return { name, isUsable: reason === null, reason, maxError: null, milliseconds, device: null }
}

describe('choosing a provider', () => {
  test('auto takes the fastest that passed', () => {
    const reports = [report('cpu', 8), report('webgpu', 2), report('cuda', null, 'no library')]
    expect(chooseProvider('auto', reports)).toEqual({ inUse: 'webgpu', notice: null, isFallback: false })
  })

  test('auto on the CPU gives the reason why no accelerator serves', () => {
    const slow = chooseProvider('auto', [report('cpu', 8), report('webgpu', 1200)])
    expect(slow).toEqual({
      inUse: 'cpu',
      notice: 'The CPU serves: WebGPU is slower (1200 against 8.0 ms).',
      isFallback: false,
    })
    const absent = chooseProvider('auto', [report('cpu', 8), report('webgpu', null, 'no adapter')])
    const notice = 'The CPU serves: WebGPU cannot be used (no adapter).'
    expect(absent).toEqual({ inUse: 'cpu', notice, isFallback: false })
  })

  test('a tie goes to what is not the CPU', () => {
    expect(chooseProvider('auto', [report('cpu', 5), report('dml', 5)]).inUse).toBe('dml')
  })

  test('a requested provider serves even if it is slow, and if it cannot, the next one with a notice', () => {
    const reports = [report('cpu', 8), report('webgpu', 1200)]
    expect(chooseProvider('webgpu', reports)).toEqual({ inUse: 'webgpu', notice: null, isFallback: false })
    expect(chooseProvider('cuda', reports)).toEqual({
      inUse: 'cpu',
      notice: 'CUDA cannot be used (this platform does not offer it); the CPU serves instead.',
      isFallback: true,
    })
  })

  test('where nothing passed, the CPU is tried all the same', () => {
    expect(chooseProvider('auto', [report('cpu', null, 'wrong answer')])).toMatchObject({
      inUse: 'cpu',
      isFallback: true,
    })
    expect(englishOf(chooseProvider('auto', []).notice ?? '')).toContain('No provider passed')
  })
})

describe('probing', () => {
  test('the CPU is a candidate and gives the known answer', async () => {
    expect(candidateProviders()).toContain('cpu')
    const { isUsable, maxError } = await probeProvider('cpu')
    expect(isUsable).toBe(true)
    expect(maxError).toBeLessThan(1e-4)
  })

  test('a provider that is not there is unusable, with its reason, not the CPU in disguise', async () => {
    const cuda = await probeProvider('cuda')
    const coreml = await probeProvider('coreml')
    const absent = [cuda, coreml].filter(({ name }) => !candidateProviders().includes(name))
    expect(absent.length).toBeGreaterThan(0)
    for (const { isUsable, reason } of absent) {
      expect(isUsable).toBe(false)
      expect(reason).not.toBe('')
    }
  })
})
