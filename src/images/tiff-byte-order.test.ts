import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeBandTiff } from './testing-bands'
import { decodeTiff, readPart } from './tiff'
import { firstImage } from './tiff-bands'

type Values = Uint16Array | Float32Array

const [width, height, bands] = [5, 3, 4]
const DEFLATE = 8
const HORIZONTAL = 2
const FLOATING_POINT = 3

const whole = Uint16Array.from(
  { length: width * height * bands },
  (_, at) => (at * 977 + (at % bands) * 300) % 2 ** 16,
)
const fractions = Float32Array.from(whole, (value) => value / 7 - 1000)

/** Each in the order of the file. */
function stored(values: Values, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(values.slice().buffer)
  if (isBigEndian) {
    return values instanceof Uint16Array ? bytes.swap16() : bytes.swap32()
  }
  return bytes
}

/** TIFF 6.0 section 14: of each value, its difference to the same band of the pixel on its left. */
function differences(values: Uint16Array): Uint16Array {
  return values.map((value, at) => (at % (width * bands) < bands ? value : value - values[at - bands]))
}

/**
 * Adobe Photoshop TIFF Technical Note 3: a row has first the highest byte of each value, whatever the order of the
 * file, then the next ones; of each byte its difference to the one that lies the number of bands before it.
 */
function floatingDifferences(values: Float32Array): Buffer {
  const bytes = stored(values, true)
  const rowValues = width * bands
  const planes = Buffer.alloc(bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const row = Math.floor(at / (rowValues * 4))
    const inRow = at % (rowValues * 4)
    const value = inRow % rowValues
    planes[at] = bytes[(row * rowValues + value) * 4 + Math.floor(inRow / rowValues)]
  }
  return Buffer.from(
    planes.map((byte, at) => (at % (rowValues * 4) < bands ? byte : byte - planes[at - bands])),
  )
}

function made(predictor: number, isBigEndian: boolean): Buffer {
  const data = predictor === FLOATING_POINT ? fractions : whole
  const raw =
    predictor === FLOATING_POINT ? floatingDifferences(fractions) : stored(differences(whole), isBigEndian)
  const coded = { compression: DEFLATE, predictor, pixels: deflateSync(raw) }
  return makeBandTiff({ width, height, bands, data, coded, isBigEndian })
}

/** Of each pixel the first three bands, of which a picture is made. */
function colours(values: Values): number[] {
  return Array.from(values).filter((_, at) => at % bands < 3)
}

describe.each([
  ['differences', HORIZONTAL, whole],
  ['differences of floating point', FLOATING_POINT, fractions],
])('values that are stored as %s', (_, predictor, values) => {
  test.each([
    ['low byte first', false],
    ['high byte first', true],
  ])('are the same in a file with the %s', async (_order, isBigEndian) => {
    const tiff = made(predictor, isBigEndian)
    const { samples } = await decodeTiff(tiff)
    expect(Array.from(samples!.data)).toEqual(colours(values))

    const part = await readPart(await firstImage(tiff), null, { x: 0, y: 1, width, height: 2 })
    expect(Array.from(part.data)).toEqual(colours(values.subarray(width * bands)))
  })
})
