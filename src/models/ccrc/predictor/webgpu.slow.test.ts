import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { useSoftwareDriver, webgpuMissing } from '../../../training/webgpu-support'
import { detectRegions } from './detect-regions'
import { captionRegions, predictScene } from './predict-scene'
import { CcrcModel } from './model'

useSoftwareDriver()
const missing = await webgpuMissing()

const shipped = join(import.meta.dirname, '..', '..', '..', '..', 'models', 'ccrc-base')
const synthetic = makePair(
  { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false },
  3,
)
const pair = { before: synthetic.before.data, after: synthetic.after.data }
const swapped = { before: pair.after, after: pair.before }

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

test.skipIf(missing !== null)(
  `windows and captions that run as one batch have the answers of the CPU${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const [onCpu, onGpu] = await Promise.all(
      (['cpu', 'webgpu'] as const).map(async (provider) => {
        const model = await CcrcModel.open(shipped, { provider, threads: 2 })
        const encodings = await model.encode([pair, swapped])
        const regions = await Promise.all(
          encodings.map((own) => detectRegions(model, own, { isChanged: true })),
        )
        const captions = await Promise.all(
          encodings.map((own, at) => captionRegions(model, own, regions[at], 1)),
        )
        await model.release()
        return {
          regions,
          texts: captions.flat().map(({ text }) => text),
          heat: encodings.map(({ heat }) => heat),
        }
      }),
    )
    expect(onGpu.texts).toEqual(onCpu.texts)
    const scores = ({ regions }: typeof onCpu): number[] => regions.flat().map(({ score }) => score)
    expect(scores(onGpu)).toHaveLength(scores(onCpu).length)
    scores(onGpu).forEach((score, at) => expect(score).toBeCloseTo(scores(onCpu)[at], 3))
    onGpu.heat.forEach((heat, item) => {
      expect(Math.max(...heat.map((logit, token) => Math.abs(logit - onCpu.heat[item][token])))).toBeLessThan(
        1e-2,
      )
    })
  },
  600_000,
)
