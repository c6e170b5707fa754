/** Default of the least score for the kinds that the detector knows best. */
export const DEFAULT_LEAST_SCORE = 0.35

/** Rule D (docs/decisions/101-names.md). */
export const RULE = {
  /** Additional score that all other names need above the familiar ones. */
  unfamiliarStep: 0.15,
  /** Share of a detection's box. */
  changedShare: 0.3,
  /** The same for a moved thing, which two detections support. */
  movedShare: 0.2,
  /** Share of the image. A larger box is of the view, not of a thing in it. */
  largestBox: 0.9,
  /** A box of the same group with so much overlap, and so much of the score, is the same thing. */
  sameThingIou: 0.4,
  sameThingScore: 0.5,
  /** Share of the smaller box: one thing is before the other, unless both are in one place. */
  hiddenShare: 0.3,
  samePlaceIou: 0.5,
  /** Share of a region's pixels in a thing's box: the region shows that thing. */
  insideShare: 0.6,
} as const

const familiarNames = new Set(['person', 'car', 'truck', 'bus', 'bicycle', 'motorcycle'])

/** Whether the detector knows things of this name well. */
export function isFamiliar(name: string): boolean {
  return familiarNames.has(name)
}

/** @param leastScore of familiar names */
export function leastScoreOf(name: string, leastScore: number): number {
  return isFamiliar(name) ? leastScore : leastScore + RULE.unfamiliarStep
}

/** Model name and version of the detector with its rule and grammar, in a caption's source. */
export const NAMES_MODEL = 'names'
export const NAMES_VERSION = '1'

/** Encoder of region features with its version: features of other versions are not compared with these. */
export const REGION_ENCODER = 'nanodet-g-416 1'
