import type { Bitmap } from './bitmap'
import { RleError } from './rle'

/**
 * Label Studio's brush masks: bytes of a bit stream that packs the image's RGBA values, row by row. 32 bits
 * count the values; 5 bits are the bits a value has, less one; four times 4 bits are the widths, less one,
 * in which run lengths are written. Then come runs: a bit that says whether one value is repeated, 2 bits
 * that choose a width, the length less one in that width, and one value, or as many as the length says.
 * The mask is the alpha value. Source: HumanSignal/label-studio-sdk, converter/brush.py; thi.ng/rle-pack.
 */

const CHANNELS = 4
const VALUE_BITS = 8
/** Of run lengths. */
const WIDTHS = [3, 4, 8, 16] as const
const LONGEST_RUN = 2 ** 16

/** One byte a number, 0 to 255. */
export function encodeBrush({ width, height, data }: Bitmap): number[] {
  const bits = new BitWriter()
  const total = width * height * CHANNELS
  bits.write(Math.floor(total / 2 ** 16), 16)
  bits.write(total % 2 ** 16, 16)
  bits.write(VALUE_BITS - 1, 5)
  WIDTHS.forEach((bitCount) => bits.write(bitCount - 1, 4))
  const pixels = width * height
  for (let start = 0; start < pixels;) {
    const value = data[start]
    let end = start + 1
    while (end < pixels && data[end] === value) {
      end += 1
    }
    for (let left = (end - start) * CHANNELS; left > 0;) {
      const length = Math.min(left, LONGEST_RUN)
      const choice = WIDTHS.findIndex((bitCount) => length <= 2 ** bitCount)
      bits.write(1, 1)
      bits.write(choice, 2)
      bits.write(length - 1, WIDTHS[choice])
      bits.write(value === 0 ? 0 : 255, VALUE_BITS)
      left -= length
    }
    start = end
  }
  return bits.bytes()
}

/** Any alpha but 0 counts as set. @throws RleError where the stream ends early or is of another size */
export function decodeBrush(bytes: readonly number[], width: number, height: number): Bitmap {
  const bits = new BitReader(bytes)
  const total = bits.read(16) * 2 ** 16 + bits.read(16)
  if (total !== width * height * CHANNELS) {
    const pixels = total / CHANNELS
    throw new RleError(`the mask has ${pixels} pixels, the image ${width} x ${height}`)
  }
  const wordBits = bits.read(5) + 1
  const runBits = WIDTHS.map(() => bits.read(4) + 1)
  const data = new Uint8Array(width * height)
  for (let at = 0; at < total;) {
    const isRepeated = bits.read(1) === 1
    const end = at + 1 + bits.read(runBits[bits.read(2)])
    if (end > total) {
      throw new RleError('the mask has more values than its image')
    }
    if (isRepeated) {
      const value = bits.read(wordBits)
      if (value !== 0) {
        data.fill(1, Math.ceil((at - CHANNELS + 1) / CHANNELS), Math.floor(end / CHANNELS))
      }
      at = end
    }
    for (; at < end; at += 1) {
      const value = bits.read(wordBits)
      if (value !== 0 && at % CHANNELS === CHANNELS - 1) {
        data[(at - CHANNELS + 1) / CHANNELS] = 1
      }
    }
  }
  return { width, height, data }
}

class BitWriter {
  private readonly done: number[] = []
  private present = 0
  private count = 0

  /** Highest bit first. */
  write(value: number, bitCount: number): void {
    for (let bit = bitCount - 1; bit >= 0; bit -= 1) {
      this.present = (this.present << 1) | ((value >> bit) & 1)
      this.count += 1
      if (this.count === 8) {
        this.done.push(this.present)
        this.present = 0
        this.count = 0
      }
    }
  }

  bytes(): number[] {
    return this.count === 0 ? this.done : [...this.done, this.present << (8 - this.count)]
  }
}

class BitReader {
  private at = 0
  private readonly bytes: readonly number[]

  constructor(bytes: readonly number[]) {
    this.bytes = bytes
  }

  read(bitCount: number): number {
    let value = 0
    for (let bit = 0; bit < bitCount; bit += 1) {
      const byte = this.bytes[this.at >> 3]
      if (byte === undefined) {
        throw new RleError('the mask ends early')
      }
      value = (value << 1) | ((byte >> (7 - (this.at & 7))) & 1)
      this.at += 1
    }
    return value
  }
}
