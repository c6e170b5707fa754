import { describe, expect, test } from 'vitest'
import type { PictureTile } from '../../../../src/contract/picture'
import type { ShownKind } from '../stage-view'
import type { TileStatus } from './tile-status'
import { TileStore } from './tile-store'
import type { Want } from './want-order'

const scene = { width: 20_000, height: 20_000, levels: 7 }

interface MadeBitmap {
  width: number
  height: number
  isClosed: boolean
  close(): void
}

interface Request {
  name: string
  signal: AbortSignal
  answer(): Promise<void>
  fail(reason: string): Promise<void>
}

/** A store whose requests are answered by the test. */
function makeStore(bases: ShownKind[] = []): {
  store: TileStore<MadeBitmap>
  requests: Request[]
  /** Names of those that wait for an answer. */
  waiting(): string[]
  answerAll(): Promise<void>
  clock: { now: number }
} {
  const requests: Request[] = []
  const open = new Set<Request>()
  const clock = { now: 0 }
  const load = (
    kind: ShownKind,
    { level, column, row }: PictureTile,
    signal: AbortSignal,
  ): Promise<MadeBitmap> =>
    new Promise((resolve, reject) => {
      const settle = async (done: () => void): Promise<void> => {
        open.delete(request)
        done()
        await new Promise((next) => setTimeout(next))
      }
      const request: Request = {
        name: `${kind} ${level} ${column} ${row}`,
        signal,
        answer: () => settle(() => resolve(makeBitmap())),
        fail: (reason) => settle(() => reject(new Error(reason))),
      }
      requests.push(request)
      open.add(request)
    })
  const store = new TileStore<MadeBitmap>(scene, load, bases, () => clock.now)
  const waiting = (): Request[] => [...open].filter(({ signal }) => !signal.aborted)
  return {
    store,
    requests,
    waiting: () => waiting().map(({ name }) => name),
    async answerAll() {
      for (let [next] = waiting(); next !== undefined; [next] = waiting()) {
        await next.answer()
      }
    },
    clock,
  }
}

function makeBitmap(): MadeBitmap {
  const bitmap = { width: 512, height: 512, isClosed: false, close: () => (bitmap.isClosed = true) }
  return bitmap
}

function row(from: number, count: number, change: Partial<Want> = {}): Want[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'after' as const,
    tile: { level: 0, column: (from + index) % 40, row: Math.floor((from + index) / 40) },
    isInView: true,
    ...change,
  }))
}

const left = {}
const right = {}

describe('requests', () => {
  test('begin with the coarsest level, and are six at once', async () => {
    const { store, requests, waiting } = makeStore()
    store.want(left, row(0, 20))
    expect(waiting()).toEqual([
      'after 6 0 0',
      'after 0 0 0',
      'after 0 1 0',
      'after 0 2 0',
      'after 0 3 0',
      'after 0 4 0',
    ])
    await requests[2].answer()
    expect(waiting()).toHaveLength(6)
    expect(waiting()).toContain('after 0 5 0')
    expect(store.find('after', { level: 0, column: 1, row: 0 })).not.toBeNull()
    expect(store.find('after', { level: 0, column: 0, row: 0 })).toBeNull()
  })

  test('of two panes take turns, and the ring comes after what is in view', async () => {
    const { store, requests, waiting, answerAll } = makeStore(['before', 'after'])
    await answerAll()
    store.want(left, [...row(40, 3, { isInView: false }), ...row(0, 8, { kind: 'before' })])
    store.want(right, row(0, 8))
    await answerAll()
    expect(waiting()).toEqual([])
    const names = requests.map(({ name }) => name)
    expect(names.slice(8, 12)).toEqual(['after 0 0 0', 'after 0 1 0', 'after 0 2 0', 'after 0 3 0'])
    expect(names.slice(-3)).toEqual(['after 0 0 1', 'after 0 1 1', 'after 0 2 1'])
    expect(new Set(names).size).toBe(names.length)
  })

  test('for what went out of view are ended, and their places are taken at once', () => {
    const { store, requests, waiting } = makeStore()
    store.want(left, row(0, 20))
    store.want(left, row(400, 20))
    expect(requests.filter(({ signal }) => signal.aborted).map(({ name }) => name)).toEqual([
      'after 0 0 0',
      'after 0 1 0',
      'after 0 2 0',
      'after 0 3 0',
      'after 0 4 0',
    ])
    expect(waiting()).toHaveLength(6)
    expect(waiting()[0]).toBe('after 6 0 0')
    expect(waiting()).toContain('after 0 0 10')
  })

  test('of a pane that shows nothing any more are ended', () => {
    const { store, waiting } = makeStore(['after'])
    store.want(left, row(0, 20))
    store.want(left, [])
    expect(waiting()).toEqual(['after 6 0 0'])
  })
})

