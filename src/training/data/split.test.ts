import { describe, expect, test } from 'vitest'
import { fingerprint, looksAlike } from '../../images/fingerprint'
import { seededRandom } from '../../metrics/set-score'
import { makePair } from '../../synth/make'
import { groupPairs, splitPairs } from './split'
import type { Split, KnownSides, SplitPair } from './split'

type Made = Partial<Omit<SplitPair, 'files'>> & { readonly before?: string; readonly after?: string }

function pair(key: string, made: Made = {}): SplitPair {
  const { before = `${key}-before`, after = `${key}-after`, ...more } = made
  return { key, files: [before, after], fingerprints: null, ...more }
}
const scattered = Array.from({ length: 40 }, (_, index) => pair(`${(index * 7919) % 1000}x`))
const automatic = { by: 'automatic' } as const
const keysOf = (pairs: readonly SplitPair[]): string[] => pairs.map(({ key }) => key)

/** Of a project with no other pairs, where none are named. */
function split(
  pairs: readonly SplitPair[],
  grouping: Parameters<typeof splitPairs>[1],
  share: number,
  knownSides: KnownSides,
  all: readonly SplitPair[] = pairs,
): Promise<Split> {
  const chosen = new Set(keysOf(pairs))
  const earlier = all.filter(({ key }) => knownSides.has(key) && !chosen.has(key))
  return splitPairs(pairs, grouping, share, { knownSides, earlier, keys: keysOf(all) })
}

/** What a run with these sides is followed by. */
function sidesOf(pairs: readonly SplitPair[], { sides }: Split): KnownSides {
  return new Map(pairs.map(({ key }, index) => [key, sides[index]!] as const))
}

test('pairs that are called like what every object has are split as others are, and keep their sides', async () => {
  const keys = ['__proto__', 'constructor', 'toString', 'valueOf', 'a', 'b', 'c', 'd']
  const pairs = keys.map((key) => pair(key))
  const first = await split(pairs, automatic, 0.3, new Map())
  expect(first.sides.filter((side) => side === 'held-out').length).toBeGreaterThan(0)
  const turned = first.sides.map((side) => (side === 'train' ? 'held-out' : 'train'))
  const knownSides: KnownSides = new Map(keys.map((key, index) => [key, turned[index]] as const))
  expect((await split(pairs, automatic, 0.3, knownSides)).sides).toEqual(turned)
})

test('pairs of one sequence stay on one side, however they are grouped', async () => {
  const pairs = Array.from({ length: 60 }, (_, index) =>
    pair(`folder ${index}/${index}`, { sequence: `place ${index % 10}` }),
  )
  const { sides, groupCount } = await split(pairs, { by: 'folder' }, 0.3, new Map())
  expect(groupCount).toBe(10)
  const sidesOf = (place: number): Set<unknown> => new Set(sides.filter((_, index) => index % 10 === place))
  expect(Array.from({ length: 10 }, (_, place) => sidesOf(place).size)).toEqual(Array(10).fill(1))
  expect(new Set(sides)).toEqual(new Set(['train', 'held-out']))
})

test('DICOM files of one folder stay on one side, where they lie in several, also beside those of earlier runs', async () => {
  const series = Array.from({ length: 48 }, (_, index) => {
    const name = `PAT${index % 12}/IM${index}.dcm`
    const stored = [`before/${name}`, `after/${name}`]
    const isEarlier = index >= 36
    const files = isEarlier ? stored : [...stored.map((file) => `/data/${file}`), ...stored]
    return { ...pair(`scan-${(index * 7919) % 1000}`), files }
  })
  const [pairs, earlier] = [series.slice(0, 36), series.slice(36)]
  const groups = await groupPairs(pairs, automatic, keysOf(series), earlier)
  expect(groups.map((group) => group.map((index) => index % 12))).toEqual(
    Array.from({ length: 12 }, (_, person) => Array(4).fill(person)),
  )
  const flat = series.map(({ key }) => pair(key, { before: `A/${key}.dcm`, after: `B/${key}.dcm` }))
  expect(await groupPairs(flat, automatic, keysOf(flat))).toHaveLength(48)
})

