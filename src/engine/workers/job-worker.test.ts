import { expect, test } from 'vitest'
import { pauseAfter } from './job-worker'

test('a worker whose pairs fail in a row takes the next ones later and later', () => {
  expect([0, 2, 3, 4, 6, 7, 1000].map(pauseAfter)).toEqual([0, 0, 1000, 2000, 8000, 10_000, 10_000])
})
