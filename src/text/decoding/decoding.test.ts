import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trainTokenizer } from '../bpe/train'
import { beamSearch, greedy } from './search'
import { RequiredWords, continuesWord, typedPrefix } from './required-text'
import type { BeamOptions } from './beam-item'
import { scoreSequences } from './decoder'
import type { Decoded, NextLogits } from './decoder'

/** Pad, start, end and mask as the tokenizer has them, and three words. */
const madeVocabulary = 7
const madeWords = [4, 5, 6]
const start = 1
const end = 2

/** A distribution of its own after each prefix, the same at every call; specials are likely too. */
function madeModel(seed: number): NextLogits {
  return (prefixes, items) =>
    Promise.resolve(prefixes.map((prefix, index) => madeRow(seed + 1000 * items[index], prefix)))
}

function madeRow(seed: number, prefix: readonly number[]): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  for (const id of prefix) {
    state = Math.imul(state ^ (id + 1), 0x85ebca6b) ^ (state >>> 13)
  }
  return Float32Array.from({ length: madeVocabulary }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return ((state >>> 8) / 2 ** 24) * 6 - 3
  })
}

interface MadeSequence {
  ids: number[]
  total: number
  /** Log-probabilities, the end's too. */
  length: number
}

/** Every sequence that ends within `maximumLength` tokens, end included. */
function everySequence(seed: number, maximumLength: number): MadeSequence[] {
  const grow = (ids: number[], total: number): MadeSequence[] => {
    if (ids.length >= maximumLength) {
      return []
    }
    const row = madeRow(seed, [start, ...ids])
    const partition = Math.log(row.reduce((sum, value) => sum + Math.exp(value), 0))
    return [
      { ids, total: total + row[end] - partition, length: ids.length + 1 },
      ...madeWords.flatMap((id) => grow([...ids, id], total + row[id] - partition)),
    ]
  }
  return grow([], 0)
}

const maximumLength = 5
const exhaustive = { maximumLength, width: 400, results: 4, exact: true } satisfies BeamOptions
const seeds = fc.integer({ min: 0, max: 100_000 })
const powers = fc.constantFrom(0, 0.7, 1)

function bestOf(
  seed: number,
  lengthPower: number,
  fits: (ids: readonly number[]) => boolean = () => true,
): MadeSequence[] {
  const score = ({ total, length }: MadeSequence): number => total / length ** lengthPower
  return everySequence(seed, maximumLength)
    .filter(({ ids }) => fits(ids))
    .sort((a, b) => score(b) - score(a))
    .slice(0, exhaustive.results)
}

/** The compared fields; totals to five decimals. */
const outcome = (found: readonly Decoded[]) =>
  found.map(({ ids, total, logProbabilities, finished }) => ({
    ids,
    total: expect.closeTo(total, 5) as number,
    length: finished ? logProbabilities.length : 0,
  }))

test('a beam that holds everything finds the best sequences', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, powers, async (seed, lengthPower) => {
      const [found] = await beamSearch(madeModel(seed), { ...exhaustive, lengthPower })
      expect(bestOf(seed, lengthPower)).toEqual(outcome(found))
    }),
    { numRuns: 40 },
  )
})

test('with a forced beginning, the best of those that begin so', async () => {
  const prefix = [5, 4]
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const [found] = await beamSearch(madeModel(seed), { ...exhaustive, lengthPower: 1, prefix })
      expect(bestOf(seed, 1, (ids) => ids[0] === 5 && ids[1] === 4)).toEqual(outcome(found))
    }),
    { numRuns: 20 },
  )
})

const saysWords = (ids: readonly number[]): boolean => ids.includes(5) && ids.join().includes('6,4')

test('with words to be said, the best of those that say them', async () => {
  const words = [[6, 4], [5]]
  await fc.assert(
    fc.asyncProperty(seeds, powers, async (seed, lengthPower) => {
      const [found] = await beamSearch(madeModel(seed), { ...exhaustive, lengthPower, words })
      expect(bestOf(seed, lengthPower, saysWords)).toEqual(outcome(found))
    }),
    { numRuns: 40 },
  )
})

const alternating = (ids: readonly number[]): number[] => (ids.length % 2 === 0 ? [4, 2] : [5, 6, 2])
const alternates = (ids: readonly number[]): boolean =>
  ids.every((id, index) => (id === 4) === (index % 2 === 0))

test('with a set of tokens, the best made of them', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const [found] = await beamSearch(madeModel(seed), {
        ...exhaustive,
        lengthPower: 0,
        allowed: alternating,
      })
      expect(bestOf(seed, 0, alternates)).toEqual(outcome(found))
    }),
    { numRuns: 20 },
  )
})

test('a narrow beam says every word, and its totals are those of the model', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const next = madeModel(seed)
      const words = [
        [4, 4],
        [5, 6],
      ]
      const [found] = await beamSearch(next, { maximumLength, width: 1, words })
      expect(found.length).toBeGreaterThan(0)
      const scored = await scoreSequences(next, found)
      for (const [index, { ids, total, score }] of found.entries()) {
        expect(ids.join()).toMatch(/4,4/)
        expect(ids.join()).toMatch(/5,6/)
        expect(total).toBeCloseTo(scored[index].total, 6)
        expect(score).toBeCloseTo(scored[index].score, 6)
      }
    }),
    { numRuns: 40 },
  )
})