test('a pair keeps its side when others come, and what was held out stays so', async () => {
  const first = await split(scattered, automatic, 0.2, new Map())
  const knownSides: KnownSides = new Map(
    scattered.map(({ key }, index) => [key, first.sides[index]!] as const),
  )
  expect(first.sides.filter((side) => side === 'held-out').length).toBeGreaterThanOrEqual(4)
  const more = [...Array.from({ length: 30 }, (_, index) => pair(`new${index}y`)), ...scattered]
  const second = await split(more, automatic, 0.2, knownSides)
  expect(second.sides.slice(30)).toEqual(first.sides)
  expect((await split(scattered, automatic, 0.05, knownSides)).sides).toEqual(first.sides)
})

test('training pairs are never held out later, and held-out pairs never used for training', async () => {
  const keys = scattered.map(({ key }) => key)
  const sidesBefore: KnownSides = new Map(keys.map((key) => [key, 'train'] as const))
  expect(new Set((await split(scattered, automatic, 0.2, sidesBefore)).sides)).toEqual(new Set(['train']))
  const news = Array.from({ length: 10 }, (_, index) => pair(`new${index}y`))
  const { sides } = await split([...scattered, ...news], automatic, 0.2, sidesBefore)
  expect(new Set(sides.slice(0, 40))).toEqual(new Set(['train']))
  expect(sides.slice(40)).toContain('held-out')
  const heldOut: KnownSides = new Map(keys.map((key) => [key, 'held-out'] as const))
  expect(new Set((await split(scattered, automatic, 0.2, heldOut)).sides)).toEqual(new Set(['held-out']))
})

test('a new pair that shares a frame with a held-out one is held out', async () => {
  const knownSides: KnownSides = new Map(Object.entries({ old: 'held-out', other: 'train' }))
  const pairs = [
    pair('old'),
    pair('other'),
    pair('new', { before: 'old-before' }),
    pair('newer', { after: 'other-after' }),
  ]
  const { sides } = await split(pairs, automatic, 0.2, knownSides)
  expect(sides).toEqual(['held-out', 'train', 'held-out', 'train'])
})

test('slices of one volume are never on both sides', async () => {
  const pairs = Array.from({ length: 12 }, (_, scan) =>
    [1, 2, 3].map((slice) =>
      pair(`${scan * 7919}x#000${slice}`, {
        before: `A/${scan}.nii#axial${slice}`,
        after: `B/${scan}.nii#axial${slice}`,
      }),
    ),
  ).flat()
  const { sides } = await split(pairs, automatic, 0.3, new Map())
  for (let scan = 0; scan < 12; scan += 1) {
    expect(new Set(sides.slice(scan * 3, scan * 3 + 3)).size).toBe(1)
  }
  expect(new Set(sides)).toEqual(new Set(['train', 'held-out']))
})

test('a group on both sides stays as it is, and its new pairs are on neither', async () => {
  const knownSides: KnownSides = new Map(
    Object.entries({ 'a/old': 'held-out', 'a/other': 'train', 'b/old': 'train' }),
  )
  const pairs = ['a/old', 'a/other', 'a/new', 'b/old', 'b/new'].map((key) => pair(key))
  const { sides } = await split(pairs, { by: 'folder' }, 0.2, knownSides)
  expect(sides).toEqual(['held-out', 'train', null, 'train', 'train'])
  const bridged = [
    pair('a/old'),
    pair('a/other'),
    pair('new', { before: 'a/old-before', after: 'a/other-after' }),
    pair('b/old'),
  ]
  const { sides: apart } = await split(bridged, automatic, 0.2, knownSides)
  expect(apart).toEqual(['held-out', 'train', null, 'train'])
})

test('what is a sequence does not depend on how many of its frames were reviewed', async () => {
  const frames = Array.from({ length: 84 }, (_, index) =>
    pair(`street${'abcdefghijkl'[index % 12]}_${index}`),
  )
  const first = await split(frames.slice(0, 18), automatic, 0.2, new Map())
  expect(first.groupCount).toBe(12)
  const knownSides: KnownSides = new Map(
    frames.slice(0, 18).map(({ key }, index) => [key, first.sides[index]!] as const),
  )
  const { sides } = await split(frames, automatic, 0.2, knownSides)
  expect(sides.slice(0, 18)).toEqual(first.sides)
  expect(sides).not.toContain(null)
})

