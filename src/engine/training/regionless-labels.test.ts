import { expect, test } from 'vitest'
import type { Caption, Region, Source } from '../../domain/document'
import type { ReviewState } from '../../domain/pair'
import { emptyRle } from '../../mask/rle'
import { regionlessLabels } from './corrected-pairs'

const proposed = { kind: 'proposal', proposalId: 1 } as const
const typed = { kind: 'person' } as const
const given = { kind: 'imported' } as const
const asked = { kind: 'model', model: 'some', version: '1' } as const
const rejected: Region = {
  id: 'r',
  category: 'change',
  status: 'rejected',
  mask: emptyRle(4, 4),
  beforeMask: null,
  source: proposed,
  score: 0.9,
}

function labels(
  said: readonly (readonly [string, Source])[],
  state: ReviewState = 'accepted',
  regions: readonly Region[] = [],
): [boolean, string[]] {
  const captions = said.map(([text, source], rank): Caption => {
    return { id: `c${rank}`, text, rank, source, logProbability: null }
  })
  const review = { state, notes: '', reviewer: null }
  const { isUnchanged, captions: kept } = regionlessLabels({ review, regions: [...regions] }, captions)
  return [isUnchanged, kept.map(({ text }) => text)]
}

const wrong = 'A white object appeared.'

test('a pair whose false alarm was rejected is labelled unchanged, without the proposed caption', () => {
  const said = [[wrong, proposed]] as const
  expect(labels(said, 'corrected', [rejected])).toEqual([true, []])
  expect(labels(said, 'flagged', [rejected])).toEqual([true, []])
  expect(labels(said, 'accepted')).toEqual([true, []])
  expect(
    labels(
      [
        [wrong, proposed],
        ['No new lesion.', typed],
      ],
      'corrected',
      [rejected],
    ),
  ).toEqual([true, ['No new lesion.']])
  expect(labels([['no change was found', proposed]])).toEqual([true, ['no change was found']])
  expect(labels([])).toEqual([true, []])
})

test('captions of a person, a data set or a requested model may describe a change without a region', () => {
  for (const source of [typed, given, asked]) {
    expect(labels([['a red car has appeared', source]])).toEqual([false, ['a red car has appeared']])
    expect(labels([['Aucun changement.', source]], 'corrected', [rejected])).toEqual([
      false,
      ['Aucun changement.'],
    ])
    for (const text of ['Unchanged.', 'Keine Änderung.']) {
      expect(labels([[text, source]])).toEqual([true, [text]])
    }
  }
})

test('an unreviewed pair is of unknown state', () => {
  expect(labels([[wrong, proposed]], 'unreviewed')).toEqual([false, [wrong]])
  expect(labels([], 'unreviewed')).toEqual([false, []])
  expect(labels([['no change was found', proposed]], 'unreviewed')[0]).toBe(true)
})
