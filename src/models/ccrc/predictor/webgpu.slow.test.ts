import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { useSoftwareDriver, webgpuMissing } from '../../../training/testing-webgpu'
import { detectRegions } from './detect-regions'
import { captionRegions } from './predict-scene'
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

/** A pair and the same one backwards: the requests of both run as one batch. */
async function proposeBoth(provider: 'cpu' | 'webgpu') {
  const model = await CcrcModel.open(shipped, { provider, threads: 2 })
  const encodings = await model.encode([pair, swapped])
  const regions = await Promise.all(encodings.map((own) => detectRegions(model, own, { isChanged: true })))
  const captions = await Promise.all(encodings.map((own, at) => captionRegions(model, own, regions[at], 1)))
  await model.release()
  return {
    regions,
    texts: captions.flat().map(({ text }) => text),
    heat: encodings.map(({ heat }) => heat),
  }
}

test.skipIf(missing !== null)(
  `the shipped model proposes the same masks and captions by WebGPU, windows and captions as one batch${missing === null ? '' : ` [${missing}]`}`,
  async () => {
    const onCpu = await proposeBoth('cpu')
    const onGpu = await proposeBoth('webgpu')
    expect(onCpu.regions[0].length).toBeGreaterThan(0)
    expect(onGpu.texts).toEqual(onCpu.texts)
    const scores = ({ regions }: typeof onCpu): number[] => regions.flat().map(({ score }) => score)
    expect(scores(onGpu)).toHaveLength(scores(onCpu).length)
    scores(onGpu).forEach((score, at) => expect(score).toBeCloseTo(scores(onCpu)[at], 3))
    const [cpuMask, gpuMask] = [onCpu, onGpu].map(({ regions }) =>
      regions[0].flatMap(({ mask }) => [...mask].map((logit) => logit > 0)),
    )
    const both = cpuMask.filter((isSet, at) => isSet && gpuMask[at]).length
    const either = cpuMask.filter((isSet, at) => isSet || gpuMask[at]).length
    expect(both / either).toBeGreaterThan(0.99)
    onGpu.heat.forEach((heat, item) => {
      expect(Math.max(...heat.map((logit, token) => Math.abs(logit - onCpu.heat[item][token])))).toBeLessThan(
        1e-2,
      )
    })
  },
  1_200_000,
)
