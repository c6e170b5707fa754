import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRAINING_GRID, type TrainingPixels } from '../../dataset/made/training-record'
import { mirroredPixels, mirroredRecord } from './mirror'
import { Mirrors } from './mirrors'
import { makeSmallSet } from './testing'
import { readPixels, readTrainingSet, type TrainingPair } from './training-set'

const both = { across: true, down: true }
const across = { across: true, down: false }
const down = { across: false, down: true }

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
  await makeSmallSet(join(folder, 'set'))
  pairs = await readTrainingSet(join(folder, 'set'))
}, 120_000)

afterAll(() => rm(folder, { recursive: true }))

describe('a mirrored pair', () => {
  test.each([across, down, both])('is itself in a second mirror', (mirroring) => {
    for (const pair of pairs) {
      const { record } = pair
      const pixels = readPixels(pair)
      const twice = mirroredPixels(mirroredPixels(pixels, record, mirroring), record, mirroring)
      expect(digests(twice)).toEqual(digests(pixels))
      expect(mirroredRecord(mirroredRecord(record, mirroring), mirroring)).toEqual(record)
    }
  })

  test('shows at each place what the pair shows at the other side', () => {
    const { width, height } = pairs[0].record
    const pixels = readPixels(pairs[0])
    const turned = readPixels({ ...pairs[0], mirroring: across })
    for (const [x, y] of [
      [0, 0],
      [17, 99],
      [100, 64],
    ]) {
      const [here, there] = [y * width + x, y * width + width - 1 - x]
      expect(colour(turned.after, here)).toEqual(colour(pixels.after, there))
      expect(turned.beforeRegions[here]).toBe(pixels.beforeRegions[there])
    }
    const upside = mirroredPixels(pixels, pairs[0].record, down)
    const top = upside.before.subarray(0, 3 * width)
    expect(Buffer.compare(top, pixels.before.subarray(3 * width * (height - 1)))).toBe(0)
  })

  test('has matches and ways that agree with each other', () => {
    const gaps = [across, down, both].map((mirroring) =>
      pairs.map((pair) => largestGap({ ...pair, mirroring })),
    )
    for (const each of gaps) expect(each).toEqual(pairs.map((pair) => largestGap(pair)))
  })
})

function colour(frame: Uint8Array, pixel: number): number[] {
  return [...frame.subarray(3 * pixel, 3 * pixel + 3)]
}

/** How far, in tokens, a way of a pair ends from the token that it is matched to, at most. */
function largestGap(pair: TrainingPair): number {
  const { forward, forwardWays } = readPixels(pair)
  let most = 0
  forward.forEach((to, token) => {
    if (to >= TRAINING_GRID ** 2 || Number.isNaN(forwardWays[2 * token])) return
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
  const [turned] = mirroredRecord(record, both).captions
  expect(turned.text).toBe('the rightmost cube at the bottom went left')
  expect(turned.spans.map(({ start, end }) => turned.text.slice(start, end))).toEqual([
    'the rightmost cube',
    'went left',
  ])
  expect(mirroredRecord(record, across).captions[0].text).toBe('the rightmost cube at the top went left')
})

test('each way about half of the pairs are mirrored, alike for the same seed', () => {
  const mirror = ['blocks', 'aerial'] as const
  const [mirrors, again] = [new Mirrors({ seed: 1, mirror }), new Mirrors({ seed: 1, mirror })]
  const blocks = pairs.find(({ record }) => record.world === 'blocks') ?? pairs[0]
  const aerial = pairs.find(({ record }) => record.world === 'aerial') ?? pairs[1]
  const shown = Array.from({ length: 400 }, (_, place) => mirrors.at(blocks, place))
  expect(shown.map(({ mirroring }) => mirroring)).toEqual(
    Array.from({ length: 400 }, (_, place) => again.at(blocks, place).mirroring),
  )
  const turned = shown.filter(({ mirroring }) => mirroring !== undefined)
  expect(turned.length).toBeGreaterThan(150)
  expect(turned.length).toBeLessThan(250)
  expect(new Set(turned).size).toBe(1)
  expect(turned[0].mirroring).toEqual(across)
  const fromAbove = Array.from({ length: 400 }, (_, place) => mirrors.at(aerial, place))
  expect(new Set(fromAbove).size).toBe(4)
  const none = new Mirrors({ seed: 1, mirror: ['aerial'] })
  expect(Array.from({ length: 50 }, (_, place) => none.at(blocks, place))).toEqual(
    Array.from({ length: 50 }, () => blocks),
  )
})
