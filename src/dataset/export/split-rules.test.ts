import { describe, expect, test } from 'vitest'
import { assignSplits, NO_RULES } from './assign-splits'
import type { SplitName, SplitRules } from './assign-splits'
import { splitsOf } from './known-splits'
import { splitNotices, splitsToKeep } from './split-notices'
import type { CountedPair } from './export-pair'
import { englishOf } from '../../messages/message'

interface Item {
  key: string
  split: string | null
  beforePath: string
  afterPath: string
}

function itemsOf(keys: readonly string[]): Item[] {
  return keys.map((key) => ({
    key,
    split: null,
    beforePath: `/data/${key}_before.png`,
    afterPath: `/data/${key}_after.png`,
  }))
}

/** Of a project with these pairs; where none are named, of the exported ones alone. */
function rulesOf(change: Partial<SplitRules>, pairs: readonly Item[] = []): SplitRules {
  return { ...NO_RULES, pairs: () => pairs, keys: () => pairs.map(({ key }) => key), ...change }
}

function splitsByKey(items: readonly Item[], rules: SplitRules = NO_RULES): Map<string, SplitName> {
  const splits = assignSplits(items, rules)
  return new Map(items.map(({ key }, index) => [key, splits[index]]))
}

/** As an export after each of these counts of accepted pairs gives them. */
function inTurn(counts: readonly number[], allPairs: readonly Item[]): Map<string, SplitName>[] {
  let exported = new Map<string, SplitName>()
  return counts.map((count) => {
    const splits = splitsByKey(allPairs.slice(0, count), rulesOf({ exported }, allPairs))
    exported = new Map([...exported, ...splits])
    return splits
  })
}

/** With its split of the source, and the one that it got. */
const given = ([key, own, split]: [string, string | null, SplitName]): CountedPair => ({
  item: { ...itemsOf([key])[0], split: own, width: 1, height: 1, problem: null },
  content: { regions: [], captions: [], hasChange: false },
  captionCount: 0,
  split,
  number: 1,
})

const KEYS = Array.from({ length: 200 }, (_, index) => `pair_${index}`)

describe('the splits of a project that was trained', () => {
  const all = itemsOf(KEYS)
  const byHash = splitsByKey(all)
  const sides = new Map(
    KEYS.map((key, index) => [key, index < 30 ? 'held-out' : 'train'] as [string, 'held-out' | 'train']),
  )

  test('are test for the pairs that are held out, and train or val by the hash for those that were trained on', () => {
    const splits = splitsByKey(all, rulesOf({ sides }))
    expect(new Set(KEYS.slice(0, 30).map((key) => splits.get(key)))).toEqual(new Set(['test']))
    for (const key of KEYS.slice(30)) {
      expect(splits.get(key)).toBe(byHash.get(key) === 'val' ? 'val' : 'train')
    }
  })

  test('stay those of the source', () => {
    const given = all.map((item) => ({ ...item, split: 'val' }))
    expect(new Set(assignSplits(given, rulesOf({ sides })))).toEqual(new Set(['val']))
  })

  test('hold for others of a group, also of a pair that is not exported', () => {
    const [held, like] = itemsOf(['held', 'like'])
    const pair = { ...like, beforePath: held.beforePath }
    const rules = rulesOf({ sides: new Map([['held', 'held-out']]) }, [held, pair])
    expect(splitsByKey([held, pair], rules).get('like')).toBe('test')
    expect(splitsByKey([pair], rules).get('like')).toBe('test')
    // a pair that the project knows nothing of goes by its hash
    expect(assignSplits(itemsOf(['other']), rules)).toEqual(assignSplits(itemsOf(['other'])))
  })

  test('are not test for a pair that was trained on, whatever its group is, and none of its group moves there', () => {
    const [held, trained, fresh] = itemsOf(['a', 'b', 'c']).map((item) => ({ ...item, beforePath: '/one' }))
    const both = rulesOf({ sides: new Map([['a', 'held-out'] as const, ['b', 'train'] as const]) })
    expect([...splitsByKey([held, trained, fresh], both).values()]).toEqual(['test', 'train', 'test'])
    const trainedAlone = rulesOf({ sides: new Map(KEYS.map((key) => [key, 'train'])) })
    expect(assignSplits(itemsOf(KEYS.slice(0, 8)), trainedAlone)).not.toContain('test')
  })
})

