import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import { LanePool } from './lane-pool'
import { proposalLanes } from './lanes'
import { InferenceLane } from './inference-lane'

const GIB = 2 ** 30

test.each([
  { cores: 1, gib: 8, count: 1, threads: 1 },
  { cores: 2, gib: 8, count: 2, threads: 1 },
  { cores: 2, gib: 3, count: 1, threads: 1 },
  { cores: 4, gib: 16, count: 2, threads: 1 },
  { cores: 8, gib: 16, count: 4, threads: 1 },
  { cores: 16, gib: 32, count: 4, threads: 2 },
  { cores: 16, gib: 4, count: 2, threads: 4 },
  { cores: 64, gib: 128, count: 4, threads: 8 },
])('$cores cores and $gib GiB have $count lanes of $threads threads', ({ cores, gib, count, threads }) => {
  expect(proposalLanes(cores, gib * GIB)).toEqual({ count, threads })
})

test('where fewer lanes are wanted, each has more threads', () => {
  expect(proposalLanes(8, 16 * GIB, 1)).toEqual({ count: 1, threads: 4 })
  expect(proposalLanes(8, 16 * GIB, 9)).toEqual({ count: 4, threads: 1 })
})

describe('a pool of lanes', () => {
  const lanes = [new InferenceLane(nodeProcessHost), new InferenceLane(nodeProcessHost)]
  const nameOf = (lane: InferenceLane): number => lanes.indexOf(lane)

  test('gives each work the lane with the least to do', async () => {
    const pool = new LanePool(lanes)
    const first = new EventEmitter()
    const used: number[] = []
    const work = (end: Promise<unknown>) =>
      pool.use(async (lane) => {
        used.push(nameOf(lane))
        await end
      })
    const [one, two] = [work(once(first, 'end')), work(Promise.resolve())]
    await two
    await work(Promise.resolve())
    first.emit('end')
    await one
    expect(used).toEqual([0, 1, 1])
  })

  test('uses no more lanes than it is set to, also where all are asked for', async () => {
    const pool = new LanePool(lanes, 1)
    const used: number[] = []
    const work = async (lane: InferenceLane): Promise<void> => void used.push(nameOf(lane))
    await pool.useAll(work)
    pool.setSize(2)
    await pool.useAll(work)
    expect(used).toEqual([0, 0, 1])
  })

  test('takes a lane again whose work failed', async () => {
    const pool = new LanePool(lanes)
    await expect(pool.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.use(async (lane) => nameOf(lane))).toBe(0)
  })
})
