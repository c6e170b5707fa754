import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { useSoftwareDriver, webgpuMissing } from '../../../training/webgpu-support'
import { predictScene } from './predict-scene'
import { CcrcModel } from './model'

useSoftwareDriver()
const missing = await webgpuMissing()

const shipped = join(import.meta.dirname, '..', '..', '..', '..', 'models', 'ccrc-base')
const synthetic = makePair(
  { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false },
  3,
)
const pair = { before: synthetic.before.data, after: synthetic.after.data }

test.skipIf(missing !== null)(
  `the shipped model proposes the same masks and captions by WebGPU${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const [onCpu, onGpu] = await Promise.all(
      (['cpu', 'webgpu'] as const).map(async (provider) => {
        const model = await CcrcModel.open(shipped, { provider, threads: 2 })
        const [encoding] = await model.encode([pair])
        const result = await predictScene(model, encoding, { threshold: 0.5, rounds: 0, captions: 1 })
        await model.release()
        return result
      }),
    )
    expect(onCpu.regions.length).toBeGreaterThan(0)
    expect(onGpu.captions[0].text).toBe(onCpu.captions[0].text)
    const [cpuMask, gpuMask] = [onCpu, onGpu].map(({ regions }) =>
      regions.flatMap(({ mask }) => [...mask].map((logit) => logit > 0)),
    )
    const both = cpuMask.filter((isSet, at) => isSet && gpuMask[at]).length
    const either = cpuMask.filter((isSet, at) => isSet || gpuMask[at]).length
    expect(both / either).toBeGreaterThan(0.99)
  },
  400_000,
)
