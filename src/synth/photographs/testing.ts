import type { RgbImage } from '../pair'
import { createRandom } from '../random'
import type { ThingTone, Placement, PlannedChange, PlannedNuisances } from './planned'
import { NO_NUISANCES } from './planned'
import type { Library, OutlinedThing, Photograph } from './library'
import type { ComposePlan } from './plan'

export function madeImage(
  width: number,
  height: number,
  level: (x: number, y: number) => readonly [number, number, number],
): RgbImage {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set(level(x, y), 3 * (y * width + x))
    }
  }
  return { width, height, data }
}

export function noiseImage(seed: number, width: number, height: number): RgbImage {
  const random = createRandom(seed)
  return madeImage(width, height, () => [random.integer(60, 120), random.integer(60, 120), 90])
}

export const gradientImage = (width: number, height: number): RgbImage =>
  madeImage(width, height, (x, y) => [40 + (x * 80) / width, 60 + (y * 80) / height, 90])

const drawnImage = (width: number, height: number): RgbImage =>
  madeImage(width, height, (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [90, 100, 110] : [60, 70, 80]))

/** A bright disc in its own image. */
export function madeThing(word: string | null, colour: readonly [number, number, number]): OutlinedThing {
  const side = 60
  const alpha = new Uint8Array(side * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [right, down] = [x - 29.5, y - 29.5]
      alpha[y * side + x] = right * right + down * down < 29 * 29 ? 255 : 0
    }
  }
  const box = { x: 0, y: 0, width: side, height: side }
  return { name: `${word}.png`, word, image: madeImage(side, side, () => colour), box, alpha }
}

/** Noise, a gradient and a drawing; things much brighter than all of them. */
export function madeLibrary(): Library {
  const images = [noiseImage(1, 320, 240), gradientImage(240, 320), drawnImage(300, 300)]
  return {
    photographs: images.map((image, at): Photograph => ({ name: `made-${at}.png`, image, seen: [] })),
    things: [
      madeThing('car', [250, 20, 20]),
      madeThing('cup', [20, 240, 240]),
      madeThing('potted plant', [30, 220, 30]),
      madeThing(null, [250, 250, 20]),
    ],
  }
}

const PLAIN_TONE: ThingTone = { gain: [1, 1, 1], offset: 0 }

export function madePlacement(fields: Partial<Placement> = {}): Placement {
  return {
    thing: 0,
    x: 48,
    y: 48,
    side: 40,
    angleRad: 0,
    isMirrored: false,
    tone: PLAIN_TONE,
    soft: 0.4,
    defocus: 0,
    shadow: null,
    ...fields,
  }
}

/** A plan of 96 x 96 without nuisances. */
export function madePlan(
  changes: readonly PlannedChange[],
  nuisances: Partial<PlannedNuisances> = {},
  fields: Partial<ComposePlan> = {},
): ComposePlan {
  return {
    seed: 1,
    width: 96,
    height: 96,
    base: { photograph: 1, crop: 0.9, x: 0.5, y: 0.5, quarterTurns: 0, isMirrored: false, fewLevels: null },
    changes,
    still: [],
    nuisances: { ...NO_NUISANCES, ...nuisances },
    tellsNear: false,
    grainSeed: 5,
    ...fields,
  }
}
