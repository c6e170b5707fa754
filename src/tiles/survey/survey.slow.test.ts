import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IDENTITY, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import { DEFAULT_MAPPING } from '../../domain/value-mapping'
import { partsOf } from '../parts'
import { colourAt, makeLargeTiff } from '../testing'
import type { Paint, Patch } from '../testing'
import { openTiledPair } from '../tiled-pair'
import type { TiledPair } from '../tiled-pair'
import { alignWhole } from './align-whole'
import { ground, movedGround, turned } from './testing'
import { surveyPair } from './survey'

const SIZE = { width: 3000, height: 2400 }
const MOVED = turned(0.3, { x: 1500, y: 1200 }, [9, -6])
const PATCHES: readonly Patch[] = [
  { x: 2000, y: 1800, width: 700, height: 400, colour: [240, 30, 30] },
  { x: 300, y: 200, width: 160, height: 120, colour: [30, 60, 240] },
]

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-survey-'))
  const paints = { moved: movedGround(MOVED), same: ground, after: changed }
  for (const [name, paint] of Object.entries(paints)) {
    await writeFile(fileOf(name), makeLargeTiff({ ...SIZE, paint, overviews: 3 }))
  }
}, 120_000)
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

const changed: Paint = (x, y) =>
  PATCHES.some(
    (patch) => x >= patch.x && y >= patch.y && x < patch.x + patch.width && y < patch.y + patch.height,
  )
    ? colourAt(PATCHES, x, y)
    : ground(x, y)

function fileOf(name: string): string {
  return join(home, `${name}.tif`)
}

async function withPair<T>(before: string, use: (pair: TiledPair) => Promise<T>): Promise<T> {
  const pair = await openTiledPair({ before: fileOf(before), after: fileOf('after') }, DEFAULT_MAPPING)
  try {
    return await use(pair)
  } finally {
    await pair.close()
  }
}

/** The largest distance between two maps at the corners, in pixels. */
function errorOf(found: Homography | null, truth: Homography): number {
  const { width, height } = SIZE
  const corners = [0, width].flatMap((x) => [0, height].map((y) => ({ x, y })))
  return Math.max(
    ...corners.map((corner) => {
      const [a, b] = [project(found ?? IDENTITY, corner), project(truth, corner)]
      return Math.hypot(a.x - b.x, a.y - b.y)
    }),
  )
}

test('a scene that was turned and moved a little is aligned to a pixel, and what changed most is known', async () => {
  const parts = partsOf(SIZE)
  const { alignment, mostShift, differences } = await withPair('moved', (pair) => surveyPair(pair, parts))
  expect(errorOf(IDENTITY, MOVED)).toBeGreaterThan(12)
  expect(errorOf(alignment, MOVED)).toBeLessThan(1)
  expect(mostShift).toBeLessThan(8)
  const order = parts.map((_, index) => index).toSorted((a, b) => differences![b] - differences![a])
  const first = parts[order[0]]
  expect(first.x + first.width).toBeGreaterThan(2400)
  expect(first.y + first.height).toBeGreaterThan(2000)
  expect(order.indexOf(0)).toBeLessThan(6)
})

test('so it is without overviews, by windows at full resolution alone', async () => {
  const { alignment, mostShift } = await withPair('moved', (pair) => alignWhole(pair, null))
  expect(errorOf(alignment, MOVED)).toBeLessThan(1)
  expect(mostShift).toBeLessThan(8)
})

test('a scene that did not move stays as it is, whatever changed in it', async () => {
  const { alignment, mostShift } = await withPair('same', (pair) => surveyPair(pair, partsOf(SIZE)))
  expect(alignment).toBeNull()
  expect(mostShift).toBe(4)
})
