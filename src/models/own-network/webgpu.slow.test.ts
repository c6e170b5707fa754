import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rleIou } from '../../mask/measures'
import { importPackage } from '../../packages/import-package'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { encodePng } from '../../images/raster'
import { createInferenceHandlers } from '../../inference/inference-handlers'
import { openProposer } from '../registry'
import {
  differenceManifest,
  FIXED_SIZE,
  rampWith,
  semanticManifest,
  sixChannelNetwork,
  writeNetworkFolder,
} from './testing'

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

test.skipIf(missing !== null).each([
  ['computes wrongly is far from the processor', { size: FIXED_SIZE }, sixChannelNetwork(), [0.5, 1]],
  ['computes rightly is not', {}, null, [0, 0.01]],
] as const)(
  `a proposal of a network that WebGPU %s${missing === null ? '' : ` [${missing}]`}`,
  async (_, change, network, [least, most]) => {
    const home = mkdtempSync(join(tmpdir(), 'own-network-compared-'))
    const source = await writeNetworkFolder(join(home, 'net'), differenceManifest(change), {
      'difference.onnx': network,
    })
    const parent = join(home, 'models')
    const { id } = await importPackage(source, { parent, known: [], tryOut: () => Promise.resolve() })
    const [before, after] = [join(home, 'before.png'), join(home, 'after.png')]
    writeFileSync(before, await encodePng(rampWith(150, 110, null)))
    writeFileSync(after, await encodePng(rampWith(150, 110, [40, 30, 32, 24])))
    const worker = createInferenceHandlers({ threads: 1 })
    const proposer = { name: id, folder: join(parent, id) }
    const asked = { before, after, proposer, provider: 'webgpu', to: 'the processor' } as const
    const { distance } = await worker.compareProposals(asked)
    rmSync(home, { recursive: true })
    expect(distance).toBeGreaterThanOrEqual(least)
    expect(distance).toBeLessThanOrEqual(most)
  },
  400_000,
)
