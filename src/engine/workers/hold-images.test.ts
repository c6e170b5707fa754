import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failWith } from '../../contract/errors'
import type { ProjectStore } from '../../store/project-store'
import { foundPair, openTestStore } from '../../store/testing'
import { holdPairs } from './hold-images'
import type { WorkerImages } from './pair-folder'

const count = 40
const failing = 'p7'
let folder = ''
let store: ProjectStore
let asked: string[] = []
/** Begun and not ended. */
let underWay = 0

/** Each pair takes a while, and one fails at once. */
const images: WorkerImages = {
  async hold(_, { pair }, signal) {
    asked.push(pair)
    underWay += 1
    try {
      if (pair === failing) {
        throw failWith('unavailable', 'the server answers 500')
      }
      await wait(50, null, { signal })
      return { folder, hasLabels: false, release: async () => undefined }
    } finally {
      // what is written ends a little later than its request
      await wait(20)
      underWay -= 1
    }
  },
  keptIn: () => images,
  close: async () => undefined,
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-hold-'))
  store = openTestStore(folder)
  store.pairs.synchronise(Array.from({ length: count }, (_, at) => foundPair(`p${at + 1}`)))
  asked = []
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const hold = (ids: readonly number[], signal = new AbortController().signal): Promise<string> =>
  holdPairs({ store, images, folder: 'asked' }, ids, signal)

test('one image that cannot be had ends all others, and nothing is under way when that is told', async () => {
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  await expect(hold(ids)).rejects.toThrow('the server answers 500')
  expect(underWay).toBe(0)
  const { length } = asked
  expect(length).toBeLessThan(12)
  await wait(150)
  expect(asked).toHaveLength(length)
})

test('all are had where none fails, and a stop ends it with its reason', async () => {
  expect(await hold([1, 2, 3])).toBe(folder)
  const stopper = new AbortController()
  const held = hold([1, 2, 3, 4, 5, 6], stopper.signal)
  stopper.abort(new Error('stopped by hand'))
  await expect(held).rejects.toThrow('stopped by hand')
  expect(underWay).toBe(0)
})
