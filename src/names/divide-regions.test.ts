import { describe, expect, test } from 'vitest'
import type { Homography } from '../domain/pair'
import type { Region } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import { rectOf } from '../mask/measures'
import { joinMasks } from './name-claims'
import type { NameClaim, RegionChange } from './claim'
import { divideRegions } from './divide-regions'
import type { Divided } from './divide-regions'
import type { NamingInput } from './name-regions'
import { maskOf } from './testing'
import { englishOf } from '../messages/message'

const left: Rect = { x: 20, y: 10, width: 30, height: 60 }
const right: Rect = { x: 50, y: 20, width: 30, height: 60 }
const grey: RegionChange = {
  kind: 'appeared',
  before: [9, 9, 9],
  after: [9, 9, 9],
  x: 0.2,
  y: 0.4,
  share: 0.1,
}

function claim(box: Rect, change: Partial<NameClaim> = {}): NameClaim {
  return { name: 'person', score: 0.8, frame: 'after', box, kind: 'appeared', why: 'seen', ...change }
}

/** Two things that touch, as one region. */
function divide(
  claims: readonly NameClaim[],
  change: Partial<Region> = {},
  { alignment = null, ...more }: Partial<NamingInput> & { alignment?: Homography | null } = {},
): Divided {
  const source = { kind: 'proposal', proposalId: 0 } as const
  const base = { category: 'change', status: 'proposed', source, score: 0.9, beforeMask: null } as const
  const touching: Region = { ...base, id: 'r1', mask: maskOf(left, right), ...change }
  const alone: Region = { ...base, id: 'r2', mask: maskOf({ x: 150, y: 10, width: 9, height: 9 }) }
  const [first, ...beside] = claims
  const changes = [{ regions: [0], origin: null, claim: first, beside, others: [] }]
  return divideRegions(
    {
      regions: [touching, alone],
      changes: [grey, grey],
      claimed: { changes, still: [] },
      words: {},
      taught: new Map(),
      ...more,
    },
    alignment,
    (parts) => parts.map(() => ({ ...grey, share: 0.05 })),
  )
}

describe('a region with several things in it', () => {
  test('becomes a region for each of them, and loses no pixel', () => {
    const { regions, changes, claimed, remarks } = divide([claim(left), claim(right)])
    expect(regions.map(({ id }) => id)).toEqual(['r1', 'r2', 'r1-2'])
    const [first, , second] = regions
    expect([first, second].map(({ mask }) => rectOf(mask))).toEqual([left, right])
    expect(joinMasks([first.mask, second.mask])).toEqual(maskOf(left, right))
    expect(changes.map(({ share }) => share)).toEqual([0.05, 0.1, 0.05])
    expect(claimed.changes.map(({ regions: [at], claim: { box }, beside }) => [at, box, beside])).toEqual([
      [0, left, []],
      [2, right, []],
    ])
    expect(remarks.map(englishOf)).toEqual(['A region was divided: 2 things lie in it.'])
  })

  test('is divided in both frames, through the alignment', () => {
    const away = [left, right].map((rect) => ({ ...rect, x: rect.x + 40 }))
    const gone = [left, right].map((box) => claim(box, { kind: 'vanished', frame: 'before' }))
    const masks = { mask: maskOf(...away), beforeMask: maskOf(left, right) }
    const { regions } = divide(gone, masks, { alignment: [1, 0, 40, 0, 1, 0, 0, 0, 1] })
    expect(regions.map(({ mask }) => rectOf(mask).x)).toEqual([60, 150, 90])
    expect([regions[0], regions[2]].map(({ beforeMask }) => rectOf(beforeMask!))).toEqual([left, right])
  })

  test.each<[string, Parameters<typeof divide>]>([
    [
      'where another thing has too little of it',
      [[claim(left), claim({ x: 52, y: 90, width: 90, height: 9 })]],
    ],
    ['where one thing moved', [[claim(left, { kind: 'moved' }), claim(right)]]],
    ['where they were seen in two frames', [[claim(left), claim(right, { frame: 'before' })]]],
    [
      'where the project has no word for the other',
      [[claim(left), claim(right, { name: 'dog' })], {}, { words: { dog: null } }],
    ],
    [
      'where a person has named it',
      [
        [claim(left), claim(right)],
        {},
        { taught: new Map([['r1', { word: 'guard', score: 0.9, like: 2, of: 2, others: [] }]]) },
      ],
    ],
    ['where one thing was seen', [[claim(left)]]],
  ])('stays whole %s', (_, asked) => {
    const { regions, claimed, remarks } = divide(...asked)
    expect(regions.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(claimed.changes).toHaveLength(1)
    expect(remarks).toEqual([])
  })
})
