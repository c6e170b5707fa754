import { expect, test } from 'vitest'
import type { TrainingPair } from '../../../training/data/training-set'
import { changedNames, entityHits } from './entity-hits'

const text = 'the red cube behind the ball is gone'
const pair = {
  record: {
    captions: [
      {
        text,
        spans: [
          { kind: 'subject', start: 0, end: 28, regions: [0] },
          { kind: 'noun', start: 0, end: 12, regions: [0] },
          { kind: 'noun', start: 20, end: 28, regions: [] },
        ],
      },
      { text: 'nothing else moved', spans: [{ kind: 'subject', start: 0, end: 12, regions: [] }] },
    ],
  },
} as unknown as TrainingPair

test('the names of a pair are those that mean a changed region', () => {
  expect(changedNames(pair, 'subjects')).toEqual(new Set(['red cube']))
  expect(changedNames(pair, 'nouns')).toEqual(new Set(['red cube']))
})

test('a pair counts as found by any of its names, against the commonest names for all', () => {
  const names = ['cube', 'ball', 'tower', 'road']
  const changed = [new Set(['ball']), new Set(['tower', 'house']), new Set(['cube']), new Set(['lake'])]
  const retrieved = [[3, 1], [0, 3], [2, 0, 1], [1]]
  // of three pairs that could be found: the first and the third are; "cube, ball" would find the same two
  expect(entityHits(names, retrieved, changed, 2)).toEqual({ value: 2 / 3, baseline: 2 / 3 })
  // with one each: none is found; "cube" would find the third
  expect(entityHits(names, retrieved, changed, 1)).toEqual({ value: 0, baseline: 1 / 3 })
  expect(entityHits(names, [], [], 1)).toBeNull()
})
