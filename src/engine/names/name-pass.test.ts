import { expect, test } from 'vitest'
import type { StoredPair } from '../../store/pair-records'
import { NamePass } from './name-pass'

/** Pairs 1 to `count` wait for names; `name` takes one of them away. */
function withPairs(count: number): {
  pass: NamePass
  waiting: Set<number>
  named: number[]
  failed: (string | undefined)[]
  turn: { isOn: boolean; failing: number | null }
} {
  const waiting = new Set(Array.from({ length: count }, (_, index) => index + 1))
  const [named, failed]: [number[], (string | undefined)[]] = [[], []]
  const turn = { isOn: true, failing: null as number | null }
  const store = {
    pair: (id: number) => ({ id, key: `p${id}` }) as StoredPair,
    unnamed: {
      count: () => waiting.size,
      pairIds: (fromId: number | null) =>
        [...waiting].toSorted((a, b) => Number(a < (fromId ?? 0)) - Number(b < (fromId ?? 0)) || a - b),
    },
  }
  const namer = {
    get isNaming() {
      return turn.isOn
    },
    lacksNames: (id: number) => waiting.has(id),
    name: async (id: number) => {
      if (id === turn.failing) {
        throw new Error('cannot be read')
      }
      waiting.delete(id)
      named.push(id)
    },
  }
  const pass = new NamePass(store as never, namer, (_, key) => failed.push(key))
  return { pass, waiting, named, failed, turn }
}

const { signal } = new AbortController()

test('pairs get names from the open one on, and one that is opened meanwhile comes out of turn', async () => {
  const { pass, named } = withPairs(5)
  pass.orderFrom(3)
  await pass.work(pass.next()!, signal)
  expect(pass.lacks(1)).toBe(true)
  await pass.work(1, signal)
  expect(pass.status()).toEqual({ done: 2, total: 5 })
  for (let next = pass.next(); next !== null; next = pass.next()) {
    await pass.work(next, signal)
  }
  expect(named).toEqual([3, 1, 4, 5, 2])
  expect(pass.status()).toEqual({ done: 5, total: 5 })
})

test('a proposal that came while others were named has its turn', async () => {
  const { pass, waiting } = withPairs(1)
  await pass.work(pass.next()!, signal)
  waiting.add(7)
  expect(pass.next()).toBe(7)
})

test('a pair that fails is told of and has one try in a run; the next run tries again', async () => {
  const { pass, failed, turn } = withPairs(2)
  turn.failing = 1
  await pass.work(pass.next()!, signal)
  expect(failed).toEqual(['p1'])
  await pass.work(pass.next()!, signal)
  expect([pass.next(), pass.hasNext, pass.count]).toEqual([null, false, 1])
  pass.reset()
  expect([pass.hasNext, pass.next()]).toEqual([true, 1])
})

test('where names are turned off nothing is left to name', async () => {
  const { pass, turn } = withPairs(3)
  await pass.work(pass.next()!, signal)
  turn.isOn = false
  pass.orderFrom(null)
  expect([pass.next(), pass.hasNext, pass.count]).toEqual([null, false, 0])
})
