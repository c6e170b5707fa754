import { expect, test } from 'vitest'
import type { Caption } from '../../domain/caption'
import type { ReviewState } from '../../domain/pair'
import type { Region, Source } from '../../domain/region'
import { emptyRle } from '../../mask/rle'
import { unmarkedPair } from './known-unchanged'

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

function taught(
  said: readonly (readonly [string, Source])[],
  state: ReviewState = 'accepted',
  regions: readonly Region[] = [],
): [boolean, string[]] {
  const captions = said.map(([text, source], rank): Caption => {
    return { id: `c${rank}`, text, rank, source, logProbability: null }
  })
  const review = { state, notes: '', reviewer: null }
  const { isUnchanged, captions: kept } = unmarkedPair({ review, regions: [...regions] }, captions)
  return [isUnchanged, kept.map(({ text }) => text)]
}

const wrong = 'A white object appeared.'

test('a rejected false alarm teaches that nothing changed, and not what the proposal said of it', () => {
  const said = [[wrong, proposed]] as const
  expect(taught(said, 'corrected', [rejected])).toEqual([true, []])
  expect(taught(said, 'flagged', [rejected])).toEqual([true, []])
  expect(taught(said, 'accepted')).toEqual([true, []])
  expect(
    taught(
      [
        [wrong, proposed],
        ['No new lesion.', typed],
      ],
      'corrected',
      [rejected],
    ),
  ).toEqual([true, ['No new lesion.']])
  expect(taught([['no change was found', proposed]])).toEqual([true, ['no change was found']])
  expect(taught([])).toEqual([true, []])
})

test('words of a person, a data set or a model that was asked may tell of a change that nobody marked', () => {
  for (const source of [typed, given, asked]) {
    expect(taught([['a red car has appeared', source]])).toEqual([false, ['a red car has appeared']])
    expect(taught([['Keine Änderung.', source]], 'corrected', [rejected])).toEqual([
      false,
      ['Keine Änderung.'],
    ])
    expect(taught([['Unchanged.', source]])).toEqual([true, ['Unchanged.']])
  }
})

test('of a pair that nobody decided about it is not known', () => {
  expect(taught([[wrong, proposed]], 'unreviewed')).toEqual([false, [wrong]])
  expect(taught([], 'unreviewed')).toEqual([false, []])
  expect(taught([['no change was found', proposed]], 'unreviewed')[0]).toBe(true)
})