test('four sequences are sequences, and none is torn apart when a fifth is reviewed in a later run', async () => {
  const frames = [10, 10, 10, 10, 130].flatMap((count, sequence) =>
    Array.from({ length: count }, (_, index) => pair(`street${'abcde'[sequence]}_${index}`)),
  )
  const reviewed = frames.slice(0, 40)
  for (const all of [reviewed, frames]) {
    const first = await split(reviewed, automatic, 0.2, new Map(), all)
    expect(first.groupCount).toBe(4)
    const knownSides: KnownSides = new Map(
      reviewed.map(({ key }, index) => [key, first.sides[index]!] as const),
    )
    const { sides } = await split(frames, automatic, 0.2, knownSides)
    expect(sides.slice(0, 40)).toEqual(first.sides)
    expect(sides).not.toContain(null)
    for (let start = 0; start < 40; start += 10) {
      expect(new Set(sides.slice(start, start + 10)).size).toBe(1)
    }
  }
})

test('names that begin alike, or name splits, are no sequences', async () => {
  const alike = Array.from({ length: 30 }, (_, index) => pair(`img_${index}`))
  expect((await split(alike, automatic, 0.2, new Map())).groupCount).toBe(30)
  const parts = Array.from({ length: 30 }, (_, index) =>
    pair(`${index < 24 ? 'train' : index < 27 ? 'val' : 'test'}/0000${index}`),
  )
  expect((await split(parts, automatic, 0.2, new Map())).groupCount).toBe(30)
})

test('boards with one name, folders, and near-duplicate frames are never on both sides', async () => {
  const boards = ['123001', '123002', '770001', '770002', '440001'].map((key) => pair(key))
  expect(await groupPairs(boards, { by: 'prefix', length: 3 }, keysOf(boards))).toEqual([[0, 1], [2, 3], [4]])
  const folders = ['a/1', 'a/2', 'b/1'].map((key) => pair(key))
  expect(await groupPairs(folders, { by: 'folder' }, keysOf(folders))).toEqual([[0, 1], [2]])
  const order = {
    world: 'blocks',
    profile: 'training',
    seed: 3,
    inTurn: true,
    width: 128,
    height: 128,
  } as const
  const synthetic = [0, 1, 2].map((index) => makePair(order, index))
  const prints = synthetic.map(
    ({ before, after }) => [fingerprint({ ...before }), fingerprint({ ...after })] as const,
  )
  expect(looksAlike(prints[0][0], prints[0][0])).toBe(true)
  const pairs = [...prints, prints[1]].map((fingerprints, index) => pair(`${index}z`, { fingerprints }))
  expect(await groupPairs(pairs, automatic, keysOf(pairs))).toEqual([[0], [1, 3], [2]])
  const flat = fingerprint({ width: 32, height: 32, data: new Uint8Array(32 * 32 * 3).fill(90) })
  expect(looksAlike(flat, flat)).toBe(false)
})

test('neither side is empty where there are two groups; one group alone is split by pair, and that is reported', async () => {
  for (let count = 2; count < 12; count++) {
    const pairs = Array.from({ length: count }, (_, index) => pair(`p${index}q`))
    const { sides, isByPair } = await split(pairs, automatic, 0.2, new Map())
    expect(new Set(sides)).toEqual(new Set(['train', 'held-out']))
    expect(isByPair).toBe(false)
  }
  const one = Array.from({ length: 6 }, (_, index) => pair(`p${index}q`, { before: 'same' }))
  const { sides, isByPair, groupCount } = await split(one, automatic, 0.2, new Map())
  expect([isByPair, groupCount]).toEqual([true, 1])
  expect(new Set(sides).size).toBe(2)
})

test('thousands of pairs are compared while other work continues', async () => {
  const random = seededRandom(5)
  const print = (): string => Array.from({ length: 256 }, () => '+-0'[Math.floor(3 * random())]).join('')
  const pairs = Array.from({ length: 2000 }, (_, index) =>
    pair(`p${index}q`, { fingerprints: [print(), print()] }),
  )
  let yields = 0
  const timer = setInterval(() => (yields += 1), 0)
  expect(await groupPairs(pairs, automatic, keysOf(pairs))).toHaveLength(2000)
  clearInterval(timer)
  expect(yields).toBeGreaterThan(3)
})

test('prints with a tenth of their cells amiss are alike, with more they are not', () => {
  const print = '+-'.repeat(50).padEnd(256, '0')
  const amiss = (count: number): string => '0'.repeat(count) + print.slice(count)
  expect([0, 10, 11].map((count) => looksAlike(print, amiss(count)))).toEqual([true, true, false])
  expect(looksAlike('0'.repeat(245) + '+'.repeat(11), '0'.repeat(245) + '+'.repeat(11))).toBe(false)
  expect(looksAlike('0'.repeat(244) + '-'.repeat(12), '0'.repeat(244) + '-'.repeat(12))).toBe(true)
})

