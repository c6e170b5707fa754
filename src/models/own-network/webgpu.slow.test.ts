import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rleIou } from '../../mask/measures'
import { importPackage } from '../../packages/import-package'
import { useSoftwareDriver, webgpuMissing } from '../../training/webgpu-support'
import { openProposer } from '../registry'
import { differenceManifest, rampWith, semanticManifest, writeNetworkFolder } from './testing'

useSoftwareDriver()
const missing = await webgpuMissing()

test.skipIf(missing !== null).each([
  ['two inputs of any size', differenceManifest()],
  ['one input of a fixed size, in tiles', semanticManifest()],
])(
  `%s: the same regions by WebGPU as on the CPU${missing === null ? '' : ` [${missing}]`}`,
  async (_, manifest) => {
    const home = mkdtempSync(join(tmpdir(), 'own-network-webgpu-'))
    const source = await writeNetworkFolder(join(home, 'net'), manifest)
    const parent = join(home, 'models')
    const { id } = await importPackage(source, { parent, known: [], tryOut: () => Promise.resolve() })
    const found = []
    for (const provider of ['cpu', 'webgpu'] as const) {
      const model = await openProposer(join(parent, id), { provider, threads: 1 })
      expect(model.provider).toBe(provider)
      const { regions } = await model.propose(
        rampWith(150, 110, null),
        rampWith(150, 110, [40, 30, 32, 24]),
        'pair',
      )
      expect(regions).toHaveLength(1)
      found.push(regions[0])
      await model.release()
    }
    rmSync(home, { recursive: true })
    expect(found[0].category).toBe(found[1].category)
    expect(rleIou(found[0].mask, found[1].mask)).toBeGreaterThan(0.99)
  },
  400_000,
)
