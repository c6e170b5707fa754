import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../metrics/set-score'
import type { Bitmap } from './bitmap'
import {
  intersectRle,
  subtractRle,
  unionRle,
  xorRle,
  decodeCounts,
  decodeRle,
  encodeCounts,
  encodeRle,
  MAX_MASK_PIXELS,
  rleArea,
  RleError,
} from './rle'

const bitmaps = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) => fc.tuple(bitmapOf(width, height), bitmapOf(width, height)))

function bitmapOf(width: number, height: number): fc.Arbitrary<Bitmap> {
  return fc
    .array(fc.constantFrom(0, 1), { minLength: width * height, maxLength: width * height })
    .map((data) => ({ width, height, data: Uint8Array.from(data) }))
}

/** Down the columns, one pixel after the other; each run as signed groups of five bits, low first. */
function plainCounts({ width, height, data }: Bitmap): string {
  const runs = [0]
  for (let index = 0; index < width * height; index += 1) {
    const isSet = data[(index % height) * width + Math.floor(index / height)] !== 0
    if (isSet !== (runs.length % 2 === 0)) {
      runs.push(0)
    }
    runs[runs.length - 1] += 1
  }
  const groupsOf = (value: number): string => {
    const group = ((value % 32) + 32) % 32
    const rest = (value - group) / 32
    const isLast = rest === (group >= 16 ? -1 : 0)
    return String.fromCharCode(48 + group + (isLast ? 0 : 32)) + (isLast ? '' : groupsOf(rest))
  }
  return runs.map((run, at) => groupsOf(at > 2 ? run - runs[at - 2] : run)).join('')
}