describe('the splits of an earlier export', () => {
  test('stay when more pairs are accepted, also where a group was lent to an empty split', () => {
    const pairs = itemsOf(['d0_im02', 'd0_im04', 'd0_im06', 'd0_im10', ...KEYS.slice(0, 11)])
    const turns = inTurn([4, 6, 8, 11, 15], pairs)
    expect(new Set(turns[0].values())).toEqual(new Set(['train', 'val', 'test']))
    for (const splits of turns) {
      for (const [key, split] of splits) {
        expect([key, turns.at(-1)?.get(key)]).toEqual([key, split])
      }
    }
  })

  test('are looked for by the sequences of all pairs, not of those that are exported', () => {
    const places = ['north', 'south', 'east', 'west', 'mill']
    const pairs = itemsOf(places.flatMap((place) => [1, 2, 3].map((frame) => `${place}_00${frame}`)))
    const [four, five] = inTurn([12, 15], pairs)
    for (const place of places) {
      const own = [...five].filter(([key]) => key.startsWith(place)).map(([, split]) => split)
      expect([place, new Set(own).size]).toEqual([place, 1])
    }
    expect([...five].slice(0, 12)).toEqual([...four])
  })

  test('give way to training, which has seen them', () => {
    const sides = new Map([['a', 'held-out'] as const, ['b', 'train'] as const, ['c', 'train'] as const])
    const exported = new Map([['a', 'train'] as const, ['b', 'test'] as const, ['c', 'val'] as const])
    const splits = splitsByKey(itemsOf(['a', 'b', 'c', 'd']), rulesOf({ sides, exported }))
    expect([...splits.values()].slice(0, 3)).toEqual(['test', 'train', 'val'])
  })

  test('are made anew for other rules', async () => {
    const items = itemsOf(KEYS).map((item) => ({ ...item, width: 1, height: 1, problem: null }))
    const rules = rulesOf({ exported: new Map([['pair_0', 'test']]) })
    const splits = await splitsOf(items)
    expect(await splitsOf(items, rules)).not.toBe(splits)
    expect(await splitsOf(items, rules)).toBe(await splitsOf(items, rules))
  })
})

test('what is said of splits, and which of them a project keeps', () => {
  const pairs = (
    [
      ['held', null, 'test'],
      ['learned', null, 'val'],
      ['by-source', 'test', 'test'],
      ['moved', 'train', 'train'],
      ['new', 'nonsense', 'train'],
    ] as [string, string | null, SplitName][]
  ).map(given)
  const sides = new Map([
    ['held', 'held-out'] as const,
    ['learned', 'train'] as const,
    ['by-source', 'train'] as const,
  ])
  const exported = new Map([['moved', 'test'] as const, ['held', 'test'] as const])
  expect(splitNotices(pairs, rulesOf({ sides, exported })).map(englishOf)).toEqual([
    expect.stringContaining(
      '1 pair that it holds out is test, 1 pair that it was trained on is train or val',
    ),
    expect.stringContaining(
      '1 pair has a split of the source that training of this project does not keep to',
    ),
    expect.stringContaining('1 pair has another split than in an earlier export'),
  ])
  expect(splitNotices(pairs, NO_RULES)).toEqual([])
  expect(splitsToKeep(pairs)).toEqual(
    new Map([
      ['held', 'test'],
      ['learned', 'val'],
      ['new', 'train'],
    ]),
  )
})
