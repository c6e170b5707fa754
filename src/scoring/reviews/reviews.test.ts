import { describe, expect, test } from 'vitest'
import type { PairDocument, Region } from '../../domain/document'
import type { ReviewState } from '../../domain/pair'
import { encodeRle } from '../../mask/rle'
import { Meteor } from '../../metrics/meteor/meteor'
import { cocoTokens } from '../../text/ptb/tokenize'
import { loadProductResources } from '../meteor-product'
import { agreementOfAll, captionScores, commonPairs } from './all-reviews'
import { categoryCounts, twoReviewScores } from './two-reviews'
import type { Review } from './two-reviews'

const SIDE = 20

/** A square of 8 x 8 pixels, its left edge at `x`. */
function square(x: number, category: string, status: Region['status'] = 'accepted'): Region {
  const data = new Uint8Array(SIDE * SIDE)
  for (let at = 0; at < 64; at += 1) {
    data[(4 + (at >> 3)) * SIDE + x + (at & 7)] = 1
  }
  return {
    id: `${category} ${x}`,
    category,
    status,
    mask: encodeRle({ width: SIDE, height: SIDE, data }),
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  }
}

function review(state: ReviewState, regions: Region[], ...captions: string[]): Review {
  const document: PairDocument = {
    regions,
    captions: captions.map((text, rank) => ({
      id: String(rank),
      text,
      rank,
      source: { kind: 'person' },
      logProbability: null,
    })),
    links: [],
    review: { state, notes: '', reviewer: null },
  }
  return { state, document }
}

const person = (name: string, ...reviews: (Review | null)[]) => ({
  name,
  reviews: new Map(reviews.flatMap((one, index) => (one === null ? [] : [[`pair-${index}`, one] as const]))),
})

describe('two people', () => {
  const pairs = [
    // one region is the same, shifted by a pixel: 56 of 72 pixels
    [
      review('accepted', [square(0, 'car'), square(10, 'tree')]),
      review('corrected', [square(1, 'car'), square(10, 'tree', 'rejected')]),
    ],
    [review('accepted', [square(5, 'car')]), review('accepted', [square(5, 'person')])],
    [review('rejected', []), review('rejected', [])],
  ] as const
  const scores = twoReviewScores(pairs)
  const value = (name: string): number => scores.get(name)?.corpus ?? Number.NaN

  test('agree on decisions and on whether anything changed', () => {
    // two of three the same; by chance (2 * 1 + 1 * 1) / 9
    expect(value('decision, kappa')).toBeCloseTo((2 / 3 - 3 / 9) / (1 - 3 / 9), 12)
    expect(value('change or none, kappa')).toBe(1)
  })

  test('agree on regions, their masks and names', () => {
    // two things found by both, of five regions in all
    expect(value('regions found by both, F1')).toBeCloseTo((2 * 2) / 5, 12)
    expect(value('masks of these regions, IoU')).toBeCloseTo((56 / 72 + 1) / 2, 12)
    expect(value('all changed pixels, IoU')).toBeCloseTo((56 + 64) / (72 + 64 + 64), 12)
    expect(value('category of regions, kappa')).toBeCloseTo(0, 12)
    expect(value('boundaries, F1')).toBeGreaterThan(0.5)
    expect(categoryCounts(pairs)).toEqual([
      { category: 'car', first: 2, second: 1, both: 1 },
      { category: 'tree', first: 1, second: 0, both: 0 },
      { category: 'person', first: 0, second: 1, both: 0 },
    ])
  })

  test('are compared on the pairs that both decided on, if their images are as large', () => {
    const other = square(5, 'car')
    const large = { ...other, mask: { ...other.mask, size: [SIDE, SIDE + 1] as [number, number] } }
    const { pairs: common, ofOtherSize } = commonPairs(
      person('a', review('accepted', [other]), review('rejected', []), review('flagged', [])),
      person('b', review('accepted', [large]), null, review('flagged', [])),
    )
    expect(common).toHaveLength(1)
    expect(ofOtherSize).toEqual(['pair-0'])
  })
})

describe('captions of two people', () => {
  test('score highest where they are the same, and alike from either side', async () => {
    const meteor = new Meteor(await loadProductResources(), ['exact', 'stem', 'synonym'])
    const [car, tree] = ['a red car appeared on the left', 'a tall tree was removed']
    const of = (...texts: [string, string][]) =>
      captionScores(
        texts.map(([first, second]) => [review('accepted', [], first), review('accepted', [], second)]),
        cocoTokens,
        meteor,
      )
    const same = of([car, car], [tree, tree])
    expect(same.get('captions, CIDEr-D')?.corpus).toBeCloseTo(10, 6)
    const [forth, back] = [of([car, tree], [tree, tree]), of([tree, car], [tree, tree])]
    expect(forth.get('captions, CIDEr-D')?.corpus).toBeCloseTo(
      back.get('captions, CIDEr-D')?.corpus ?? Number.NaN,
      12,
    )
    expect(forth.get('captions, METEOR (no paraphrase)')?.corpus).toBeLessThan(1)
    expect(of(['', car])).toEqual(new Map())
  })
})

describe('all people', () => {
  const yes = review('accepted', [square(0, 'car')])
  const no = review('rejected', [])

  test('agree on what two or more decided on; without gaps by Fleiss’ kappa too', () => {
    const whole = agreementOfAll([
      person('a', yes, no, yes),
      person('b', yes, no, no),
      person('c', yes, no, no),
    ])
    expect(whole).toMatchObject({ pairs: 3, pairsOfAll: 3 })
    // observed (1 + 1 + 1 / 3) / 3, by chance (4 / 9) ** 2 + (5 / 9) ** 2
    const [observed, byChance] = [7 / 9, 41 / 81]
    expect(whole.scores.get("decision, Fleiss' kappa")?.corpus).toBeCloseTo(
      (observed - byChance) / (1 - byChance),
      12,
    )
    const gaps = agreementOfAll([
      person('a', yes, no, yes),
      person('b', yes, null, null),
      person('c', null, no),
    ])
    expect(gaps).toMatchObject({ pairs: 2, pairsOfAll: 0 })
    expect([...gaps.scores.keys()]).toEqual([
      "decision, Krippendorff's alpha",
      "change or none, Krippendorff's alpha",
    ])
    expect(gaps.scores.get("change or none, Krippendorff's alpha")?.corpus).toBe(1)
  })
})
