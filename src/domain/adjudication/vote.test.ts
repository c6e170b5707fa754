import { describe, expect, test } from 'vitest'
import { decodeRle, encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { PairDocument, Region } from '../document'
import type { ReviewState } from '../pair'
import { documentFrom } from '../review'
import { agreementOf, votedState } from './adjudication'
import { voteOf } from './vote'

/** Rows of a picture: `#` is set. */
function maskOf(...rows: string[]): Rle {
  const data = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0))
  return encodeRle({ width: rows[0].length, height: rows.length, data })
}

function rowsOf(mask: Rle): string[] {
  const { width, height, data } = decodeRle(mask)
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (value) => (value === 1 ? '#' : '.')).join(''),
  )
}

function region(mask: Rle, change: Partial<Region> = {}): Region {
  const base = { id: 'r', category: 'house', status: 'accepted', beforeMask: null, score: null } as const
  return { ...base, mask, source: { kind: 'person' }, ...change }
}

function review(state: ReviewState, regions: readonly Region[], caption = ''): PairDocument {
  const words = { id: 'c', text: caption, rank: 0, source: { kind: 'person' }, logProbability: null } as const
  return {
    ...documentFrom(regions, caption === '' ? [] : [words]),
    review: { state, notes: '', reviewer: 'x' },
  }
}

const empty = maskOf('....', '....')

const votedOf = (...all: ReviewState[]): ReviewState => votedState(all.map((state) => review(state, [])))

describe('a vote', () => {
  const [left, wide, right] = [maskOf('##..', '##..'), maskOf('###.', '....'), maskOf('...#', '...#')]

  test('keeps what more than half marked, of three and of two', () => {
    const three = [left, wide, right].map((mask) => review('corrected', [region(mask)]))
    expect(voteOf(three).regions.map(({ mask }) => rowsOf(mask))).toEqual([['##..', '....']])
    expect(voteOf(three.slice(0, 2)).regions.map(({ mask }) => rowsOf(mask))).toEqual([['##..', '....']])
  })

  test('makes one region of connected pixels, in the category that most gave them', () => {
    const both = maskOf('#..#', '#..#')
    const documents = ['house', 'road', 'road'].map((category) =>
      review('corrected', [region(both, { category })]),
    )
    expect(voteOf(documents).regions).toMatchObject([
      { id: 'vote-1', category: 'road', mask: maskOf('#...', '#...') },
      { id: 'vote-2', category: 'road', mask: maskOf('...#', '...#') },
    ])
    const even = documents.slice(0, 2)
    expect(new Set(voteOf(even).regions.map(({ category }) => category))).toEqual(new Set(['house']))
  })

  test('keeps the before frame apart from the after frame, and counts no rejected region', () => {
    const gone = region(empty, { beforeMask: left })
    const documents = [
      review('corrected', [gone]),
      review('corrected', [gone]),
      review('corrected', [region(wide, { status: 'rejected' })]),
    ]
    const [voted, ...others] = voteOf(documents).regions
    expect(others).toEqual([])
    expect([rowsOf(voted.mask), rowsOf(voted.beforeMask!)]).toEqual([
      ['....', '....'],
      ['##..', '##..'],
    ])
  })

  test('has the captions of the review that lies nearest', () => {
    const documents = [
      review('corrected', [region(right)], 'far'),
      review('corrected', [region(left)], 'near'),
      review('corrected', [region(left), region(right)], 'between'),
    ]
    expect(voteOf(documents).captions).toMatchObject([{ text: 'between' }])
  })

  test('of reviews that marked nothing marks nothing; of several sizes there is none', () => {
    expect(voteOf([review('rejected', []), review('rejected', [])])).toEqual({ regions: [], captions: [] })
    const other = review('corrected', [region(maskOf('#'))])
    expect(() => voteOf([other, review('corrected', [region(left)])])).toThrow('several sizes')
  })

  test('decides what more than half decided', () => {
    expect(votedOf('rejected', 'rejected', 'accepted')).toBe('rejected')
    expect(votedOf('rejected', 'accepted')).toBe('corrected')
    expect(votedOf('flagged', 'flagged', 'flagged', 'rejected')).toBe('flagged')
  })
})

describe('agreement of a pair', () => {
  const half = [
    review('accepted', [region(maskOf('##..', '....'))]),
    review('corrected', [region(maskOf('#...', '....'))]),
  ]

  test('is the mean IoU of each two, and accepted is as corrected', () => {
    expect(agreementOf(half)).toEqual({ iou: 0.5, isDecisionShared: true, disagreement: 0.5 })
    const third = review('accepted', [region(maskOf('##..', '....'))])
    expect(agreementOf([...half, third])).toMatchObject({ iou: expect.closeTo(2 / 3, 12) as number })
  })

  test('is none where decisions differ, and unknown where images have several sizes', () => {
    expect(agreementOf([half[0], review('rejected', half[0].regions)])).toEqual({
      iou: 1,
      isDecisionShared: false,
      disagreement: 1,
    })
    const other = review('accepted', [region(maskOf('#'))])
    expect(agreementOf([half[0], other])).toEqual({ iou: null, isDecisionShared: true, disagreement: 1 })
  })
})
