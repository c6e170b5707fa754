import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRAINING_GRID } from '../../dataset/synthetic/training-record'
import type { TrainingPixels } from '../../dataset/synthetic/training-record'
import { flipPixels, flipRecord } from './flip'
import { FlipAugmentation, readPixels, readTrainingSet } from './training-set'
import { writeSmallSet } from '../synthetic/testing'
import type { TrainingPair } from './training-set'

const both = { horizontal: true, vertical: true }
const horizontal = { horizontal: true, vertical: false }
const vertical = { horizontal: false, vertical: true }

/** A digest of each part: to compare numbers one by one takes seconds. */
function digests(pixels: TrainingPixels): Record<string, string> {
  const all = Object.entries(pixels).flatMap(([name, part]: [string, NodeJS.ArrayBufferView | []]) =>
    Array.isArray(part) ? [] : [[name, createHash('sha256').update(part).digest('hex')]],
  )
  return Object.fromEntries(all)
}

let folder: string
let pairs: readonly TrainingPair[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirror-'))
  await writeSmallSet(join(folder, 'set'))
  pairs = await readTrainingSet(join(folder, 'set'))
}, 120_000)

afterAll(() => rm(folder, { recursive: true }))

describe('a flipped pair', () => {
  test.each([horizontal, vertical, both])('is itself when flipped twice', (flip) => {
    for (const pair of pairs) {
      const { record } = pair
      const pixels = readPixels(pair)
      const twice = flipPixels(flipPixels(pixels, record, flip), record, flip)
      expect(digests(twice)).toEqual(digests(pixels))
      expect(flipRecord(flipRecord(record, flip), flip)).toEqual(record)
    }
  })

  test('shows at each place what the pair shows at the other side', () => {
    const { width, height } = pairs[0].record
    const pixels = readPixels(pairs[0])
    const turned = readPixels({ ...pairs[0], flip: horizontal })
    for (const [x, y] of [
      [0, 0],
      [17, 99],
      [100, 64],
    ]) {
      const [here, there] = [y * width + x, y * width + width - 1 - x]
      expect(colour(turned.after, here)).toEqual(colour(pixels.after, there))
      expect(turned.beforeRegions[here]).toBe(pixels.beforeRegions[there])
    }
    const upside = flipPixels(pixels, pairs[0].record, vertical)
    const top = upside.before.subarray(0, 3 * width)
    expect(Buffer.compare(top, pixels.before.subarray(3 * width * (height - 1)))).toBe(0)
  })

  test('has matches and flow that agree with each other', () => {
    const gaps = [horizontal, vertical, both].map((flip) =>
      pairs.map((pair) => largestGap({ ...pair, flip })),
    )
    for (const each of gaps) {
      expect(each).toEqual(pairs.map((pair) => largestGap(pair)))
    }
  })
})

function colour(frame: Uint8Array, pixel: number): number[] {
  return [...frame.subarray(3 * pixel, 3 * pixel + 3)]
}

/** The largest distance, in tokens, between the end of a pair's flow and the matched token. */
function largestGap(pair: TrainingPair): number {
  const { forward, forwardFlow: forwardWays } = readPixels(pair)
  let most = 0
  forward.forEach((to, token) => {
    if (to >= TRAINING_GRID ** 2 || Number.isNaN(forwardWays[2 * token])) {
      return
    }
    const [x, y] = [0, 1].map((axis) => (forwardWays[2 * token + axis] * TRAINING_GRID) / 2)
    const offX = (to % TRAINING_GRID) - (token % TRAINING_GRID) - x
    const offY = Math.floor(to / TRAINING_GRID) - Math.floor(token / TRAINING_GRID) - y
    most = Math.max(most, Math.hypot(offX, offY))
  })
  return Number(most.toFixed(3))
}

test('what captions call the sides is exchanged, and words keep their places', () => {
  const text = 'the leftmost cube at the top went right'
  const spans = [
    { kind: 'subject', start: 0, end: 17, regions: [0] },
    { kind: 'verb', start: 29, end: 39, regions: [] },
  ] as const
  const record = { ...pairs[0].record, captions: [{ text, spans }] }
  const [turned] = flipRecord(record, both).captions
  expect(turned.text).toBe('the rightmost cube at the bottom went left')
  expect(turned.spans.map(({ start, end }) => turned.text.slice(start, end))).toEqual([
    'the rightmost cube',
    'went left',
  ])
  expect(flipRecord(record, horizontal).captions[0].text).toBe('the rightmost cube at the top went left')
})

test('about half of the pairs are flipped along each axis, the same ones for the same seed', () => {
  const mirror = ['blocks', 'aerial'] as const
  const [flips, again] = [
    new FlipAugmentation({ seed: 1, mirror }),
    new FlipAugmentation({ seed: 1, mirror }),
  ]
  const blocks = pairs.find(({ record }) => record.world === 'blocks') ?? pairs[0]
  const aerial = pairs.find(({ record }) => record.world === 'aerial') ?? pairs[1]
  const flipped = Array.from({ length: 400 }, (_, index) => flips.apply(blocks, index))
  expect(flipped.map(({ flip }) => flip)).toEqual(
    Array.from({ length: 400 }, (_, index) => again.apply(blocks, index).flip),
  )
  const changed = flipped.filter(({ flip }) => flip !== undefined)
  expect(changed.length).toBeGreaterThan(150)
  expect(changed.length).toBeLessThan(250)
  expect(new Set(changed).size).toBe(1)
  expect(changed[0].flip).toEqual(horizontal)
  const fromAbove = Array.from({ length: 400 }, (_, index) => flips.apply(aerial, index))
  expect(new Set(fromAbove).size).toBe(4)
  const none = new FlipAugmentation({ seed: 1, mirror: ['aerial'] })
  expect(Array.from({ length: 50 }, (_, index) => none.apply(blocks, index))).toEqual(
    Array.from({ length: 50 }, () => blocks),
  )
})
