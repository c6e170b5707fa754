import { describe, expect, test } from 'vitest'
import type { Region } from '../domain/document'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ClaimedNames, NamedChange, RegionChange } from './claim'
import { nameRegions } from './name-regions'
import type { NamingInput } from './name-regions'
import type { TaughtName } from './taught-names'

/** A row of eight pixels. */
const maskOf = (...data: number[]): Rle => encodeRle({ width: 8, height: 1, data: Uint8Array.from(data) })
const region = (id: string, mask: Rle, category = 'change'): Region => ({
  id,
  category,
  status: 'proposed',
  mask,
  beforeMask: null,
  source: { kind: 'proposal', proposalId: 0 },
  score: 0.5,
})
const change = (x: number, share = 0.1, kind: RegionChange['kind'] = 'appeared'): RegionChange => ({
  kind,
  before: [0, 0, 0],
  after: [200, 0, 0],
  x,
  y: 0.5,
  share,
})
const box = { x: 0, y: 0, width: 2, height: 1 }
const claimed = (name: string, regions: number[], rest: Partial<NamedChange> = {}): NamedChange => ({
  regions,
  origin: null,
  claim: { name, score: 0.8, frame: 'after', box, kind: 'appeared', why: `${name} seen` },
  beside: [],
  others: [{ name: 'bus', score: 0.3 }],
  ...rest,
})
const TWO = [region('a', maskOf(1, 1, 0, 0, 0, 0, 0, 0)), region('b', maskOf(0, 0, 0, 1, 1, 0, 0, 0))]
const input = (changes: NamedChange[], rest: Partial<NamingInput> = {}): NamingInput => ({
  regions: TWO,
  changes: [change(0.1), change(0.4, 0.3)],
  claimed: { changes, still: [] } satisfies ClaimedNames,
  words: {},
  taught: new Map(),
  ...rest,
})
const taughtName: TaughtName = { word: 'crack', score: 0.86, like: 6, of: 7, others: [] }

test('without a claim every region is as it was', () => {
  const { things, remarks } = nameRegions(input([]))
  expect(things.map((thing) => thing.region)).toEqual(TWO)
  expect(remarks).toEqual([])
})

describe('a name', () => {
  test('is the category of its region, with what it rests on', () => {
    const { things } = nameRegions(input([claimed('car', [0])]))
    expect(things[0].region).toMatchObject({
      category: 'car',
      name: {
        word: 'car',
        score: 0.8,
        kind: 'appeared',
        seen: { frame: 'after', box },
        why: 'car seen',
        others: [{ word: 'bus', score: 0.3 }],
      },
    })
    expect(things[1].region).toBe(TWO[1])
  })

  test('leaves the category that a model gave', () => {
    const { things } = nameRegions(
      input([claimed('car', [0])], { regions: [{ ...TWO[0], category: 'added' }, TWO[1]] }),
    )
    expect(things[0].region).toMatchObject({ category: 'added', name: { word: 'car' } })
  })

  test('is in the project’s words, and one that is left out names nothing', () => {
    const words = { car: 'vehicle', bus: 'vehicle', chair: null }
    const { things } = nameRegions(input([claimed('car', [0]), claimed('chair', [1])], { words }))
    expect(things[0].region).toMatchObject({ category: 'vehicle', name: { word: 'vehicle', others: [] } })
    expect(things[1].region).toBe(TWO[1])
  })

  test('that people taught goes before the detector’s, which is offered', () => {
    const { things } = nameRegions(input([claimed('car', [0])], { taught: new Map([['a', taughtName]]) }))
    expect(things[0].region).toMatchObject({
      category: 'crack',
      name: {
        word: 'crack',
        why: '6 of the 7 regions that are most like it have this name',
        others: [{ word: 'car', score: 0.8 }],
      },
    })
  })

  test('of what replaced a thing that the project leaves out says that it appeared', () => {
    const replaced = claimed('car', [0])
    const claim = { ...replaced.claim, kind: 'replaced', former: 'chair' } as const
    const { things } = nameRegions(input([{ ...replaced, claim }], { words: { chair: null } }))
    expect(things[0].region.name).toMatchObject({ kind: 'appeared' })
    expect(things[0].region.name).not.toHaveProperty('former')
  })
})

describe('regions of one thing', () => {
  test('are joined, and said', () => {
    const { things, remarks } = nameRegions(input([claimed('person', [1, 0])]))
    expect(things).toHaveLength(1)
    const [{ region: joined, change: measured }] = things
    expect(joined.id).toBe('b')
    expect(joined.mask).toEqual(maskOf(1, 1, 0, 1, 1, 0, 0, 0))
    expect(joined.parts).toEqual([TWO[1], TWO[0]].map(({ mask, beforeMask }) => ({ mask, beforeMask })))
    expect(measured.share).toBeCloseTo(0.4)
    expect(measured.x).toBeCloseTo((0.1 * 0.1 + 0.4 * 0.3) / 0.4)
    expect(remarks).toEqual(['2 regions were joined to one: they lie in one person.'])
  })

  test('of a moved thing hold where it was', () => {
    const moved = claimed('dog', [1], { origin: 0 })
    const { things } = nameRegions(input([{ ...moved, claim: { ...moved.claim, kind: 'moved' } }]))
    expect(things).toHaveLength(1)
    expect(things[0].region.mask).toEqual(TWO[1].mask)
    expect(things[0].region.beforeMask).toEqual(TWO[0].mask)
    expect(things[0].change.from).toEqual({ x: 0.1, y: 0.5 })
  })
})
