import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePairFolder } from '../../images/testing'
import {
  differenceManifest,
  FIXED_SIZE,
  sixChannelNetwork,
  writeNetworkFolder,
} from '../../models/own-network/testing'
import { englishOf } from '../../messages/message'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { startEngine } from '../testing'

useSoftwareDriver()
const missing = await webgpuMissing()

test.skipIf(missing !== null)(
  `a network that WebGPU computes wrongly proposes on the processor, and it is said${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'deltascribe-device-check-'))
    const { engine, client } = startEngine(home)
    const told: string[] = []
    client.on('notice', ({ message }) => void told.push(englishOf(message)))
    const manifest = differenceManifest({ size: FIXED_SIZE })
    const folder = await writeNetworkFolder(join(home, 'net'), manifest, {
      'difference.onnx': sixChannelNetwork(),
    })
    const { id } = await client.call('models.import', { folder })
    const pairs = join(home, 'pairs')
    await makePairFolder(pairs, { count: 1, width: 128, height: 96, layout: 'before-after' })
    await client.call('settings.set', { proposeAhead: false, provider: 'webgpu', proposer: 'difference' })
    await client.call('project.open', { folder: pairs, reading: null })
    await client.call('models.promote', { id, scope: 'project' })
    await client.call('proposals.make', { pairId: 1 })
    const { proposal, document } = await client.call('pairs.get', { pairId: 1 })
    expect(proposal).toMatchObject({ proposer: id, provider: 'cpu' })
    expect(document.regions).toHaveLength(1)
    // the promotion proposes anew too: its comparison may still be under way
    await expect
      .poll(() => told.filter((text) => text.includes('are made on the CPU here: WebGPU gave another mask')))
      .toHaveLength(1)
    engine.dispose()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  },
  400_000,
)
