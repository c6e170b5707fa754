import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreCaptions, pythonSplit } from './captions'
import type { CaptionItem } from './captions'

const items: CaptionItem[] = [
  { id: 'a', hypothesis: 'the red car is gone', references: ['the red car has gone', 'a car is gone'] },
  { id: 'b', hypothesis: 'a road', references: ['a road is built'] },
  { id: 'c', hypothesis: 'two new houses', references: ['some houses', 'two new villas appear'] },
]

function asIs(text: string): string {
  return text
}

function score(metric: Parameters<ReturnType<typeof scoreCaptions>['get']>[0], given = items) {
  const found = scoreCaptions(given, asIs).get(metric)
  if (!found) {
    throw new Error(`no ${metric}`)
  }
  return found
}

function beside(hypothesis: string): CaptionItem[] {
  return [
    { id: 'a', hypothesis, references: ['red car'] },
    { id: 'b', hypothesis: 'tree', references: ['tree'] },
  ]
}

describe('BLEU', () => {
  test('clips counts over the references and punishes short captions', () => {
    // a: 5 of 5 words; b: 2 of 2, closest reference 4 words long: exp(1 - 4 / 2).
    expect(score('BLEU-1').perItem[0]).toBeCloseTo(1, 8)
    expect(score('BLEU-1').perItem[1]).toBeCloseTo(Math.exp(-1), 8)
  })

  test('over the set counts are summed, lengths are those of the closest references', () => {
    // 10 words, all but none in a reference: 5 + 2 + 3; lengths 5 + 4 + 2 (2 is as near to 3 as 4, and shorter).
    expect(score('BLEU-1').corpus).toBeCloseTo(Math.exp(1 - 11 / 10), 8)
  })
})

describe('ROUGE-L', () => {
  test('takes the best precision and the best recall apart', () => {
    // c: precision 2/3 and recall 1/2 from one reference, precision 1/3 and recall 1/2 from the other.
    const [precision, recall] = [2 / 3, 1 / 2]
    const expected = ((1 + 1.44) * precision * recall) / (recall + 1.44 * precision)
    expect(score('ROUGE-L').perItem[2]).toBeCloseTo(expected, 12)
  })
})

describe('CIDEr-D', () => {
  test('is 0 for a single item, whatever it says', () => {
    expect(score('CIDEr-D', [items[0]]).corpus).toBe(0)
  })

  test('is 10 for captions that are their only reference and share no word', () => {
    const same = ['one red car moved away', 'some trees were planted here'].map((text) => ({
      id: text,
      hypothesis: text,
      references: [text],
    }))
    expect(score('CIDEr-D', same).corpus).toBeCloseTo(10, 12)
  })

  test('depends on the length by the number of bigrams', () => {
    // Unigrams: 1 / sqrt(2); one word has no bigram, the reference one.
    const expected = ((10 / 4) * Math.exp(-1 / 72)) / Math.SQRT2
    expect(score('CIDEr-D', beside('car')).perItem[0]).toBeCloseTo(expected, 12)
    expect(score('CIDEr-D', beside('red car')).perItem[0]).toBeCloseTo(10 / 2, 12)
  })
})

test('a caption without words scores 0 also beside a reference without words', () => {
  const set = [...items, { id: 'd', hypothesis: '', references: ['', 'a new road'] }]
  for (const found of scoreCaptions(set, asIs).values()) {
    expect(found.perItem[3]).toBeLessThan(1e-9)
  }
})

test('a caption without words scores 0 and does not disturb the others', () => {
  const set = [...items, { id: 'd', hypothesis: '', references: ['a new road'] }]
  for (const found of scoreCaptions(set, asIs).values()) {
    expect(found.perItem[3]).toBeLessThan(1e-9)
    expect(found.corpus).toBeGreaterThan(0)
  }
})

test('an item without references is refused by name', () => {
  expect(() => scoreCaptions([{ id: 'p7', hypothesis: 'a', references: [] }], asIs)).toThrow(
    'Item "p7" has no reference caption.',
  )
})

test('the score of a sample that is the whole set is the score of the set', () => {
  for (const found of scoreCaptions(items, asIs).values()) {
    expect(found.ofSample([2, 0, 1])).toBeCloseTo(found.corpus, 12)
  }
})

test('BLEU and ROUGE-L of a caption that is one of its references are 1', () => {
  const words = array(constantFrom('a', 'b', 'c', 'd'), { minLength: 4, maxLength: 9 })
  assert(
    property(words, words, (caption, other) => {
      const text = caption.join(' ')
      const scores = scoreCaptions([{ id: '1', hypothesis: text, references: [other.join(' '), text] }], asIs)
      expect(scores.get('BLEU-4')?.corpus).toBeCloseTo(1, 8)
      expect(scores.get('ROUGE-L')?.corpus).toBeCloseTo(1, 12)
    }),
  )
})

test('a no-break space separates words, empty words are left out', () => {
  expect(pythonSplit(' 5\u00A01/2  feet\u3000wide ')).toEqual(['5', '1/2', 'feet', 'wide'])
  expect(pythonSplit('')).toEqual([])
})
