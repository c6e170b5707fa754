import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartsDone } from '../../contract/proposal'
import { IDENTITY, project } from '../../domain/homography'
import { boundingBox, rleIou } from '../../mask/measures'
import { encodePlaced } from '../../mask/placed-mask'
import type { Rle } from '../../mask/rle'
import { englishOf } from '../../messages/message'
import { decodeImage } from '../../images/decode'
import { createInferenceHandlers } from '../../inference/inference-handlers'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { partsOf } from '../../tiles/parts'
import { ground, turned } from '../../tiles/survey/testing'
import { colourAt, makeLargeTiff } from '../../tiles/testing'
import type { Paint, Patch } from '../../tiles/testing'
import { LanePool } from '../lanes/lane-pool'
import { LargePairs } from './large-pairs'
import type { UnstoredProposal } from './unstored-proposal'
import { InferenceLane } from '../lanes/inference-lane'

/** Six parts. */
const SIZE = { width: 2300, height: 1200 }

const PATCHES: readonly Patch[] = [
  { x: 880, y: 300, width: 500, height: 90, colour: [240, 30, 30] },
  { x: 2000, y: 1000, width: 70, height: 50, colour: [30, 30, 240] },
  { x: 100, y: 900, width: 200, height: 250, colour: [30, 200, 40] },
]
/** What the before frame alone shows, by its place in the after frame. */
const VANISHED: Patch = { x: 1500, y: 700, width: 130, height: 90, colour: [235, 225, 40] }
/** By it the before frame lies in the after frame: 13 pixels at a corner. */
const MOVED = turned(0.25, { x: 1150, y: 600 }, [7, -5])

interface Files {
  before: string
  after: string
}

let home: string
let still: Files
let moved: Files

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-large-pairs-'))
  still = { before: join(home, 'A.tif'), after: join(home, 'B.tif') }
  await writeFile(still.before, makeLargeTiff(SIZE))
  await writeFile(still.after, makeLargeTiff({ ...SIZE, patches: PATCHES }))
  moved = { before: join(home, 'C.tif'), after: join(home, 'D.tif') }
  const paint: Paint = (x, y) => (isIn(PATCHES, x, y) ? colourAt(PATCHES, x, y) : ground(x, y))
  await writeFile(moved.before, makeLargeTiff({ ...SIZE, paint: paintBefore }))
  await writeFile(moved.after, makeLargeTiff({ ...SIZE, paint }))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

function paintBefore(x: number, y: number): readonly [number, number, number] {
  const at = project(MOVED, { x, y })
  return isIn([VANISHED], at.x, at.y) ? VANISHED.colour : ground(at.x, at.y)
}

function isIn(patches: readonly Patch[], x: number, y: number): boolean {
  return patches.some((one) => x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height)
}

interface Started {
  pool: LanePool
  processes: HostedProcess[]
}

async function withLanes<T>(count: number, use: (started: Started) => Promise<T>): Promise<T> {
  const processes: HostedProcess[] = []
  const host: ProcessHost = {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      processes.push(hosted)
      return hosted
    },
  }
  const lanes = Array.from({ length: count }, () => new InferenceLane(host, { threads: 1, isQuiet: true }))
  const pool = new LanePool(lanes)
  try {
    return await use({ pool, processes })
  } finally {
    pool.dispose()
  }
}

interface Asked {
  files?: Files
  onParts?: (parts: PartsDone | null) => void
  signal?: AbortSignal
  /** Once a part was asked for. */
  onAsked?: () => void
}

function propose(pool: LanePool, asked: Asked = {}): Promise<UnstoredProposal> {
  const { files = still, onParts = () => {}, signal = new AbortController().signal, onAsked } = asked
  const limits = { milliseconds: 60_000, signal }
  const proposer = { name: 'difference', folder: null }
  return new LargePairs(onParts).propose({
    image: SIZE,
    lanes: pool,
    signal,
    survey: (parts) => pool.use((lane) => lane.call('survey', { ...files, parts }, limits)),
    propose: (lane, part, { alignment, mostShift }) => {
      const whole = { alignment, mostShift }
      const answer = lane.call('propose', { ...files, provider: 'cpu', proposer, part, whole }, limits)
      onAsked?.()
      return answer
    },
  })
}

