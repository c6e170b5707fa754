import { describe, expect, test } from 'vitest'
import { AnswerScore, CodeScore, perplexity } from './code-score'

describe('codes between the ends', () => {
  // two cells; four frames of a procedure: 7 7 | 7 5 | 3 9 | 3 9
  const codes = [7, 7, 7, 5, 3, 9, 3, 9]

  test('count where they are hidden, right, and as at the ends', () => {
    const score = new CodeScore()
    const guessed = [0, 0, 7, 5, 1, 7, 0, 0]
    score.add({ codes, guessed, hidden: [1, 1, 1, 1, 1, 1, 1, 1], frames: 4 })
    const scores = score.score()
    // 7 and 5 of 7, 5, 3, 9; the commonest of all is 7, which one of them has
    expect(scores['codes between']).toEqual({ value: 2 / 4, baseline: 1 / 4 })
    // 5 alone has neither end's code
    expect(scores['codes that differ']).toEqual({ value: 1, baseline: 0 })
    // 7 as at the first end, 3 and 9 as at the last one
    expect(scores['codes as at an end']).toEqual({ value: 3 / 4, baseline: 1 / 4 })
    const [seven, two, one] = [3 / 8, 2 / 8, 1 / 8].map((share) => -share * Math.log(share))
    expect(scores['codebook perplexity'].value).toBeCloseTo(Math.exp(seven + 2 * two + one), 10)
  })

  test('do not count where they are seen', () => {
    const score = new CodeScore()
    score.add({ codes, guessed: codes, hidden: [1, 1, 0, 0, 0, 0, 1, 1], frames: 4 })
    expect(score.score()).toEqual({})
    score.add({ codes, guessed: [0, 0, 7, 0, 0, 0, 0, 0], hidden: [0, 0, 1, 1, 0, 0, 0, 0], frames: 4 })
    expect(score.score()['codes between'].value).toBe(1 / 2)
  })
})

test('perplexity counts codes that are used alike, and one code alone is 1', () => {
  expect(perplexity([5, 5, 5, 5])).toBeCloseTo(4, 10)
  expect(perplexity([9])).toBe(1)
})

test('answers are held against the commoner answer', () => {
  const score = new AnswerScore()
  expect(score.score()).toBeNull()
  score.add(2, true)
  score.add(-1, true)
  score.add(1, true)
  score.add(3, false)
  expect(score.score()).toEqual({ value: 2 / 4, baseline: 3 / 4 })
})
