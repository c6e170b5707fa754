import { expect, test } from 'vitest'
import { encodeRle } from '../mask/rle'
import { emptyDocument } from './document'
import type { PairDocument, Region } from './document'
import { phraseOfRejected, phraseOfRejectedIn } from './rejected-phrase'

const mask = encodeRle({ width: 2, height: 1, data: new Uint8Array(2) })
const source = { kind: 'person' } as const
const TEXT = 'A car and a van appeared.'

function region(id: string, status: Region['status']): Region {
  return { id, category: 'change', status, mask, beforeMask: null, source, score: null }
}

function withLinks(statuses: Record<string, Region['status']>, links: [string, string][]): PairDocument {
  return {
    ...emptyDocument(),
    regions: Object.entries(statuses).map(([id, status]) => region(id, status)),
    captions: [{ id: 'c', text: TEXT, rank: 0, source, logProbability: null }],
    links: links.map(([words, regionId], index) => {
      const start = TEXT.indexOf(words)
      return { id: `l${index}`, captionId: 'c', start, end: start + words.length, regionId }
    }),
  }
}

test('are the words whose region was rejected', () => {
  const statuses = { car: 'rejected', van: 'accepted' } as const
  const both: [string, string][] = [
    ['a van', 'van'],
    ['A car', 'car'],
  ]
  expect(phraseOfRejected(withLinks(statuses, both))).toBe('A car')
  expect(phraseOfRejected(withLinks({ ...statuses, car: 'accepted' }, both))).toBeNull()
})

test('are none where the same words speak of another region too', () => {
  const links: [string, string][] = [
    ['A car', 'one'],
    ['A car', 'other'],
  ]
  expect(phraseOfRejected(withLinks({ one: 'rejected', other: 'proposed' }, links))).toBeNull()
})

test('are found in each caption, and no other caption counts', () => {
  const document = withLinks({ car: 'rejected' }, [['A car', 'car']])
  const other = { ...document.captions[0], id: 'd', rank: -1 }
  const both = { ...document, captions: [...document.captions, other] }
  expect(both.captions.map((caption) => phraseOfRejectedIn(both, caption))).toEqual(['A car', null])
  expect(phraseOfRejected(both)).toBeNull()
})

test('are none without a caption', () => {
  expect(phraseOfRejected(emptyDocument())).toBeNull()
})
