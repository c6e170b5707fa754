import { describe, expect, test } from 'vitest'
import { decodeBrush, encodeBrush } from './label-studio-rle'
import { RleError } from './rle'

/** Bytes of groups of bits, highest first, with zeros behind. */
function packed(...groups: readonly (readonly [value: number, bits: number])[]): number[] {
  const bits = groups.map(([value, count]) => value.toString(2).padStart(count, '0')).join('')
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

type Group = readonly [number, number]

/** Values of an image, 8 bits each, whose runs have lengths of 3, 4, 8 or 16 bits. */
const headOf = (values: number): Group[] => [
  [values, 32],
  [7, 5],
  [2, 4],
  [3, 4],
  [7, 4],
  [15, 4],
]
/** `count` times one value, its length in 3 bits. */
const repeated = (count: number, value: number): Group[] => [
  [1, 1],
  [0, 2],
  [count - 1, 3],
  [value, 8],
]
/** Values one by one. */
const literal = (...values: readonly number[]): Group[] => [
  [0, 1],
  [0, 2],
  [values.length - 1, 3],
  ...values.map((value): Group => [value, 8]),
]

describe('a brush mask of Label Studio', () => {
  test('is set where the alpha value is, whatever the colours are', () => {
    const bytes = packed(...headOf(12), ...literal(9, 9, 9, 0, 0, 0, 0, 255), ...literal(7, 7, 7, 1))
    expect([...decodeBrush(bytes, 3, 1).data]).toEqual([0, 1, 1])
  })

  test('may have runs that begin and end within a pixel', () => {
    // colours and alpha of the first pixel, colours of the second; its alpha is 0; then the last one
    const bytes = packed(...headOf(12), ...repeated(7, 255), ...literal(0), ...repeated(4, 3))
    expect([...decodeBrush(bytes, 1, 3).data]).toEqual([1, 0, 1])
  })

  test('is written with its runs in the least width that holds them', () => {
    const data = Uint8Array.of(0, 1, 1)
    expect(encodeBrush({ width: 3, height: 1, data })).toEqual(
      packed(...headOf(12), ...repeated(4, 0), ...repeated(8, 255)),
    )
  })

  test('of more than 2^16 equal values comes back as it was', () => {
    const width = 300
    const height = 200
    const data = new Uint8Array(width * height)
    data.fill(1, 50_000, 50_003)
    const bytes = encodeBrush({ width, height, data })
    // 200,000 zeros take four runs of at most 65,536
    expect(bytes.length).toBeLessThan(40)
    expect(decodeBrush(bytes, width, height)).toEqual({ width, height, data })
  })

  test.each([
    [packed(...headOf(12)), 2, 2, 'the mask has 3 pixels, the image 2 x 2'],
    [packed(...headOf(4), ...repeated(8, 0)), 1, 1, 'the mask has more values than its image'],
    [packed(...headOf(8), ...repeated(4, 0)), 2, 1, 'the mask ends early'],
    [[], 1, 1, 'the mask ends early'],
  ])('is refused where it does not fit its image', (bytes, width, height, message) => {
    expect(() => decodeBrush(bytes, width, height)).toThrow(new RleError(message))
  })
})
