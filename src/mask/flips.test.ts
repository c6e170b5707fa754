import { describe, expect, test } from 'vitest'
import { seededRandom } from '../metrics/set-score'
import { flipsOf } from './flips'

/** As the definition has it: down the columns, one pixel after the other. */
function plainFlips(width: number, height: number, isSet: (x: number, y: number) => boolean): number[] {
  const flips: number[] = []
  let last = false
  for (let index = 0; index < width * height; index += 1) {
    const now = isSet(Math.floor(index / height), index % height)
    if (now !== last) {
      flips.push(index)
      last = now
    }
  }
  return [...flips, width * height]
}

const largest = 40
const densities = [0, 0.003, 0.05, 0.5, 0.95, 0.997, 1]

describe.each(densities)('masks of which %f are set', (density) => {
  test('change where the definition says, at every size up to 40 x 40', () => {
    const next = seededRandom(Math.round(density * 1000) + 1)
    const wrong: string[] = []
    for (let width = 1; width <= largest; width += 1) {
      for (let height = 1; height <= largest; height += 1) {
        const data = Uint8Array.from({ length: width * height }, () =>
          next() < density ? 1 + Math.floor(next() * 255) : 0,
        )
        const found = [...flipsOf({ width, height, data }, { x: 0, y: 0, width, height })]
        const expected = plainFlips(width, height, (x, y) => data[y * width + x] !== 0)
        if (found.join() !== expected.join()) {
          wrong.push(`${width} x ${height}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('count within any rectangle only, wherever they lie in memory', () => {
    const next = seededRandom(Math.round(density * 1000) + 2)
    const upTo = (most: number): number => Math.floor(next() * (most + 1))
    for (let round = 0; round < 400; round += 1) {
      const [width, height, offset] = [1 + upTo(100), 1 + upTo(30), upTo(4)]
      const data = new Uint8Array(offset + width * height).subarray(offset)
      data.forEach((_, at) => (data[at] = next() < density ? 255 : 0))
      const [x, y] = [upTo(width - 1), upTo(height - 1)]
      const rect = { x, y, width: upTo(width - x), height: upTo(height - y) }
      const isIn = (column: number, row: number): boolean =>
        column >= x && column < x + rect.width && row >= y && row < y + rect.height
      const expected = plainFlips(
        width,
        height,
        (column, row) => isIn(column, row) && data[row * width + column] !== 0,
      )
      expect([...flipsOf({ width, height, data }, rect)]).toEqual(expected)
    }
  })
})
