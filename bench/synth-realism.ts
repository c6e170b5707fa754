// How near the Blocks world comes to real CLEVR-Change pictures: a table of image statistics, and a contact
// sheet of both side by side under out/, which is not kept in the repository: the real pictures have no licence.
// The sheets of synthetic pictures alone go to docs/images.
//   npx tsx bench/synth-realism.ts [PAIRS]
// Real pictures are searched in DELTASCRIBE_DATA or ../shared/data; without them only the synthetic half is drawn.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { decode, encode } from 'fast-png'
import type { RgbImage } from '../src/synth/pair'
import { makePair, makeTriplet } from '../src/synth/make'

const WIDTH = 480
const HEIGHT = 320
const SHEET_ROWS = 6
const GRADIENT_EDGES = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 256]
const pairs = Number(process.argv[2] ?? 50)

interface Triplet {
  readonly frames: readonly RgbImage[]
}

function readReal(): Triplet[] {
  const folder = join(process.env.DELTASCRIBE_DATA ?? '../shared/data', 'clevr-change')
  if (!existsSync(folder)) {
    return []
  }
  return readdirSync(join(folder, 'images'))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => ({
      frames: [
        readRgb(join(folder, 'images', name)),
        readRgb(join(folder, 'sc_images', name.replace('default', 'semantic'))),
        readRgb(join(folder, 'nsc_images', name.replace('default', 'nonsemantic'))),
      ],
    }))
}

function readRgb(path: string): RgbImage {
  const { width, height, channels, data } = decode(readFileSync(path))
  const rgb = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      rgb[3 * i + c] = data[channels * i + c]
    }
  }
  return { width, height, data: rgb }
}

function makeSynthetic(): Triplet[] {
  const order = {
    world: 'blocks',
    profile: 'clevr-change',
    seed: 1,
    width: WIDTH,
    height: HEIGHT,
    inTurn: false,
  } as const
  return Array.from({ length: pairs }, (_, index) => {
    const { changed, distractor } = makeTriplet(order, index)
    return { frames: [changed.before, changed.after, distractor.after] }
  })
}

interface Statistics {
  readonly mean: number
  readonly contrast: number
  readonly saturation: number
  /** Share of pixels with a colour: largest minus smallest channel over 24. */
  readonly coloured: number
  readonly noise: number
  readonly bright: number
  readonly dark: number
  readonly gradient: readonly number[]
  readonly grey: readonly number[]
}

function measure(images: readonly RgbImage[]): Statistics {
  const gradient = GRADIENT_EDGES.slice(1).map(() => 0)
  const grey = Array.from({ length: 32 }, () => 0)
  const sums = { mean: 0, contrast: 0, saturation: 0, coloured: 0, noise: 0, bright: 0, dark: 0 }
  for (const image of images) {
    const luma = lumaOf(image)
    const mean = average(luma)
    sums.mean += mean
    sums.contrast += Math.sqrt(average(luma.map((v) => (v - mean) ** 2)))
    sums.bright += average(luma.map((v) => (v > 200 ? 1 : 0)))
    sums.dark += average(luma.map((v) => (v < 40 ? 1 : 0)))
    let spread = 0
    let coloured = 0
    for (let i = 0; i < luma.length; i++) {
      const [r, g, b] = [image.data[3 * i], image.data[3 * i + 1], image.data[3 * i + 2]]
      const range = Math.max(r, g, b) - Math.min(r, g, b)
      spread += range
      coloured += range > 24 ? 1 : 0
      grey[Math.min(31, Math.floor(luma[i] / 8))] += 1
    }
    sums.saturation += spread / luma.length
    sums.coloured += coloured / luma.length
    sums.noise += noiseOf(image)
    addGradients(luma, image.width, image.height, gradient)
  }
  const n = images.length
  return {
    mean: sums.mean / n,
    contrast: sums.contrast / n,
    saturation: sums.saturation / n,
    coloured: sums.coloured / n,
    noise: sums.noise / n,
    bright: sums.bright / n,
    dark: sums.dark / n,
    gradient: normalize(gradient),
    grey: normalize(grey),
  }
}

function lumaOf({ data }: RgbImage): Float64Array {
  return Float64Array.from(
    { length: data.length / 3 },
    (_, i) => (data[3 * i] + data[3 * i + 1] + data[3 * i + 2]) / 3,
  )
}

function average(values: Float64Array): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length
}

/** Deviation of the green channel between neighbours at the top edge, where nothing stands. */
function noiseOf({ data, width }: RgbImage): number {
  let sum = 0
  let n = 0
  for (let y = 2; y < 10; y++) {
    for (let x = 60; x < width - 60; x++) {
      const d = data[3 * (y * width + x) + 1] - data[3 * (y * width + x + 1) + 1]
      if (Math.abs(d) > 6) {
        continue
      }
      sum += d * d
      n += 1
    }
  }
  return Math.sqrt(sum / n / 2)
}

function addGradients(luma: Float64Array, width: number, height: number, bins: number[]): void {
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const k = y * width + x
      const size = Math.hypot(luma[k + 1] - luma[k - 1], luma[k + width] - luma[k - width]) / 2
      bins[GRADIENT_EDGES.findIndex((edge, i) => i > 0 && size < edge) - 1] += 1
    }
  }
}

