import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { listSupportedBackends } from 'onnxruntime-node'
import { providerNameSchema } from '../../contract/proposal'
import type { ProviderName } from '../../contract/proposal'

/** Providers that this platform's ONNX Runtime carries; CUDA only where its separate library was put there. */
export function availableProviders(): ProviderName[] {
  return listSupportedBackends().flatMap(({ name, bundled }) => {
    const known = providerNameSchema.safeParse(name)
    return known.success && (bundled || hasLibrary(known.data)) ? [known.data] : []
  })
}

function hasLibrary(name: ProviderName): boolean {
  const suffix = process.platform === 'win32' ? '.dll' : '.so'
  const prefix = process.platform === 'win32' ? '' : 'lib'
  const root = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'))
  const folder = join(root, 'bin', 'napi-v6', process.platform, process.arch)
  return existsSync(join(folder, `${prefix}onnxruntime_providers_${name}${suffix}`))
}
