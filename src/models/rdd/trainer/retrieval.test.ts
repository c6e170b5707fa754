import { expect, test } from 'vitest'
import { RetrievalScore } from './retrieval'

test('a query is right where the nearest target has its phrase, and chance is the share of such targets', () => {
  const score = new RetrievalScore()
  const phrases = ['cube', 'ball', 'cube', 'tower']
  const axes = [
    [1, 0],
    [0, 1],
    [0.9, 0.1],
    [0, -1],
  ]
  // the tower's query points at the ball
  const queries = [axes[0], axes[1], axes[0], axes[1]]
  score.add(queries, axes, phrases)
  expect(score.score()).toEqual({ value: 3 / 4, baseline: (2 / 4 + 1 / 4 + 2 / 4 + 1 / 4) / 4 })
})

test('items without a phrase neither ask nor answer, and a batch of one asks nothing', () => {
  const score = new RetrievalScore()
  expect(score.score()).toBeNull()
  score.add([[1], [1]], [[1], [1]], ['cube', ''])
  expect(score.score()).toBeNull()
  // the second item is the nearest to all, and does not count
  score.add([[1], [1], [1]], [[2], [9], [1]], ['cube', '', 'ball'])
  expect(score.score()).toEqual({ value: 1 / 2, baseline: 1 / 2 })
})
