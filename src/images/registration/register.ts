import type { Homography } from '../../domain/pair'
import { factorFor, shrink, toGrey } from '../pyramid'
import type { Raster } from '../raster'
import { matchFeatures } from './features'
import { invert } from '../../domain/homography'
import { isPlausible, largestShift, rescale, warp } from './homography'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

export interface Registration {
  /** Maps before pixels to after pixels; null where the view did not move, or no better map was found. */
  homography: Homography | null
  /** The before image in the after frame; the given one where nothing moved. */
  aligned: Raster
  /** 1 where `aligned` and the after image are known; null where they are everywhere. */
  valid: Uint8Array | null
  /** Whether the view moved: `unknown` if it seems so and could not be aligned. */
  view: 'same' | 'moved' | 'unknown'
  /** Largest shift of a corner, in pixels. */
  shift: number
  remarks: MessageText[]
}

const unknownView = message('proposals.littleInCommon')
const shiftedView = message('proposals.shifted')

/** Features are matched at this size: pixels of the longer side. */
const FEATURE_SIDE = 1024
/** Size at which the test for a moved view runs. */
const TEST_SIDE = 512
/** Above this share of agreeing blocks, the view counts as unmoved, and the rest as change. */
const ALIGNED_SHARE = 0.25
/** Above this share no shift is tried. */
export const CLEARLY_ALIGNED = 0.75
/** Shifts are tried at this size, by up to so many pixels. */
const SHIFT_SIDE = 256
const SHIFT_REACH = 3
/** If the corners move by less, in pixels, the view counts as unmoved. */
const LEAST_SHIFT = 2
/**
 * Least gain in agreeing blocks for a homography, and for a shift that is reported: a share of all blocks of the view.
 * Of what a homography leaves of the view alone, a few smooth blocks may agree by chance.
 */
const LEAST_GAIN = 0.1

/**
 * Aligns the before image with the after frame if the view moved. An aligned pair costs only the test. An alignment
 * is kept only if the images agree better with it. Both have one size.
 */
export async function register(before: Raster, after: Raster): Promise<Registration> {
  const factor = factorFor(after, TEST_SIDE)
  const test = (aligned: Raster, valid: Uint8Array | null): ViewMatch =>
    viewMatchAt(factor, aligned, after, valid)
  const known = knownPixels(before, after)
  const unaligned = test(before, known)
  const shareBefore = unaligned.share
  const still: Registration = {
    homography: null,
    aligned: before,
    valid: known,
    view: 'same',
    shift: 0,
    remarks: [],
  }
  if (shareBefore >= CLEARLY_ALIGNED) {
    return still
  }
  const isUnlike = shareBefore < ALIGNED_SHARE
  const gain = isUnlike ? 0 : gainWhenShifted(before, after)
  if (!isUnlike && gain <= 0) {
    return still
  }
  const lost: Registration = isUnlike
    ? { ...still, view: 'unknown', remarks: [unknownView] }
    : { ...still, remarks: gain < LEAST_GAIN ? [] : [shiftedView] }
  const found = await findHomography(before, after)
  const back = found === null ? null : invert(found)
  if (found === null || back === null) {
    return lost
  }
  const shift = largestShift(found, before.width, before.height)
  if (shift < LEAST_SHIFT) {
    return still
  }
  if (shift > (before.mostShift ?? Infinity)) {
    return lost
  }
  const warped = warp(before, back, after.width, after.height)
  const valid = bothSet(warped.valid, knownPixels(after))
  if (test(warped.image, valid).good - unaligned.good < LEAST_GAIN * unaligned.blocks) {
    return lost
  }
  const remarks = [message('proposals.aligned', { pixels: Math.round(shift) })]
  return { homography: found, aligned: warped.image, valid, view: 'moved', shift, remarks }
}

/** Share of textured blocks that agree, 0 to 1; 1 where nothing has texture. Both have one size. */
export function registrationScore(before: Raster, after: Raster): number {
  return viewMatchAt(factorFor(after, TEST_SIDE), before, after, knownPixels(before, after)).share
}

/** 1 where every one of these images of one size was measured; null if all are everywhere. */
export function knownPixels(...images: readonly Raster[]): Uint8Array | null {
  return images.reduce<Uint8Array | null>((known, { missing }) => {
    const own = missing?.map((isMissing) => 1 - isMissing) ?? null
    return own === null ? known : bothSet(own, known)
  }, null)
}

function bothSet(a: Uint8Array, b: Uint8Array | null): Uint8Array {
  return b === null ? a : a.map((value, at) => value & b[at])
}

