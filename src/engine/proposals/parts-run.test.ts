import { EventEmitter, once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { failWith } from '../../contract/errors'
import type { PartsDone } from '../../contract/proposal'
import type { Rect } from '../../mask/bitmap'
import { message } from '../../messages/message'
import { nodeProcessHost } from '../../process/process-host'
import { LanePool } from '../lanes/lane-pool'
import { runParts } from './parts-run'
import type { PartsRun } from './parts-run'
import { InferenceLane } from '../lanes/inference-lane'

const lanes = [new InferenceLane(nodeProcessHost), new InferenceLane(nodeProcessHost)]
const pool = new LanePool(lanes)
const parts = [0, 10, 20, 30].map((x): Rect => ({ x, y: 0, width: 10, height: 10 }))

afterAll(() => pool.dispose())

function run(change: Partial<PartsRun<number>>): PartsRun<number> {
  const signal = new AbortController().signal
  return { lanes: pool, signal, urgency: null, onParts: () => {}, work: async (_, { x }) => x, ...change }
}

test('what comes is in the order of the parts, whichever ends first', async () => {
  const ends = new EventEmitter()
  const begun: string[] = []
  const counts: PartsDone[] = []
  const all = runParts(
    parts,
    run({
      onParts: (done) => counts.push(done),
      work: async (lane, { x }) => {
        begun.push(`${x} on ${lanes.indexOf(lane)}`)
        if (x === 0) {
          await once(ends, 'first')
        } else if (x === 30) {
          ends.emit('first')
        }
        return x
      },
    }),
  )
  expect(await all).toEqual([0, 10, 20, 30])
  expect(begun).toEqual(['0 on 0', '10 on 1', '20 on 1', '30 on 1'])
  expect(counts).toEqual([1, 2, 3, 4].map((done) => ({ done, total: 4 })))
})

test('a part whose process ended is tried once more, and no other', async () => {
  const begun: number[] = []
  const lost = failWith('unavailable', message('engine.processStopped', { program: 'inference' }))
  const work = async (_: InferenceLane, { x }: Rect): Promise<number> => {
    begun.push(x)
    if (x === 10 && begun.filter((one) => one === x).length === 1) {
      throw lost
    }
    return x
  }
  expect(await runParts(parts, run({ work }))).toEqual([0, 10, 20, 30])
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 10, 10, 20, 30])
  const never = run({ work: () => Promise.reject(lost) })
  await expect(runParts(parts, never)).rejects.toMatchObject({ failure: { code: 'unavailable' } })
})

test('after a failure no further part is begun', async () => {
  const begun: number[] = []
  const work = async (_: InferenceLane, { x }: Rect): Promise<number> => {
    begun.push(x)
    throw failWith('not-found', message('engine.noSuchTile'))
  }
  await expect(runParts(parts, run({ work }))).rejects.toMatchObject({ failure: { code: 'not-found' } })
  expect(begun).toEqual([0, 10])
})

test('a run that was stopped begins no part', async () => {
  const stopper = new AbortController()
  const begun: number[] = []
  const work = async (_: InferenceLane, { x }: Rect): Promise<number> => {
    begun.push(x)
    stopper.abort()
    return x
  }
  const stopped = runParts(parts, run({ signal: stopper.signal, work }))
  await expect(stopped).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  expect(begun).toEqual([0])
})

test('the most urgent part comes first, and the results keep the order of the parts', async () => {
  const one = new LanePool([new InferenceLane(nodeProcessHost)])
  const begun: number[] = []
  const work = async (_: InferenceLane, { x }: Rect): Promise<number> => {
    begun.push(x)
    return x
  }
  expect(await runParts(parts, run({ lanes: one, urgency: [1, 0, 9, 1], work }))).toEqual([0, 10, 20, 30])
  expect(begun).toEqual([20, 0, 30, 10])
})