describe('memory', () => {
  test('ends with 256 MB: what was not drawn for longest is closed, the coarsest levels stay', async () => {
    const { store, answerAll } = makeStore()
    const second = { kind: 'after' as const, tile: { level: 5, column: 0, row: 0 }, isInView: true }
    store.want(left, [second, ...row(0, 200)])
    await answerAll()
    const first = store.find('after', { level: 0, column: 1, row: 0 })
    store.want(left, row(200, 100))
    await answerAll()
    // 302 tiles of 1 MB each came
    const kept = [...row(0, 300), second].filter(({ tile }) => store.find('after', tile) !== null)
    expect(kept.length + 1).toBe(256)
    expect(store.find('after', { level: 0, column: 0, row: 0 })).toBeNull()
    expect(store.find('after', { level: 0, column: 1, row: 0 })).toBe(first)
    expect(store.find('after', second.tile)).not.toBeNull()
    expect(store.find('after', { level: 6, column: 0, row: 0 })).not.toBeNull()
  })

  test('holds all that is in view, and of the ring as much as there is room for', async () => {
    const { store, requests, answerAll } = makeStore()
    store.want(left, [...row(0, 250), ...row(250, 100, { isInView: false })])
    await answerAll()
    expect(requests).toHaveLength(256)
    store.want(left, row(0, 300))
    await answerAll()
    expect(row(0, 300).every(({ tile }) => store.find('after', tile) !== null)).toBe(true)
  })

  test('is given back at the end, also of tiles that come later', async () => {
    const { store, requests } = makeStore()
    store.want(left, row(0, 2))
    await requests[0].answer()
    const bitmap = store.find('after', { level: 6, column: 0, row: 0 })
    store.dispose()
    expect(bitmap?.isClosed).toBe(true)
    expect(requests.slice(1).every(({ signal }) => signal.aborted)).toBe(true)
    await requests[1].answer()
    expect(store.find('after', { level: 0, column: 0, row: 0 })).toBeNull()
    store.want(left, row(0, 2))
    expect(requests).toHaveLength(3)
  })
})

describe('what is said', () => {
  test('counts the tiles in view, until the coarsest is there', async () => {
    const { store, requests, answerAll } = makeStore()
    store.want(left, [...row(0, 3), ...row(40, 3, { isInView: false })])
    const status = (): TileStatus => store.status.getState().after
    expect(status()).toEqual({ hasBase: false, isSharp: false, failure: null, done: 0, total: 4 })
    await requests[1].answer()
    expect(status()).toMatchObject({ hasBase: false, done: 1 })
    await requests[2].answer()
    await requests[3].answer()
    expect(status()).toMatchObject({ hasBase: false, isSharp: true, done: 3 })
    await answerAll()
    expect(status()).toEqual({ hasBase: true, isSharp: true, failure: null, done: 4, total: 4 })
  })

  test('is one reason for all failed tiles in view, which are asked for again after a while', async () => {
    const { store, requests, waiting, answerAll, clock } = makeStore()
    store.want(left, row(0, 3))
    await requests[1].fail('The file ends too early.')
    await requests[2].fail('The file ends too early.')
    await answerAll()
    expect(store.status.getState().after.failure).toBe('The file ends too early.')
    store.want(left, row(100, 3))
    expect(store.status.getState().after.failure).toBeNull()
    await answerAll()
    store.want(left, row(0, 3))
    expect(waiting()).toEqual([])
    expect(store.status.getState().after.failure).toBe('The file ends too early.')
    clock.now += 10_001
    store.want(left, row(0, 3))
    expect(waiting()).toEqual(['after 0 0 0', 'after 0 1 0'])
    expect(store.status.getState().after.failure).toBe('The file ends too early.')
    await answerAll()
    expect(store.status.getState().after.failure).toBeNull()
  })

  test('is heard by those who paint', async () => {
    const { store, requests } = makeStore()
    const heard: string[] = []
    const stop = store.onChange((kind) => heard.push(kind))
    store.want(left, row(0, 3))
    await requests[0].answer()
    await requests[1].fail('gone')
    stop()
    await requests[2].answer()
    expect(heard).toEqual(['after', 'after'])
  })

  test('whether the coarsest level of the first kinds came or failed', async () => {
    const { store, requests } = makeStore(['before', 'after'])
    expect(store.hasBases()).toBe(false)
    await requests[0].answer()
    expect(store.hasBases()).toBe(false)
    await requests[1].fail('gone')
    expect(store.hasBases()).toBe(true)
    expect(store.wantedKinds()).toEqual(['before', 'after'])
  })
})
