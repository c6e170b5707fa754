import type { ChangeType } from './change'

const CAMERA_MOVES = ['still', 'moderate', 'anew', 'extreme'] as const

export type CameraMove = (typeof CAMERA_MOVES)[number]

export interface BlocksOptions {
  /** Relative frequency of pairs with one change of a type, with `several` changes, and with `none`. */
  readonly weights: Readonly<Partial<Record<ChangeType | 'several' | 'none', number>>>
  readonly cameraWeights: Readonly<Partial<Record<CameraMove, number>>>
  readonly sizes: 2 | 3
  readonly things: readonly [least: number, most: number]
  /** Chance of each of JPEG, stronger noise and defocus, drawn for each frame. */
  readonly degradeChance: number
  /** How far the camera stands, in units of CLEVR's distance. */
  readonly distance: number
  /** Least visible pixels of a thing in a 480 x 320 picture; CLEVR has 200. */
  readonly leastPixels: number
}

const SINGLE_CHANGES = {
  color: 2,
  material: 2,
  add: 2,
  drop: 2,
  move: 2,
  size: 1,
  rotate: 0.7,
  swap: 1,
} as const

/** All changes and camera moves of the world. */
const BLOCKS: BlocksOptions = {
  weights: { ...SINGLE_CHANGES, several: 2, none: 4 },
  cameraWeights: { still: 1, moderate: 8, extreme: 1 },
  sizes: 3,
  things: [3, 10],
  degradeChance: 0.15,
  distance: 1,
  leastPixels: 200,
}

/** Mixes of pairs, by name. */
export const BLOCKS_PROFILES = {
  blocks: BLOCKS,
  /** CLEVR-Change's own: its five changes in equal parts, a distractor for each, two sizes, clean pictures. */
  'clevr-change': {
    ...BLOCKS,
    weights: { color: 1, material: 1, add: 1, drop: 1, move: 1, none: 5 },
    cameraWeights: { still: 0, moderate: 1, extreme: 0 },
    sizes: 2,
    degradeChance: 0,
  },
  /** One change, or in about a fifth of the pairs none. */
  single: { ...BLOCKS, weights: { ...SINGLE_CHANGES, none: 3.2 } },
  /** The camera goes round the scene, as in CLEVR-DC. */
  extreme: {
    ...BLOCKS,
    weights: { ...SINGLE_CHANGES, none: 3.2 },
    cameraWeights: { still: 0, moderate: 0, extreme: 1 },
  },
  /** One change, or in half of the pairs none; the camera stands anew for each frame, as in CLEVR-Change. */
  viewpoint: {
    ...BLOCKS,
    weights: { ...SINGLE_CHANGES, none: 12 },
    cameraWeights: { moderate: 1, anew: 4 },
    degradeChance: 0.1,
  },
  /** Two or three changes in every pair. */
  several: { ...BLOCKS, weights: { several: 1 } },
  /** For training: more pairs of the hard kinds, and the camera at many distances. */
  training: {
    ...BLOCKS,
    weights: { ...SINGLE_CHANGES, several: 3, none: 3.4 },
    cameraWeights: { still: 1, moderate: 6.5, extreme: 2.5 },
    leastPixels: 120,
  },
  /** For cases that a model trained on those misses: turned, moved and removed things. */
  hard: {
    ...BLOCKS,
    weights: { ...SINGLE_CHANGES, drop: 3, move: 4, rotate: 5, several: 3, none: 4 },
    cameraWeights: { still: 1, moderate: 6.5, extreme: 2.5 },
    leastPixels: 120,
  },
  /** Things far away: a change may cover less than a thousandth of the picture. */
  small: { ...BLOCKS, weights: { ...SINGLE_CHANGES, none: 3.2 }, distance: 3.2, leastPixels: 40 },
} as const satisfies Record<string, BlocksOptions>
