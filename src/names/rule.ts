/** Least score of what the detector knows best, where nothing else is asked for. */
export const DEFAULT_LEAST_SCORE = 0.35

/** Rule D (docs/decisions/101-names.md). */
export const RULE = {
  /** What all other names need above what the familiar ones need. */
  unfamiliarStep: 0.15,
  /** Of a detection's box. */
  changedShare: 0.3,
  /** The same of what moved, for which two detections speak. */
  movedShare: 0.2,
  /** Of the image. A larger box is of the view, and of nothing in it. */
  largestBox: 0.9,
  /** A box of the same group that overlaps so much, with so much of the score, is the same thing. */
  sameThingIou: 0.4,
  sameThingScore: 0.5,
  /** Of the smaller box: one thing stands before the other, unless they stand in one place. */
  hiddenShare: 0.3,
  samePlaceIou: 0.5,
  /** Of a region's pixels, in a thing's box: the region shows that thing. */
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

/** As a caption's source names the detector with its rule and grammar. */
export const NAMES_MODEL = 'names'
export const NAMES_VERSION = '1'

/** What makes the features of regions: those of another version are not compared with these. */
export const REGION_ENCODER = 'nanodet-g-416 1'
