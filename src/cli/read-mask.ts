import { readFile } from 'node:fs/promises'
import { decode } from 'fast-png'
import type { DecodedPng } from 'fast-png'
import { ScoreInputError } from './score-error'

/** Grey values of a mask image, 0 to 255, row-major. Of a colour image the red channel. */
export interface MaskImage {
  width: number
  height: number
  values: Uint8Array
}

/** Reads a PNG of any kind; 16-bit values are scaled to 8 bit. Throws ScoreInputError. */
export async function readMask(file: string): Promise<MaskImage> {
  let png: DecodedPng
  try {
    png = decode(await readFile(file))
  } catch (error) {
    throw new ScoreInputError(`${file}: is not a readable PNG image (${String(error)}).`)
  }
  return { width: png.width, height: png.height, values: firstChannel(png) }
}

function firstChannel(png: DecodedPng): Uint8Array {
  const { width, height, data, channels, depth, palette } = png
  const values = new Uint8Array(width * height)
  if (depth < 8) {
    unpackBits(png, values)
  } else {
    for (const pixel of values.keys()) {
      const value = data[pixel * channels]
      values[pixel] = depth === 16 ? Math.round(value / 257) : value
    }
  }
  if (palette) {
    for (const [pixel, index] of values.entries()) {
      values[pixel] = palette[index]?.[0] ?? 0
    }
  } else if (depth < 8) {
    const scale = 255 / (2 ** depth - 1)
    for (const [pixel, value] of values.entries()) {
      values[pixel] = value * scale
    }
  }
  return values
}

/** Rows of less than 8 bits a pixel begin at a whole byte, highest bits first (PNG specification, 7.2). */
function unpackBits({ width, height, data, depth }: DecodedPng, values: Uint8Array): void {
  const stride = Math.ceil((width * depth) / 8)
  const mask = 2 ** depth - 1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * depth
      const byte = data[y * stride + (bit >> 3)]
      values[y * width + x] = (byte >> (8 - depth - (bit & 7))) & mask
    }
  }
}
