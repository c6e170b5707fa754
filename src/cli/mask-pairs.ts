import { readdir, readFile } from 'node:fs/promises'
import { join, parse, sep } from 'node:path'
import { compareMasks } from '../metrics/mask-scores'
import type { MaskComparison } from '../metrics/mask-scores'
import { IGNORED_PIXEL } from '../metrics/segmentation'
import type { ClassMask } from '../metrics/segmentation'
import { ScoreInputError, whyUnread } from './output'
import { decode } from 'fast-png'
import type { DecodedPng } from 'fast-png'

/** How the grey values of a mask image are read. */
export interface MaskReading {
  /** Grey value of each class, no change first. Undefined: 0 is no change, every other value a change. */
  classValues?: readonly number[]
  /** Grey values whose pixels count nowhere. */
  ignoredValues: readonly number[]
}

export interface MaskPair {
  /** Path in its folder, with `/` and without extension: `train/x`. */
  stem: string
  truth: string
  prediction: string
}

export interface PairedFiles {
  pairs: MaskPair[]
  /** File stems that only one folder has. */
  missingPredictions: string[]
  missingTruths: string[]
}

/** Pairs the PNG files in and under two folders by their paths without extension. Throws ScoreInputError. */
export async function pairMaskFiles(truth: string, prediction: string): Promise<PairedFiles> {
  const [truths, predictions] = [await masksByStem(truth), await masksByStem(prediction)]
  const pairs = [...truths].flatMap(([stem, file]) => {
    const other = predictions.get(stem)
    return other === undefined ? [] : [{ stem, truth: file, prediction: other }]
  })
  if (pairs.length === 0) {
    throw new ScoreInputError(`${truth} and ${prediction} share no file name.`)
  }
  return {
    pairs,
    missingPredictions: [...truths.keys()].filter((stem) => !predictions.has(stem)),
    missingTruths: [...predictions.keys()].filter((stem) => !truths.has(stem)),
  }
}

async function masksByStem(folder: string): Promise<Map<string, string>> {
  let names: string[]
  try {
    names = await readdir(folder, { recursive: true })
  } catch (error) {
    throw new ScoreInputError(`${folder} ${whyUnread(error)}.`)
  }
  const files = new Map<string, string>()
  for (const name of names.sort()) {
    const { dir, name: last, ext } = parse(name)
    const stem = [...dir.split(sep), last].filter((part) => part !== '').join('/')
    if (ext.toLowerCase() === '.png') {
      const other = files.get(stem)
      if (other !== undefined) {
        throw new ScoreInputError(`${folder}: two masks are named "${stem}" (${other} and ${name}).`)
      }
      files.set(stem, join(folder, name))
    }
  }
  if (files.size === 0) {
    throw new ScoreInputError(`${folder}: holds no PNG mask.`)
  }
  return files
}

/** Reads and compares one pair. Throws ScoreInputError that names the files. */
export async function compareMaskFiles(pair: MaskPair, reading: MaskReading): Promise<MaskComparison> {
  const truth = await readClassMask(pair.truth, reading)
  const prediction = await readClassMask(pair.prediction, reading)
  if (truth.width !== prediction.width || truth.height !== prediction.height) {
    throw new ScoreInputError(
      `${pair.prediction} is ${prediction.width}x${prediction.height}, ` +
        `its truth ${pair.truth} is ${truth.width}x${truth.height}: masks must be of one size.`,
    )
  }
  return compareMasks(truth, prediction, reading.classValues?.length ?? 2)
}

async function readClassMask(file: string, reading: MaskReading): Promise<ClassMask> {
  const { width, height, values } = await readMask(file)
  const classOf = classTable(reading)
  const data = new Uint8Array(values.length)
  for (const [pixel, value] of values.entries()) {
    const index = classOf[value]
    if (index === undefined) {
      throw new ScoreInputError(
        `${file}: grey value ${value} at x ${pixel % width}, y ${Math.floor(pixel / width)} is no class ` +
          `(--classes ${reading.classValues?.join(',')}).`,
      )
    }
    data[pixel] = index
  }
  return { width, height, data }
}

/** Class of each grey value; undefined where it is none. */
function classTable({ classValues, ignoredValues }: MaskReading): (number | undefined)[] {
  return Array.from({ length: 256 }, (_, value) => {
    if (ignoredValues.includes(value)) {
      return IGNORED_PIXEL
    }
    if (!classValues) {
      return value === 0 ? 0 : 1
    }
    const index = classValues.indexOf(value)
    return index === -1 ? undefined : index
  })
}

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