test('greedy takes the likeliest token at each step', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const next = madeModel(seed)
      const [{ ids, finished, logProbabilities }] = await greedy(next, { maximumLength })
      const rows = await next(
        ids.map((_, index) => [1, ...ids.slice(0, index)]),
        ids.map(() => 0),
      )
      for (const [index, row] of rows.entries()) {
        expect(row[ids[index]]).toBe(Math.max(row[2], ...row.slice(4)))
      }
      expect(logProbabilities).toHaveLength(ids.length + (finished ? 1 : 0))
      expect(finished || ids.length === maximumLength).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('several items side by side get what each gets alone', async () => {
  const next = madeModel(7)
  const count = 3
  const alone =
    (item: number): NextLogits =>
    (prefixes) =>
      next(
        prefixes,
        prefixes.map(() => item),
      )
  const together = await greedy(next, { maximumLength, prefix: [4], count })
  const beams = await beamSearch(next, { maximumLength, width: 2, prefix: [4], count })
  for (let item = 0; item < count; item++) {
    expect([together[item]]).toEqual(await greedy(alone(item), { maximumLength, prefix: [4] }))
    expect([beams[item]]).toEqual(await beamSearch(alone(item), { maximumLength, width: 2, prefix: [4] }))
  }
})

const never: NextLogits = (prefixes) =>
  Promise.resolve(prefixes.map(() => new Float32Array(madeVocabulary).fill(-Infinity, 0, 4)))

const empty: NextLogits = () => Promise.resolve([])

const broken: NextLogits = (prefixes) => Promise.resolve(prefixes.map(() => new Float32Array(7).fill(NaN)))

test('results with the same key are one', async () => {
  const [found] = await beamSearch(madeModel(3), { ...exhaustive, key: (ids) => String(ids.length) })
  expect(new Set(found.map(({ ids }) => ids.length)).size).toBe(found.length)
})

test('what only the length ended is not finished', async () => {
  const [found] = await beamSearch(never, { maximumLength, width: 2 })
  expect(found.map(({ finished, ids }) => [finished, ids.length])).toEqual([
    [false, maximumLength],
    [false, maximumLength],
  ])
  const [cut] = await greedy(never, { maximumLength, prefix: [4, 5, 6, 4, 5] })
  expect(cut).toMatchObject({ finished: false, ids: [4, 5, 6, 4, 5] })
  const [[full]] = await beamSearch(never, { maximumLength, width: 2, prefix: [4, 5, 6, 4, 5] })
  expect(full).toMatchObject({ finished: false, ids: [4, 5, 6, 4, 5] })
})

test('a word within a longer word is not said', () => {
  const required = new RequiredWords([[4]], (id) => id === 6)
  expect(required.missing([5, 4]).need).toBe(0)
  expect(required.missing([5, 4, 5]).need).toBe(0)
  expect(required.missing([5, 4, 6]).need).toBe(1)
  expect(required.missing([5, 4, 6, 4]).need).toBe(0)
})

test('words that do not fit the length, and answers that are no logits, are refused', async () => {
  await expect(beamSearch(madeModel(1), { maximumLength: 3, width: 1, words: [[4, 5, 6]] })).rejects.toThrow(
    /do not fit/,
  )
  await expect(greedy(empty, { maximumLength })).rejects.toThrow(/0 rows/)
  await expect(greedy(broken, { maximumLength })).rejects.toThrow(/finite/)
})

const captions = ['the red cube is gone', 'the reddish cube moved', 'a new road was built']
const tokenizer = trainTokenizer(captions, 330)
/** Follows one of the captions if possible, by their tokens. */
const parrot: NextLogits = (prefixes) =>
  Promise.resolve(
    prefixes.map(([, ...ids]) => {
      const row = new Float32Array(tokenizer.size).fill(-9)
      const said = tokenizer.decode(ids)
      for (const caption of captions) {
        const all = tokenizer.encode(caption)
        if (caption.startsWith(said)) {
          row[all.at(ids.length) ?? 2] = 5
        }
      }
      return row
    }),
  )

test.each(['', 't', 'the re', 'the red', 'the red ', 'the reddish cu', 'a new road was built'])(
  'what is typed (%j) begins every result, and its last word may go on',
  async (typed) => {
    const options = { maximumLength: 30, width: 4, ...typedPrefix(tokenizer, typed) }
    const [found] = await beamSearch(parrot, { ...options, key: (ids) => tokenizer.decode(ids) })
    const texts = found.map(({ ids }) => tokenizer.decode(ids))
    for (const text of texts) {
      expect(text.startsWith(typed)).toBe(true)
    }
    expect(captions).toContain(texts[0])
  },
)

test('what carries on a word', () => {
  const continues = continuesWord(tokenizer)
  const [blank, letter, comma] = [' ', 'x', ','].map((text) => 4 + text.charCodeAt(0))
  expect([blank, letter, comma, 2].map(continues)).toEqual([false, true, false, false])
  expect(continues(tokenizer.encode('red')[0])).toBe(false)
})

const onlyFive = (ids: readonly number[]): number[] => (ids.length === 0 ? [5] : [])

test('greedy stops where no token may follow', async () => {
  const [found] = await greedy(madeModel(1), { maximumLength: 4, allowed: onlyFive })
  expect([found.ids, found.finished, found.logProbabilities.length]).toEqual([[5], false, 1])
})

test('a token that the model does not have is refused by its number', async () => {
  await expect(greedy(madeModel(1), { maximumLength: 4, prefix: [99] })).rejects.toThrow(
    new RangeError('the model has no token 99'),
  )
})