describe('COCO run-length encoding', () => {
  test('agrees with pycocotools on the first two columns of a 10 x 5 mask', () => {
    const data = Uint8Array.from({ length: 50 }, (_, index) => (index % 5 < 2 ? 1 : 0))
    // pycocotools 2.0: encode(np.asfortranarray(mask)) gives counts b'0d0n0'
    expect(encodeRle({ width: 5, height: 10, data })).toEqual({ size: [10, 5], counts: '0d0n0' })
  })

  test('comes back as it went in, for any mask', () => {
    fc.assert(
      fc.property(bitmaps, ([bitmap]) => {
        expect(decodeRle(encodeRle(bitmap))).toEqual(bitmap)
      }),
    )
  })

  test('a rectangle that holds all set pixels gives the same as the whole image, at any border', () => {
    fc.assert(
      fc.property(
        bitmaps,
        fc.nat(11),
        fc.nat(11),
        fc.nat(11),
        fc.nat(11),
        ([bitmap], x, y, right, bottom) => {
          const { width, height } = bitmap
          const within = { x: x % width, y: y % height, width: 0, height: 0 }
          within.width = 1 + (right % (width - within.x))
          within.height = 1 + (bottom % (height - within.y))
          const data = bitmap.data.map((value, at) => {
            const column = (at % width) - within.x
            const row = Math.floor(at / width) - within.y
            return column >= 0 && row >= 0 && column < within.width && row < within.height ? value : 0
          })
          const cut = { width, height, data }
          expect(encodeRle(cut, within)).toEqual(encodeRle(cut))
        },
      ),
    )
  })

  test('runs of any size survive the compressed text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: MAX_MASK_PIXELS })), (runs) => {
        expect([...decodeCounts(encodeCounts(runs))]).toEqual(runs)
      }),
    )
  })

  test('encoding within a rectangle that holds every set pixel equals encoding the whole', () => {
    const data = new Uint8Array(8 * 6)
    for (const [x, y] of [
      [2, 1],
      [2, 2],
      [3, 4],
      [4, 1],
      [4, 4],
    ]) {
      data[y * 8 + x] = 1
    }
    const bitmap = { width: 8, height: 6, data }
    expect(encodeRle(bitmap, { x: 2, y: 1, width: 3, height: 4 })).toEqual(encodeRle(bitmap))
  })

  test('a rectangle that ends on a set pixel at the bottom ends the run there', () => {
    const bitmap = { width: 3, height: 2, data: Uint8Array.of(0, 0, 0, 1, 0, 0) }
    expect(encodeRle(bitmap, { x: 0, y: 1, width: 1, height: 1 })).toEqual(encodeRle(bitmap))
    const full = { width: 3, height: 2, data: new Uint8Array(6).fill(1) }
    expect(encodeRle(full, { x: 0, y: 0, width: 3, height: 2 })).toEqual(encodeRle(full))
  })

  test('wide masks come back whole, within any rectangle that holds them', () => {
    const wide = fc.record({
      width: fc.constantFrom(15, 16, 17, 31, 32, 48, 64),
      left: fc.nat(20),
      right: fc.nat(20),
      height: fc.integer({ min: 1, max: 6 }),
      seed: fc.array(fc.boolean(), { minLength: 64 * 6, maxLength: 64 * 6 }),
    })
    fc.assert(
      fc.property(wide, ({ width, left, right, height, seed }) => {
        const x = Math.min(left, width - 1)
        const rect = { x, y: 0, width: Math.max(1, width - x - right), height }
        const data = Uint8Array.from({ length: width * height }, (_, at) => {
          const column = at % width
          return column >= x && column < x + rect.width && seed[at] ? 1 : 0
        })
        const bitmap = { width, height, data }
        expect(decodeRle(encodeRle(bitmap, rect))).toEqual(bitmap)
      }),
      { numRuns: 500 },
    )
  })

  test('gives the counts that the definition gives, at every width from 1 to 70 and from 250 to 260', () => {
    const next = seededRandom(11)
    const upTo = (most: number): number => Math.floor(next() * (most + 1))
    const widths = Array.from({ length: 260 }, (_, at) => at + 1).filter(
      (width) => width <= 70 || width >= 250,
    )
    const wrong: string[] = []
    for (const width of widths) {
      for (const height of [1, 2, 1 + upTo(29), width]) {
        for (const density of [0, 0.01, 0.5, 0.99, 1]) {
          const offset = upTo(4)
          const data = new Uint8Array(offset + width * height).subarray(offset)
          const most = upTo(1) === 0 ? 1 : 255
          data.forEach((_, at) => (data[at] = next() < density ? 1 + upTo(most - 1) : 0))
          const { counts } = encodeRle({ width, height, data })
          if (counts !== plainCounts({ width, height, data })) {
            wrong.push(`${width} x ${height}, of which ${density} are set`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('combines run by run exactly as pixel by pixel', () => {
    fc.assert(
      fc.property(bitmaps, ([a, b]) => {
        const pixels = (rule: (x: number, y: number) => number): Bitmap => ({
          ...a,
          data: a.data.map((x, index) => rule(x, b.data[index])),
        })
        const [ra, rb] = [encodeRle(a), encodeRle(b)]
        expect(decodeRle(xorRle(ra, rb))).toEqual(pixels((x, y) => x ^ y))
        expect(decodeRle(unionRle(ra, rb))).toEqual(pixels((x, y) => x | y))
        expect(decodeRle(intersectRle(ra, rb))).toEqual(pixels((x, y) => x & y))
        expect(decodeRle(subtractRle(ra, rb))).toEqual(pixels((x, y) => x & (1 - y)))
        expect(rleArea(ra)).toBe(a.data.reduce((sum, x) => sum + x, 0))
      }),
    )
  })

  test('refuses runs that do not fill the image', () => {
    expect(() => decodeRle({ size: [4, 4], counts: encodeCounts([3, 2]) })).toThrow(RleError)
    expect(() => decodeRle({ size: [4, 4], counts: encodeCounts([3, 200]) })).toThrow(RleError)
    // full, and then more
    expect(() => decodeRle({ size: [4, 4], counts: encodeCounts([3, 13, 5, 7]) })).toThrow(RleError)
    expect(() => decodeCounts('o')).toThrow(RleError)
  })
})

describe('run lengths that are damaged', () => {
  test.each([
    ['OOOO', 'the mask has a negative run'],
    // seven groups of five bits that say that more follow
    ['o'.repeat(7), 'the mask has a run that is too long'],
  ])('%s are refused with their reason', (counts, message) => {
    expect(() => decodeCounts(counts)).toThrow(new RleError(message))
  })

  test('masks of different sizes do not combine', () => {
    const [wide, high] = [
      { width: 3, height: 2 },
      { width: 2, height: 3 },
    ].map((size) => encodeRle({ ...size, data: new Uint8Array(6) }))
    const message = 'masks of 3 x 2 and 2 x 3 pixels do not combine'
    for (const combine of [unionRle, intersectRle, subtractRle, xorRle]) {
      expect(() => combine(wide, high)).toThrow(new RleError(message))
    }
  })
})
