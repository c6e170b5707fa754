import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { listSupportedBackends } from 'onnxruntime-node'
import { providerNameSchema } from '../contract/proposal'
import type { ProviderName, ProviderReport, ProviderStatus } from '../contract/proposal'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** Providers that this platform's ONNX Runtime carries; CUDA only where its separate library was put there. */
export function candidateProviders(): ProviderName[] {
  return listSupportedBackends().flatMap(({ name, bundled }) => {
    const parsed = providerNameSchema.safeParse(name)
    return parsed.success && (bundled || hasLibrary(parsed.data)) ? [parsed.data] : []
  })
}

function hasLibrary(name: ProviderName): boolean {
  const suffix = process.platform === 'win32' ? '.dll' : '.so'
  const prefix = process.platform === 'win32' ? '' : 'lib'
  const root = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'))
  const folder = join(root, 'bin', 'napi-v6', process.platform, process.arch)
  return existsSync(join(folder, `${prefix}onnxruntime_providers_${name}${suffix}`))
}

/** As messages name them. */
export const PROVIDER_TITLES: Record<ProviderName, string> = {
  cpu: 'CPU',
  webgpu: 'WebGPU',
  cuda: 'CUDA',
  dml: 'DirectML',
  coreml: 'Core ML',
}

export type ProviderChoice = Pick<ProviderStatus, 'inUse' | 'notice' | 'isFallback'>

/**
 * Chooses the provider of proposals. `auto` takes the fastest usable provider, the CPU only where none is faster; a
 * requested provider is taken if it can be used at all.
 */
export function chooseProvider(
  requested: ProviderStatus['wanted'],
  reports: readonly ProviderReport[],
): ProviderChoice {
  const usable = reports.filter(({ isUsable }) => isUsable).sort((a, b) => costOf(a) - costOf(b))
  if (requested !== 'auto') {
    return chooseNamed(reports, usable, requested)
  }
  if (usable.length === 0) {
    const notice = message('providers.noneUsable')
    return { inUse: 'cpu', notice, isFallback: true }
  }
  return { inUse: usable[0].name, notice: noticeOfAuto(reports, usable[0]), isFallback: false }
}

function chooseNamed(
  reports: readonly ProviderReport[],
  usable: readonly ProviderReport[],
  requested: ProviderName,
): ProviderChoice {
  if (usable.some(({ name }) => name === requested)) {
    return { inUse: requested, notice: null, isFallback: false }
  }
  const reason = reports.find(({ name }) => name === requested)?.reason ?? message('providers.notOffered')
  const inUse = usable.at(0)?.name ?? 'cpu'
  return {
    inUse,
    notice: message('providers.instead', {
      provider: PROVIDER_TITLES[requested],
      reason,
      instead: PROVIDER_TITLES[inUse],
    }),
    isFallback: true,
  }
}

/** On `auto`, use of the CPU gets a notice with the reason why no accelerator serves. */
function noticeOfAuto(reports: readonly ProviderReport[], best: ProviderReport): Message | null {
  const others = reports.filter(({ name }) => name !== 'cpu')
  if (best.name !== 'cpu' || others.length === 0) {
    return null
  }
  const reasons = others.map(({ name, isUsable, reason, milliseconds }) =>
    isUsable
      ? message('providers.slower', {
          provider: PROVIDER_TITLES[name],
          milliseconds: round(milliseconds),
          cpu: round(best.milliseconds),
        })
      : message('providers.unusable', {
          provider: PROVIDER_TITLES[name],
          reason: reason ?? message('providers.noReason'),
        }),
  )
  const all = reasons.reduce((first, second) => message('providers.both', { first, second }))
  return message('providers.cpuServes', { reasons: all })
}

/** A tie goes to what is not the CPU. */
function costOf(report: ProviderReport): number {
  return (report.milliseconds ?? Number.POSITIVE_INFINITY) + (report.name === 'cpu' ? 1e-3 : 0)
}

function round(milliseconds: number | null): string {
  return milliseconds === null ? '?' : milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
