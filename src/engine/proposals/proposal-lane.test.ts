import { expect, test } from 'vitest'
import type { ProviderName } from '../../contract/proposal'
import type { ProcessHost } from '../../process/process-host'
import { mostOnDevice } from '../lanes/lanes'
import { LanePool } from '../lanes/lane-pool'
import { ProposalLane } from './proposal-lane'
import { InferenceLane } from '../lanes/inference-lane'

const limits = { milliseconds: 1000 }
const GIB = 2 ** 30

/** Starts nothing, and says where it was asked. */
function refusing(name: string): ProcessHost {
  return { start: () => Promise.reject(new Error(name)) }
}

test('a proposal goes where its provider is, and what is asked about the pair afterwards goes there too', async () => {
  const lane = new ProposalLane(refusing('device'), {}, new InferenceLane(refusing('processor')))
  const frames = { before: '/a.png', after: '/b.png' }
  const propose = (provider: ProviderName) =>
    lane.call('propose', { ...frames, provider, proposer: { name: 'difference', folder: null } }, limits)
  const ask = () => lane.call('isTaught', { revision: 'r' }, limits)
  await expect(ask()).rejects.toThrow('processor')
  await expect(propose('webgpu')).rejects.toThrow('device')
  await expect(ask()).rejects.toThrow('device')
  await expect(propose('cpu')).rejects.toThrow('processor')
  await expect(ask()).rejects.toThrow('processor')
})

test('of a pool as many lanes are used as it is told, and it says how many are busy', async () => {
  const lanes = ['0', '1', '2', '3'].map((name) => new InferenceLane(refusing(name)))
  const pool = new LanePool(lanes, 1)
  expect([pool.size, pool.most]).toEqual([1, 4])
  const used: number[] = []
  const use = () => pool.use(async (lane) => void used.push(lanes.indexOf(lane)))
  await Promise.all([use(), use()])
  pool.setSize(9)
  const all = [use(), use(), use(), use()]
  expect([pool.size, pool.busy]).toEqual([4, 4])
  await Promise.all(all)
  expect(used).toEqual([0, 0, 0, 1, 2, 3])
  pool.setSize(0)
  expect(pool.size).toBe(1)
})

test.each([
  { cores: 2, gib: 8, most: 2 },
  { cores: 16, gib: 64, most: 16 },
  { cores: 64, gib: 256, most: 16 },
  { cores: 16, gib: 4, most: 4 },
])('$cores cores and $gib GiB prepare $most pairs at once for a device', ({ cores, gib, most }) => {
  expect(mostOnDevice(cores, gib * GIB)).toBe(most)
})
