import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { encodeFlow, splitOf } from './layout'

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

/** Red, green and blue of a flow map of one row, for each pixel, whose flow is (x, y) or null. */
function encoded(flow: readonly (readonly [x: number, y: number] | null)[]): number[][] {
  const places = flow.flatMap((one, at) => (one === null ? [NaN, NaN] : [at + 0.5 + one[0], 0.5 + one[1]]))
  const { data } = decode(encodeFlow(Float32Array.from(places), flow.length, 1))
  return flow.map((_, at) => [...data.subarray(3 * at, 3 * at + 3)])
}

test('a flow map has the largest displacements that fit, and none where one does not', () => {
  const none = [0, 0, 0]
  expect(encoded([[0, 0], null, [1.5, -2]])).toEqual([[32768, 32768, 1], none, [32864, 32640, 1]])
  expect(encoded([[-512, 511.984375]])).toEqual([[0, 65535, 1]])
  expect(
    encoded([
      [-846.5, 3],
      [512, 0],
      [0, -512.02],
      [4, 700],
    ]),
  ).toEqual([none, none, none, none])
})
