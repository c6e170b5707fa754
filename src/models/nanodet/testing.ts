import type { Raster } from '../../images/raster'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePng } from '../../images/raster'

type Colour = readonly [number, number, number]

/** Pictures drawn from whole numbers, the same on every machine: a street, a stop sign, and two grey bars. */
export function drawnImages(): Readonly<Record<'street' | 'sign' | 'bars', Raster>> {
  return { street: street(), sign: stopSign(), bars: bars() }
}

function street(): Raster {
  const image = blank(320, 200, [150, 190, 230])
  fill(image, [95, 95, 98], (_, y) => y > 120)
  fill(image, [170, 150, 130], (x, y) => x < 90 && y > 20 && y <= 120)
  fill(image, [180, 30, 35], (x, y) => x > 110 && x < 250 && y > 110 && y < 150)
  fill(
    image,
    [180, 30, 35],
    (x, y) => y > 82 && y <= 110 && x > 135 + (110 - y) / 2 && x < 225 - (110 - y) / 2,
  )
  fill(image, [60, 70, 85], (x, y) => y > 87 && y < 107 && x > 142 + (110 - y) / 2 && x < 218 - (110 - y) / 2)
  for (const centre of [143, 217]) {
    fill(image, [20, 20, 20], (x, y) => (x - centre) ** 2 + (y - 150) ** 2 < 225)
    fill(image, [160, 160, 160], (x, y) => (x - centre) ** 2 + (y - 150) ** 2 < 49)
  }
  fill(image, [200, 160, 140], (x, y) => (x - 285) ** 2 + (y - 90) ** 2 < 64)
  fill(image, [40, 60, 130], (x, y) => x > 275 && x < 296 && y > 98 && y < 132)
  fill(image, [30, 30, 40], (x, y) => y >= 132 && y < 172 && Math.abs(Math.abs(x - 285) - 6) < 4)
  return image
}

function stopSign(): Raster {
  const image = blank(110, 160, [120, 165, 110])
  fill(image, [130, 130, 130], (x, y) => x > 51 && x < 58 && y > 60)
  fill(image, [240, 240, 240], (x, y) => inOctagon(x, y, 44))
  fill(image, [200, 20, 30], (x, y) => inOctagon(x, y, 40))
  fill(image, [240, 240, 240], (x, y) => y > 50 && y < 72 && x > 25 && x < 86 && (x - 25) % 16 < 9)
  return image
}

/** About the middle of the stop sign. */
function inOctagon(x: number, y: number, reach: number): boolean {
  const [across, down] = [Math.abs(x - 55), Math.abs(y - 60)]
  return across < reach && down < reach && 5 * (across + down) < 7 * reach
}

function bars(): Raster {
  const image = blank(77, 31, [128, 128, 128])
  fill(image, [20, 20, 20], (x) => x > 20 && x < 27)
  fill(image, [240, 240, 240], (x) => x > 50 && x < 57)
  return image
}

export function blank(width: number, height: number, colour: Colour): Raster {
  return fill({ width, height, data: new Uint8Array(3 * width * height) }, colour, () => true)
}

export function fill(image: Raster, colour: Colour, isInside: (x: number, y: number) => boolean): Raster {
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      if (isInside(x, y)) {
        image.data.set(colour, 3 * (y * image.width + x))
      }
    }
  }
  return image
}

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
