import { exponential, logarithm } from '../numeric'
import type { Random } from '../random'

/**
 * How often everything is drawn, and how large or strong it is. Shares are 0 to 1, lengths pixels of the pictures,
 * sides shares of the shorter side of a picture, levels of 255; two numbers are the ends of a range.
 */
export const RATES = {
  base: {
    /** Of the photograph's shorter side. */
    crop: [0.35, 1],
    mirrored: 0.5,
    /** By quarter turns. */
    turned: 0.3,
    /** Reduced to so many levels, as drawings and boards have them. */
    fewLevels: { rate: 0.08, levels: [2, 4] },
  },
  changes: {
    none: 0.15,
    /** Of pairs with changes: how many. */
    counts: [
      [1, 0.4],
      [2, 0.25],
      [3, 0.15],
      [5, 0.12],
      [8, 0.08],
    ],
    kinds: { thing: 0.55, fill: 0.2, paint: 0.15, patch: 0.1 },
    /** Of things: what happens to them. `come` appears or vanishes, each in half of the pairs. */
    things: { come: 0.64, move: 0.12, replace: 0.12, recolour: 0.12 },
    /** A mean largest difference of channels under it is left out, levels. */
    leastDifference: 18,
    /** Pixels. */
    leastArea: 12,
  },
  things: {
    side: [0.05, 0.7],
    large: { rate: 0.28, side: [0.6, 1.6] },
    mirrored: 0.5,
    tilted: { rate: 0.3, degrees: 20 },
    quarterTurned: 0.08,
    /** Of the side, at most. */
    overRim: 1 / 3,
    /** Drawn from plants alone, where there are any. */
    plant: 0.08,
    /** Drawn from kinds alike and not from things alike, so that what is many does not rule. */
    byKind: 0.25,
    tone: { gain: [0.75, 1.2], channel: [0.94, 1.06], offset: [-18, 18] },
    soft: [0.4, 1.2],
    outOfFocus: { rate: 0.12, share: [0.02, 0.09] },
    shadow: { ofLarge: 0.5, ofOthers: 0.2, strength: [0.25, 0.65], soft: [0.6, 4] },
  },
  /** Things that lie in both frames and never change: a rim that was cut is no change, and they are neighbours. */
  still: { rate: 0.4, count: [1, 3], beside: 0.7 },
  shapes: {
    side: [0.05, 0.6],
    kinds: { ellipse: 0.2, box: 0.22, polygon: 0.18, blob: 0.2, line: 0.14, leaves: 0.06 },
    lineWidth: [1, 5],
    soft: [0.4, 1.2],
    outOfFocus: { rate: 0.06, share: [0.02, 0.08] },
    /** A twig before the lens: large, and often out of focus. */
    leaves: { side: [0.2, 1.4], outOfFocus: 0.5 },
    /** Of what lies under paint. */
    keptTexture: [0, 0.7],
  },
  alignment: {
    rate: 0.75,
    /** One of them, alike. */
    pixels: [0.5, 1, 2, 4],
    /** Of misaligned pairs: a smooth warp too, after which no homography holds. */
    warped: 0.5,
  },
  tone: { rate: 0.8, strong: 0.4 },
  shadows: { rate: 0.5, count: [1, 3], hard: 0.5, strength: [0.2, 0.65], ofThing: 0.35, field: 0.25 },
  season: 0.2,
  waving: {
    rate: 0.25,
    pixels: [1, 4],
    cells: [5, 14],
    whole: 0.4,
    /** Near the camera leaves move further. */
    strong: { rate: 0.3, pixels: [4, 9], cells: [6, 20] },
  },
  /** After rain, snow or a dry summer, or in another year: what has like colours changes alike. */
  ground: {
    rate: 0.12,
    parts: [2, 4],
    /** Of the parts: as they were. */
    same: 0.35,
    gain: [0.6, 1.45],
    channel: [0.85, 1.15],
    /** Levels. */
    offset: [-30, 30],
    /** Kept of the texture. */
    texture: [0.3, 1.3],
    /** Levels, and the width of its cells, pixels. */
    mottling: { levels: [0, 22], cells: [3, 24] },
  },
  blur: { rate: 0.25, pixels: [0.3, 1.2] },
  resampled: { rate: 0.2, share: [0.45, 0.9] },
  /** Of both frames: video that was enlarged is soft in all of its frames. */
  soft: { rate: 0.25, share: [0.3, 0.85] },
  /** Motion of the camera while one frame was taken: its path, pixels. */
  shaken: { rate: 0.06, pixels: [2, 9] },
  /** Scans in black and white: the level from which on a pixel is white, by frame. */
  bilevel: { rate: 0.04, from: [100, 155] },
  noise: { rate: 0.6, levels: [1, 9] },
  jpeg: { rate: 0.6, quality: [25, 92] },
  grey: 0.12,
  /** Captions with the neighbour of a change in place of its place, where it has one. */
  near: 0.9,
} as const

export type Range = readonly [number, number]

// Drawing lots for a plan.

export const inRange = (random: Random, [low, high]: Range): number => random.range(low, high)

/** Even over the logarithm: each doubling is as likely as the next. */
export function logUniform(random: Random, [low, high]: Range): number {
  return low * exponential(random.next() * logarithm(high / low))
}

/** One of the names, by its share; shares need not sum to 1. */
export function drawName<T extends string>(random: Random, shares: Readonly<Record<T, number>>): T {
  const names = Object.keys(shares) as T[]
  return drawWeighted(
    random,
    names.map((name) => [name, shares[name]] as const),
  )
}

export function drawWeighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, share]) => sum + share, 0)
  for (const [choice, share] of choices) {
    left -= share
    if (left < 0) {
      return choice
    }
  }
  return choices[choices.length - 1][0]
}

/** For the fields and the grain that a renderer draws: 31 bits. */
export const drawSeed = (random: Random): number => random.integer(0, 2 ** 31 - 1)
