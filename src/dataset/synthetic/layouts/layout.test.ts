import { expect, test } from 'vitest'
import { splitOf } from './layout'

const COUNT = 2000

test('of each ten items that follow one another one validates, one tests and eight train', () => {
  for (let first = 0; first < COUNT; first += 10) {
    const splits = Array.from({ length: 10 }, (_, at) => splitOf(first + at)).sort()
    expect(splits).toEqual(['test', ...Array.from({ length: 8 }, () => 'train'), 'val'])
  }
})

// two worlds, five kinds of triplets, eight of Aerial, ten of Blocks, and both worlds with theirs
test.each([2, 5, 8, 10, 16, 20])('what comes in turns of %i is in every split about as often', (period) => {
  for (const split of ['val', 'test']) {
    const counts = Array.from({ length: period }, () => 0)
    for (let index = 0; index < COUNT; index++) {
      counts[index % period] += splitOf(index) === split ? 1 : 0
    }
    const even = COUNT / 10 / period
    // deviations of a fair draw
    expect(Math.max(...counts.map((count) => Math.abs(count - even) / Math.sqrt(even)))).toBeLessThan(3)
  }
})