function normalize(bins: readonly number[]): number[] {
  const sum = bins.reduce((a, b) => a + b, 0)
  return bins.map((v) => v / sum)
}

/** Half the sum of absolute differences: 0 equal, 1 disjoint. */
function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, v, i) => sum + Math.abs(v - b[i]), 0) / 2
}

function printTable(columns: readonly (readonly [string, Statistics])[]): void {
  const rows = ['mean', 'contrast', 'saturation', 'coloured', 'noise', 'bright', 'dark'] as const
  console.log(`| | ${columns.map(([name]) => name).join(' | ')} |`)
  console.log(`|---|${columns.map(() => '---|').join('')}`)
  for (const row of rows) {
    console.log(`| ${row} | ${columns.map(([, s]) => s[row].toFixed(3)).join(' | ')} |`)
  }
}

/** Pictures side by side at half size, a set's triplets in a row. */
function layOut(rows: readonly (readonly RgbImage[])[]): RgbImage {
  const [w, h] = [rows[0][0].width / 2, rows[0][0].height / 2]
  const width = w * rows[0].length
  const height = h * rows.length
  const data = new Uint8Array(3 * width * height)
  rows.forEach((row, r) => row.forEach((frame, f) => shrinkInto(frame, data, width, f * w, r * h)))
  return { width, height, data }
}

function shrinkInto(frame: RgbImage, data: Uint8Array, width: number, left: number, top: number): void {
  const step = 3 * frame.width
  for (let y = 0; y < frame.height / 2; y++) {
    for (let x = 0; x < frame.width / 2; x++) {
      for (let c = 0; c < 3; c++) {
        const at = 2 * y * step + 6 * x + c
        const four = frame.data[at] + frame.data[at + 3] + frame.data[at + step] + frame.data[at + step + 3]
        data[3 * ((top + y) * width + left + x) + c] = four / 4
      }
    }
  }
}

function pick(triplets: readonly Triplet[], row: number): readonly RgbImage[] {
  return triplets[(row * 7) % triplets.length].frames
}

function writePng(path: string, { width, height, data }: RgbImage): void {
  writeFileSync(path, encode({ width, height, data, channels: 3, depth: 8 }))
}

/** The synthetic pictures in the documentation. */
function writeJpeg(path: string, { width, height, data }: RgbImage): void {
  const rgba = new Uint8Array(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) {
    rgba.set(data.subarray(3 * i, 3 * i + 3), 4 * i)
  }
  writeFileSync(path, Transformer.fromRgbaPixels(rgba, width, height).jpegSync(85))
}

function makeAerialRows(): RgbImage[][] {
  const order = {
    world: 'aerial',
    profile: 'blocks',
    seed: 1,
    width: 320,
    height: 320,
    inTurn: true,
  } as const
  const frames = Array.from({ length: 8 }, (_, index) => makePair(order, index))
  return [0, 1, 2, 3].map((row) =>
    frames.slice(2 * row, 2 * row + 2).flatMap(({ before, after }) => [before, after]),
  )
}

mkdirSync('out', { recursive: true })
const synthetic = makeSynthetic()
const real = readReal()
const rows = Array.from({ length: SHEET_ROWS }, (_, row) => row)
mkdirSync('docs/images', { recursive: true })
writeJpeg('docs/images/synth-blocks.jpg', layOut(rows.map((row) => pick(synthetic, row))))
writeJpeg('docs/images/synth-aerial.jpg', layOut(makeAerialRows()))
const syntheticStatistics = measure(synthetic.flatMap((triplet) => triplet.frames))
if (real.length === 0) {
  console.log('No real pictures in DELTASCRIBE_DATA or ../shared/data: the made ones alone.')
  printTable([['made', syntheticStatistics]])
} else {
  writePng(
    'out/synth-real-and-made.png',
    layOut(rows.map((row) => pick(real, row).concat(pick(synthetic, row)))),
  )
  const realStatistics = measure(real.flatMap((triplet) => triplet.frames))
  const odd = measure(real.filter((_, i) => i % 2 === 1).flatMap((triplet) => triplet.frames))
  const even = measure(real.filter((_, i) => i % 2 === 0).flatMap((triplet) => triplet.frames))
  printTable([
    ['real', realStatistics],
    ['made', syntheticStatistics],
  ])
  console.log('\n| distance of histograms | real to made | real to real (halves) |\n|---|---|---|')
  for (const name of ['gradient', 'grey'] as const) {
    const ours = distance(realStatistics[name], syntheticStatistics[name])
    console.log(`| ${name} | ${ours.toFixed(3)} | ${distance(odd[name], even[name]).toFixed(3)} |`)
  }
  console.log('\ngradient real', realStatistics.gradient.map((v) => v.toFixed(4)).join(' '))
  console.log('gradient made', syntheticStatistics.gradient.map((v) => v.toFixed(4)).join(' '))
  console.log('grey real', realStatistics.grey.map((v) => v.toFixed(3)).join(' '))
  console.log('grey made', syntheticStatistics.grey.map((v) => v.toFixed(3)).join(' '))
}
