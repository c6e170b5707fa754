import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartsDone } from '../contract/proposal'
import type { Rect } from '../mask/bitmap'
import { nodeProcessHost } from '../process/process-host'
import type { HostedProcess, ProcessHost } from '../process/process-host'
import { partsOf } from '../tiles/parts'
import { makeLargeTiff } from '../tiles/testing'
import { LanePool } from './lane-pool'
import { LargePairs } from './large-pairs'
import type { Prediction } from './prediction'
import { WorkerLane } from './worker-lane'

/** Six parts. */
const SIZE = { width: 2300, height: 1200 }

let home: string
let files: { before: string; after: string }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-large-pairs-'))
  files = { before: join(home, 'A.tif'), after: join(home, 'B.tif') }
  await mkdir(home, { recursive: true })
  await writeFile(files.before, makeLargeTiff(SIZE))
  await writeFile(
    files.after,
    makeLargeTiff({
      ...SIZE,
      patches: [
        { x: 880, y: 300, width: 500, height: 90, colour: [240, 30, 30] },
        { x: 2000, y: 1000, width: 70, height: 50, colour: [30, 30, 240] },
        { x: 100, y: 900, width: 200, height: 250, colour: [30, 200, 40] },
      ],
    }),
  )
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

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
  const lanes = Array.from({ length: count }, () => new WorkerLane(host, { threads: 1, isQuiet: true }))
  const pool = new LanePool(lanes)
  try {
    return await use({ pool, processes })
  } finally {
    pool.dispose()
  }
}

function proposeOn(lane: WorkerLane, part: Rect, signal: AbortSignal): Promise<Prediction> {
  const proposer = { name: 'difference', folder: null }
  const input = { ...files, provider: 'cpu' as const, proposer, part }
  return lane.call('propose', input, { milliseconds: 60_000, signal })
}

function propose(
  pool: LanePool,
  onParts: (parts: PartsDone | null) => void = () => {},
  { signal, abort = () => {} }: { signal: AbortSignal; abort?: (part: Rect) => void } = {
    signal: new AbortController().signal,
  },
): Promise<Prediction> {
  const work = (lane: WorkerLane, part: Rect): Promise<Prediction> => {
    const asked = proposeOn(lane, part, signal)
    abort(part)
    return asked
  }
  return new LargePairs(onParts).propose(SIZE, { lanes: pool, signal, work })
}

const withoutTimes = (prediction: Prediction): unknown => ({ ...prediction, milliseconds: {} })

test('one lane and two propose the same, and a killed process costs its part alone', async () => {
  const one = await withLanes(1, ({ pool }) => propose(pool))
  expect(one.regions).toHaveLength(3)

  const counts: (PartsDone | null)[] = []
  const two = await withLanes(2, ({ pool, processes }) =>
    propose(pool, (parts) => {
      counts.push(parts)
      if (parts?.done === 2) {
        processes[0].kill()
      }
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
    const stopped = propose(pool, (parts) => counts.push(parts), {
      signal: stopper.signal,
      abort: ({ x, y }) => x + y > 0 && stopper.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(counts.at(-1)).toBeNull()
  })
})
