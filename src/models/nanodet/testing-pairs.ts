import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePng } from '../../images/encode'
import type { Raster } from '../../images/raster'
import { blank, drawnImages, fill } from './testing'

const SIZE = { width: 320, height: 240 }
const GRASS = [110, 140, 90] as const
const SKY = [150, 190, 230] as const
/** Of the drawn stop sign's ground, which is left out. */
const GROUND = [120, 165, 110] as const

/** Where the stop sign of each pair stands, from the left and from the top. */
const SIGN_PLACES = [
  [10, 20],
  [200, 30],
  [105, 25],
  [190, 50],
  [20, 55],
] as const

interface MadeChange {
  before: Raster
  after: Raster
}

/** A stop sign appears in a field. */
export function signPair(index: number): MadeChange {
  const [left, top] = SIGN_PLACES[index % SIGN_PLACES.length]
  const after = field()
  const { sign } = drawnImages()
  for (let y = 0; y < sign.height; y += 1) {
    for (let x = 0; x < sign.width; x += 1) {
      const pixel = sign.data.subarray(3 * (y * sign.width + x), 3 * (y * sign.width + x) + 3)
      if (pixel.some((value, channel) => value !== GROUND[channel])) {
        after.data.set(pixel, 3 * ((top + y) * SIZE.width + left + x))
      }
    }
  }
  return { before: field(), after }
}

function field(): Raster {
  return fill(blank(SIZE.width, SIZE.height, SKY), GRASS, (_, y) => y > 160)
}

/** A crack, which the detector has no name for, appears in concrete. */
export function crackPair(index: number): MadeChange {
  const before = concrete(index)
  const after = { ...before, data: before.data.slice() }
  const [left, top] = [30 + ((index * 67) % 170), 40 + ((index * 41) % 90)]
  const slope = [0.5, 1.2, -0.4, 0.9, -0.8][index % 5]
  fill(after, [35, 32, 30], (x, y) => {
    const across = x - left
    const zigzag = 8 * Math.abs((across % 16) / 8 - 1)
    return across >= 0 && across < 90 && Math.abs(y - top - 20 - slope * (across - 45) - zigzag) < 2.5
  })
  return { before, after }
}

/** Grey with grain; whole numbers, so the same on every machine. */
function concrete(seed: number): Raster {
  const image = blank(SIZE.width, SIZE.height, [150, 148, 144])
  let state = seed * 7919 + 1
  for (let at = 0; at < image.data.length; at += 3) {
    state = (state * 1103515245 + 12345) % 2147483648
    const grain = (state >> 16) % 17
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[at + channel] += grain - 8
    }
  }
  return image
}

/** Writes pairs as `before/KEY.png` and `after/KEY.png`. */
export async function writePairs(folder: string, pairs: Readonly<Record<string, MadeChange>>): Promise<void> {
  for (const frame of ['before', 'after'] as const) {
    await mkdir(join(folder, frame), { recursive: true })
    for (const [key, pair] of Object.entries(pairs)) {
      await writeFile(join(folder, frame, `${key}.png`), await encodePng(pair[frame]))
    }
  }
}