const withoutTimes = (prediction: UnstoredProposal): unknown => ({ ...prediction, milliseconds: {} })

test('one lane and two propose the same, and a killed process costs its part alone', async () => {
  const one = await withLanes(1, ({ pool }) => propose(pool))
  expect(one.regions).toHaveLength(3)

  const counts: (PartsDone | null)[] = []
  const two = await withLanes(2, ({ pool, processes }) =>
    propose(pool, {
      onParts: (parts) => {
        counts.push(parts)
        if (parts?.done === 2) {
          processes[0].kill()
        }
      },
    }).then((made) => {
      expect(processes).toHaveLength(3)
      return made
    }),
  )
  expect(withoutTimes(two)).toEqual(withoutTimes(one))
  const all = partsOf(SIZE).length
  const expected = Array.from({ length: all + 1 }, (_, done) => ({ done, total: all }))
  expect(counts).toEqual([...expected, null])
})

test('a run that is stopped ends its processes, and says that no part is worked on', async () => {
  await withLanes(2, async ({ pool }) => {
    const stopper = new AbortController()
    const counts: (PartsDone | null)[] = []
    const stopped = propose(pool, {
      onParts: (parts) => counts.push(parts),
      signal: stopper.signal,
      onAsked: () => stopper.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(counts.at(-1)).toBeNull()
  })
})

test('a scene that was turned and moved a little is compared as one: no seam shows', async () => {
  const { regions, alignment, remarks } = await withLanes(1, ({ pool }) => propose(pool, { files: moved }))
  const corners = [0, SIZE.width].flatMap((x) => [0, SIZE.height].map((y) => ({ x, y })))
  corners.forEach((corner) => {
    const [found, truth] = [project(alignment ?? IDENTITY, corner), project(MOVED, corner)]
    expect(Math.hypot(found.x - truth.x, found.y - truth.y)).toBeLessThan(1)
  })
  expect(englishOf(remarks[1])).toMatch(/^The view moved by up to 1[0-5] px and was aligned\.$/)
  const truths = [...PATCHES, VANISHED].map((rect) => {
    const area = rect.width * rect.height
    return encodePlaced({ ...rect, data: new Uint8Array(area).fill(1) }, SIZE)
  })
  expect(regions).toHaveLength(truths.length)
  for (const truth of truths) {
    const best = Math.max(...regions.map(({ mask }) => rleIou(mask, truth)))
    expect(best).toBeGreaterThan(0.85)
  }
  // in the before frame a region lies where the ground does that it covers
  for (const { mask, beforeMask } of regions.filter((region) => region.beforeMask !== null)) {
    const [there, here] = [project(MOVED, middleOf(beforeMask!)), middleOf(mask)]
    expect(Math.hypot(there.x - here.x, there.y - here.y)).toBeLessThan(2)
  }
  expect(regions.some(({ beforeMask }) => beforeMask !== null)).toBe(true)
})

test('a tile of the before frame is shown as it lies in the after frame', async () => {
  const out = join(home, 'tile.png')
  const request = { ...moved, frame: 'before' as const, tile: { level: 1, column: 1, row: 0 }, finer: null }
  await createInferenceHandlers({ threads: 1 }).tile({ ...request, alignment: MOVED, out })
  const { data } = await decodeImage(out)
  // pixels of level 1 from 512 on
  for (const [column, row] of [
    [20, 40],
    [300, 200],
    [500, 450],
  ]) {
    const [light] = ground(2 * (512 + column) + 0.5, 2 * row + 0.5)
    expect(Math.abs(data[3 * (row * 512 + column)] - light)).toBeLessThan(8)
  }
})

function middleOf(mask: Rle): { x: number; y: number } {
  const [x, y, width, height] = boundingBox(mask)
  return { x: x + width / 2, y: y + height / 2 }
}
