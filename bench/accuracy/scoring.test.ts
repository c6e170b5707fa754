import { describe, expect, test } from 'vitest'
import { encodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import type { Raster } from '../../src/images/raster'
import { countMask, countsOf, SetScore } from './scoring'

const pair = (group: string, ...counts: number[]) => ({ key: group, group, counts })

describe('the score of a set', () => {
  test('of one sequence is the IoU of all pixels', () => {
    const score = new SetScore('iou', [pair('all', 1, 2), pair('all', 90, 100)])
    expect(score.toString()).toBe((91 / 102).toFixed(3))
  })

  test('of several sequences is their mean', () => {
    const score = new SetScore('iou', [pair('a', 1, 2), pair('b', 80, 100), pair('b', 20, 100)])
    expect(score.toString()).toBe('0.500')
  })

  test('has an interval over pairs of one sequence, over sequences of several', () => {
    const ends = /\[(.+), (.+)\]/
    const pairs = Array.from({ length: 20 }, (_, at) => pair('all', at % 2 === 0 ? 4 : 8, 10))
    const [, low, high] = new SetScore('iou', pairs).withIntervals().match(ends) ?? []
    expect(Number(low)).toBeGreaterThan(0.45)
    expect(Number(low)).toBeLessThan(0.6)
    expect(Number(high)).toBeGreaterThan(0.6)
    expect(Number(high)).toBeLessThan(0.75)
    const alike = pairs.map((one, at) => ({ ...one, group: at < 10 ? 'a' : 'b' }))
    expect(new SetScore('iou', alike).withIntervals()).toBe('0.600 [0.600, 0.600]')
  })

  test('of boxes is the share touched, and false regions a pair', () => {
    const score = new SetScore('boxes', [pair('all', 3, 4, 1), pair('all', 1, 4, 0)])
    expect(score.toString()).toBe('50.0 %, 0.50')
  })

  test('of pairs in which nothing changed is the share marked', () => {
    expect(new SetScore('marked', [pair('all', 1, 1000), pair('all', 1, 3000)]).toString()).toBe('0.050 %')
  })
})

test('unknown pixels count neither way', () => {
  expect(countMask(Uint8Array.of(1, 1, 0, 1), Uint8Array.of(255, 0, 255, 128))).toEqual([1, 3])
})

/** A region of one pixel. */
function regionAt(at: number): { mask: Rle } {
  const data = new Uint8Array(16)
  data[at] = 1
  return { mask: encodeRle({ width: 4, height: 4, data }) }
}

test('a region that touches no box is false', async () => {
  const after: Raster = { width: 4, height: 4, data: new Uint8Array(48) }
  const boxed = { key: 'board', before: '', after: '', boxes: [[0, 0, 1, 1]] }
  const { counts } = await countsOf('boxes', boxed, { regions: [regionAt(5), regionAt(15)] }, after)
  expect(counts).toEqual([1, 1, 1])
})