/** Maps before pixels to after pixels; null where too little agrees. */
export async function findHomography(before: Raster, after: Raster): Promise<Homography | null> {
  const fromFactor = factorFor(before, FEATURE_SIDE)
  const toFactor = factorFor(after, FEATURE_SIDE)
  const [from, to] = [shrink(before, fromFactor), shrink(after, toFactor)]
  const match = await matchFeatures({ ...from, data: toGrey(from) }, { ...to, data: toGrey(to) })
  if (match === null) {
    return null
  }
  const homography = rescale(match.homography, fromFactor, toFactor)
  return isPlausible(homography, before.width, before.height) ? homography : null
}

function viewMatchAt(factor: number, aligned: Raster, after: Raster, valid: Uint8Array | null): ViewMatch {
  const [a, b] = [shrink(aligned, factor), shrink(after, factor)]
  const known = valid === null ? null : middlesOfBlocks(valid, aligned.width, a.width, a.height, factor)
  return viewMatchOf(toGrey(a), toGrey(b), a.width, a.height, known)
}

function gainWhenShifted(before: Raster, after: Raster): number {
  const factor = factorFor(after, SHIFT_SIDE)
  const [a, b] = [shrink(before, factor), shrink(after, factor)]
  return gainOfShift(toGrey(a), toGrey(b), a.width, a.height, SHIFT_REACH)
}

/** Values at the middle of each block of `factor` x `factor` pixels. */
export function middlesOfBlocks(
  mask: Uint8Array,
  stride: number,
  width: number,
  height: number,
  factor: number,
): Uint8Array {
  const middle = Math.floor(factor / 2)
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const y = Math.floor(at / width) * factor + middle
    return mask[y * stride + (at % width) * factor + middle]
  })
}

/**
 * How well two grey images of one size match: the share of textured blocks whose normalised correlation is high.
 * Independent of lighting; changed things lower it only by their area.
 */
interface ViewMatch {
  /** 0 to 1; 1 if nothing has texture, because then nothing can be measured. */
  share: number
  /** Number of blocks that were compared. */
  blocks: number
  /** Of them, those that agree. */
  good: number
}

const SIDE = 16
const LEAST_DEVIATION = 6
const GOOD_CORRELATION = 0.8

/**
 * @param valid where both are known; null for everywhere
 * @param shift pixels of `b` that lie on each pixel of `a`
 */
function viewMatchOf(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  height: number,
  valid: Uint8Array | null,
  shift = { x: 0, y: 0 },
): ViewMatch {
  let blocks = 0
  let good = 0
  const offset = shift.y * width + shift.x
  const right = width - Math.max(0, shift.x)
  const bottom = height - Math.max(0, shift.y)
  for (let top = Math.max(0, -shift.y); top + SIDE <= bottom; top += SIDE) {
    for (let left = Math.max(0, -shift.x); left + SIDE <= right; left += SIDE) {
      const correlation = blockCorrelation(a, b, width, left, top, offset, valid)
      if (correlation !== null) {
        blocks += 1
        good += correlation >= GOOD_CORRELATION ? 1 : 0
      }
    }
  }
  return { blocks, good, share: blocks === 0 ? 1 : good / blocks }
}

/** Largest gain in the share of agreeing blocks by a shift of up to `reach` pixels; above 0 the view moved. */
function gainOfShift(a: Uint8Array, b: Uint8Array, width: number, height: number, reach: number): number {
  const still = viewMatchOf(a, b, width, height, null).share
  const span = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
  const shares = span.flatMap((y) => span.map((x) => viewMatchOf(a, b, width, height, null, { x, y }).share))
  return Math.max(...shares) - still
}

/** Null if neither has texture or a part is unknown. */
function blockCorrelation(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  left: number,
  top: number,
  offset: number,
  valid: Uint8Array | null,
): number | null {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let row = 0; row < SIDE; row += 1) {
    const start = (top + row) * width + left
    for (let at = start; at < start + SIDE; at += 1) {
      if (valid !== null && valid[at] === 0) {
        return null
      }
      const x = a[at]
      const y = b[at + offset]
      sumA += x
      sumB += y
      sumAA += x * x
      sumBB += y * y
      sumAB += x * y
    }
  }
  const count = SIDE * SIDE
  const varianceA = sumAA / count - (sumA / count) ** 2
  const varianceB = sumBB / count - (sumB / count) ** 2
  if (Math.max(varianceA, varianceB) < LEAST_DEVIATION ** 2) {
    return null
  }
  const covariance = sumAB / count - (sumA / count) * (sumB / count)
  return covariance / Math.sqrt(Math.max(1, varianceA) * Math.max(1, varianceB))
}
