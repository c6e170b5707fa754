import type { DataSet } from 'dicom-parser'
import { HeaderError } from '../header/source'
import type { StoredSamples } from './attributes'

/** DICOM PS3.3 C.7.6.3.1.2. */
export function ybrToRgb(samples: StoredSamples): Uint8Array {
  const rgb = new Uint8ClampedArray(samples.length)
  for (let at = 0; at < samples.length; at += 3) {
    const [y, cb, cr] = [samples[at], samples[at + 1] - 128, samples[at + 2] - 128]
    rgb[at] = y + 1.402 * cr
    rgb[at + 1] = y - 0.344_136 * cb - 0.714_136 * cr
    rgb[at + 2] = y + 1.772 * cb
  }
  return new Uint8Array(rgb.buffer)
}

/** Y, Cb and Cr of each pixel, from Y, Y, Cb and Cr of each two. DICOM PS3.3 C.7.6.3.1.2. */
export function withFullColours(samples: Uint8Array, pixels: number): Uint8Array {
  const full = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const pair = (pixel >> 1) * 4
    full[pixel * 3] = samples[pair + (pixel & 1)]
    full[pixel * 3 + 1] = samples[pair + 2]
    full[pixel * 3 + 2] = samples[pair + 3]
  }
  return full
}

/** Descriptor and data of the tables for red, green and blue. */
const TABLES = [
  ['x00281101', 'x00281201'],
  ['x00281102', 'x00281202'],
  ['x00281103', 'x00281203'],
] as const

/** @throws HeaderError where a table is missing or too short */
export function withPalette(dataSet: DataSet, samples: StoredSamples): Uint8Array {
  const tables = TABLES.map(([descriptor, data]) => tableOf(dataSet, descriptor, data))
  const rgb = new Uint8Array(samples.length * 3)
  samples.forEach((value, pixel) => {
    for (const [colour, { entries, first }] of tables.entries()) {
      rgb[pixel * 3 + colour] = entries[Math.min(entries.length - 1, Math.max(0, value - first))]
    }
  })
  return rgb
}

function tableOf(
  dataSet: DataSet,
  descriptorTag: string,
  dataTag: string,
): { entries: Uint8Array; first: number } {
  const [length, first, bits] = [0, 1, 2].map((at) => dataSet.uint16(descriptorTag, at))
  const count = length === 0 ? 65_536 : length
  const element = dataSet.elements[dataTag]
  if (count === undefined || first === undefined || (bits !== 8 && bits !== 16) || element === undefined) {
    throw new HeaderError('its palette is damaged')
  }
  // tables of 8 bits are two entries a word, or one as some programs write them
  const isWide = bits === 16 || element.length >= count * 2
  if (element.length < count * (isWide ? 2 : 1)) {
    throw new HeaderError('its palette is damaged')
  }
  const entries = Uint8Array.from({ length: count }, (_, at) => {
    if (!isWide) {
      return dataSet.byteArray[element.dataOffset + at]
    }
    const value = dataSet.uint16(dataTag, at) ?? 0
    return bits === 16 ? value >> 8 : value & 255
  })
  return { entries, first }
}