const siteOf = ({ key }: SplitPair): string => key.split('/')[0]
const print = (sign: string): string => sign.repeat(64).padEnd(256, '0')

describe('a later run that chooses none of the pairs of an earlier one', () => {
  const all = Array.from({ length: 60 }, (_, at) => pair(`site${Math.floor(at / 10)}/frame_${at % 10}`))
  const first = all.filter(({ key }) => Number(key.at(-1)) < 5)
  const later = all.filter(({ key }) => Number(key.at(-1)) >= 5)

  test.each([{ by: 'folder' }, automatic] as const)(
    'leaves each group on the side that it has: $by',
    async (grouping) => {
      const knownSides = sidesOf(first, await split(first, grouping, 0.2, new Map(), all))
      expect(new Set(knownSides.values())).toEqual(new Set(['train', 'held-out']))
      const sideOfSite = new Map(first.map((one) => [siteOf(one), knownSides.get(one.key)]))
      for (const from of [0, 1, 2, 3]) {
        const chosen = later.slice(10 * from)
        const { sides, isByPair } = await split(chosen, grouping, 0.2, knownSides, all)
        expect(sides).toEqual(chosen.map((one) => sideOfSite.get(siteOf(one))))
        expect(isByPair).toBe(false)
      }
    },
  )

  test('leaves one group alone on its side, though it is all that is chosen', async () => {
    const knownSides = sidesOf(first, await split(first, { by: 'folder' }, 0.2, new Map(), all))
    for (const site of ['site0', 'site3']) {
      const chosen = later.filter((one) => siteOf(one) === site)
      const { sides, groupCount } = await split(chosen, { by: 'folder' }, 0.2, knownSides, all)
      expect(new Set(sides)).toEqual(new Set([knownSides.get(`${site}/frame_0`)]))
      expect(groupCount).toBe(1)
    }
  })

  test('keeps what shares a picture, a sequence or a look with a pair of it on its side', async () => {
    const old = [
      pair('old1x'),
      pair('old2x', { sequence: 'place' }),
      pair('old3x', { fingerprints: [print('+'), print('-')] }),
      pair('old4x'),
    ]
    const chosen = [
      pair('a', { before: 'old1x-after' }),
      pair('b', { sequence: 'place' }),
      pair('c', { fingerprints: [print('+'), print('+')] }),
      ...Array.from({ length: 20 }, (_, index) => pair(`other${index}x`)),
    ]
    for (const side of ['train', 'held-out'] as const) {
      const other = side === 'train' ? 'held-out' : 'train'
      const knownSides: KnownSides = new Map(old.map(({ key }, at) => [key, at < 3 ? side : other] as const))
      const { sides } = await split(chosen, automatic, 0.2, knownSides, [...old, ...chosen])
      expect(sides.slice(0, 3)).toEqual([side, side, side])
      expect(new Set(sides.slice(3))).toEqual(new Set(['train', 'held-out']))
    }
  })

  test('has new pairs of a group on both sides on neither', async () => {
    const old = ['a/held', 'a/trained', 'b/trained'].map((key) => pair(key))
    const knownSides: KnownSides = new Map(
      Object.entries({ 'a/held': 'held-out', 'a/trained': 'train', 'b/trained': 'train' }),
    )
    const chosen = ['a/new', 'b/new', 'c/new', 'd/new'].map((key) => pair(key))
    const { sides } = await split(chosen, { by: 'folder' }, 0.2, knownSides, [...old, ...chosen])
    expect(sides.slice(0, 2)).toEqual([null, 'train'])
    expect(new Set(sides.slice(2))).toEqual(new Set(['train', 'held-out']))
  })

  test('is split by pair where all pairs of the project are one group', async () => {
    const one = Array.from({ length: 12 }, (_, index) => pair(`p${index}q`, { before: 'same' }))
    const knownSides = sidesOf(one.slice(0, 6), await split(one.slice(0, 6), automatic, 0.2, new Map(), one))
    const { sides, isByPair } = await split(one.slice(6), automatic, 0.2, knownSides, one)
    expect(isByPair).toBe(true)
    expect(new Set(sides)).toEqual(new Set(['train', 'held-out']))
  })
})
