import { describe, expect, test } from 'vitest'
import { TaughtNames } from './taught-names'
import type { NameExample } from './taught-names'

const FEATURES = 40

/** Numbers about 0, the same in each run (mulberry32). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32 - 0.5
  }
}

/** Each word's own feature. */
const DIRECTIONS: Readonly<Record<string, number>> = { hole: 3, spur: 17, leaf: 29 }

/** Features about 0, but for the word's own. */
function made(word: string, count: number, seed: number, strength = 6): NameExample[] {
  const random = noise(seed)
  return Array.from({ length: count }, () => ({
    word,
    features: Float32Array.from(
      { length: FEATURES },
      (_, at) => random() + (at === DIRECTIONS[word] ? strength : 0),
    ),
  }))
}

const both = [...made('hole', 12, 1), ...made('spur', 12, 2)]

describe('TaughtNames', () => {
  test('names what is like examples, and says how many', () => {
    const names = new TaughtNames(both)
    const asked = [...made('hole', 20, 3), ...made('spur', 20, 4)]
    expect(asked.map(({ features }) => names.ranked(features)[0].word)).toEqual(asked.map(({ word }) => word))
    const given = asked.flatMap(({ word, features }) => {
      const name = names.nameFor(features)
      return name === null ? [] : [{ isRight: name.word === word, ...name }]
    })
    // what lies farther than 95 % of the examples gets none
    expect(given.length).toBeGreaterThan(32)
    expect(
      given.every(({ isRight, score, like, of }) => isRight && score > 0.9 && like >= 4 && of === 7),
    ).toBe(true)
    expect(given.every(({ score, others }) => Math.abs(score + others[0].score - 1) < 1e-9)).toBe(true)
  })

  test('nothing is named that is like none', () => {
    const names = new TaughtNames(both)
    for (const { features } of made('leaf', 20, 5, 12)) {
      expect(names.nameFor(features)).toBeNull()
      expect(names.ranked(features)).toHaveLength(2)
    }
  })

  test('nothing is named where two words are as likely', () => {
    const same = [...made('hole', 12, 1), ...made('hole', 12, 2).map((one) => ({ ...one, word: 'spur' }))]
    const given = made('hole', 40, 6).map(({ features }) => new TaughtNames(same).nameFor(features))
    for (const found of given) {
      expect(found === null || found.score < 0.8).toBe(true)
    }
  })

  test('a word of fewer than five examples is never given, but is something else', () => {
    const few = made('spur', 4, 2)
    expect(new TaughtNames(few).nameFor(few[0].features)).toBeNull()
    expect(new TaughtNames(few).ranked(few[0].features)).toEqual([])
    const names = new TaughtNames([...made('hole', 12, 1), ...few])
    const given = made('spur', 20, 4).map(({ features }) => names.nameFor(features))
    expect(given.every((found) => found === null)).toBe(true)
    expect(names.nameFor(made('hole', 1, 3)[0].features)?.word).toBe('hole')
  })

  test('one word alone names what is like it, and nothing far', () => {
    const names = new TaughtNames(made('hole', 8, 1))
    const near = made('hole', 20, 3).filter(({ features }) => names.nameFor(features)?.word === 'hole')
    expect(near.length).toBeGreaterThan(14)
    expect(names.nameFor(made('spur', 1, 4, 12)[0].features)).toBeNull()
  })

  test('the order of examples does not matter', () => {
    const [{ features }] = made('hole', 1, 3)
    expect(new TaughtNames(both.toReversed()).nameFor(features)).toEqual(
      new TaughtNames(both).nameFor(features),
    )
  })

  test('no examples, equal examples, and other lengths', () => {
    const one = new Float32Array(FEATURES).fill(1)
    expect(new TaughtNames([]).nameFor(one)).toBeNull()
    const equal = Array.from({ length: 6 }, () => ({ word: 'hole', features: one }))
    expect(new TaughtNames(equal).nameFor(one)).toBeNull()
    expect(new TaughtNames(equal).ranked(one)).toEqual([])
    expect(() => new TaughtNames(both).nameFor(new Float32Array(3))).toThrow(RangeError)
  })

  test('examples that are equal but for their word name what is like them, with a score, and nothing else', () => {
    const [[hole], [spur], [leaf]] = [made('hole', 1, 1), made('spur', 1, 2), made('leaf', 1, 3)]
    const equal = [hole, spur].flatMap((one) => Array.from({ length: 5 }, () => one))
    const names = new TaughtNames(equal)
    expect(names.nameFor(hole.features)).toMatchObject({ word: 'hole', score: 1, like: 5 })
    expect(names.nameFor(spur.features)).toMatchObject({ word: 'spur', score: 1, like: 5 })
    expect(names.nameFor(leaf.features)).toBeNull()
    expect(names.ranked(leaf.features).every(({ score }) => score >= 0 && score <= 1)).toBe(true)
    const most = [...equal, made('hole', 1, 4)[0]]
    expect(new TaughtNames(most).nameFor(hole.features)).toMatchObject({ word: 'hole', score: 1 })
  })

  test.each([
    { same: 4, others: 0, deviating: 1 },
    { same: 5, others: 0, deviating: 1 },
    { same: 9, others: 0, deviating: 1 },
    { same: 4, others: 0, deviating: 2 },
    { same: 9, others: 5, deviating: 1 },
  ])(
    'examples of a word equal but for few name nothing far: $same + $deviating, and $others of another',
    (counts) => {
      const [hole, spur] = [made('hole', 1, 1)[0], made('spur', 1, 2)[0]]
      const repeated = [
        ...Array.from({ length: counts.same }, () => hole),
        ...Array.from({ length: counts.others }, () => spur),
      ]
      const names = new TaughtNames([...repeated, ...made('hole', counts.deviating, 4)])
      expect(names.nameFor(hole.features)).toMatchObject({ word: 'hole', score: 1 })
      for (const { features } of made('leaf', 20, 900)) {
        expect(names.nameFor(features)).toBeNull()
      }
    },
  )

  test('examples of one word that differ by rounding alone name nothing', () => {
    const features = Float32Array.from({ length: FEATURES }, (_, at) => 0.1 + at / 7)
    const names = new TaughtNames(Array.from({ length: 7 }, () => ({ word: 'hole', features })))
    expect(names.nameFor(features)).toBeNull()
  })

  test('of many examples the newest count', () => {
    const old = made('hole', 30, 7, -3)
    const names = new TaughtNames([...old, ...made('hole', 100, 8), ...made('spur', 100, 9)])
    const without = new TaughtNames([...made('hole', 100, 8), ...made('spur', 100, 9)])
    const [{ features }] = made('hole', 1, 3)
    expect(names.nameFor(features)).toEqual(without.nameFor(features))
  })
})
