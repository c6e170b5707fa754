import { rectOf } from '../../mask/measures'
import { chooseWindows, followWindow } from '../../views/crop-windows'
import type { WindowOptions } from '../../views/crop-windows'
import { coverageInWindow, resampleWindow } from '../../images/resample-window'
import { invert } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Raster } from '../../images/raster'
import { MIN_SIDE, WINDOWS } from '../../views/detect-in-crops'
import { clampTo } from '../../views/crop-view'
import { overlaps, wholeOf } from '../../mask/rect'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { decodeRle } from '../../mask/rle'
import { IMAGE_SIDE } from '../../models/layers/sizes'
import { uniformAt } from '../../graph/random'
import { hasKnownMasks } from './corrected-pair'
import type { CorrectedPair } from './corrected-pair'

/** A part of a pair as the proposer sees it, with a margin for random shifts. */
export interface TrainingCrop {
  readonly kind: 'whole' | 'window' | 'empty'
  /** Pixels a side of both frames: those of a sample, and the margin. */
  readonly width: number
  readonly height: number
  /** Whole pixels of the images. */
  readonly beforeWindow: Rect
  readonly afterWindow: Rect
  /** RGB, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly regions: readonly CropRegion[]
}

/** Coverage of each pixel by a region, 0 to 255, [height, width]; null where the region is absent. */
export interface CropRegion {
  /** Index in the item's list. */
  readonly region: number
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

export interface TrainingCropOptions {
  /** Margin around the window, over its side. 0: exactly the window. */
  readonly margin: number
  /** How many sizes of each window. */
  readonly variants: number
  /** Windows without a change. */
  readonly empty: number
  readonly seed: number
}

/** Options for training crops and for scored crops. */
export const TRAINING_CROP_OPTIONS = { margin: 0.25, empty: 2 } as const
export const HELD_OUT_CROP_OPTIONS = { margin: 0, variants: 1, empty: 1 } as const

/** Windows over their largest change, one after the other. */
const CONTEXTS = [WINDOWS.context, 5.5, 9] as const
/** Cells a side of the grid of differences. */
const GRID = 24

/** @throws RangeError where a mask has another size than its image */
export function cropPair(
  item: CorrectedPair,
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
  options: TrainingCropOptions,
): TrainingCrop[] {
  const masks = item.regions.map(({ mask, beforeMask }) => ({
    after: fitting(decodeRle(mask), after),
    before: beforeMask === null ? null : fitting(decodeRle(beforeMask), before),
    box: rectOf(mask),
  }))
  const back = alignment === null ? null : invert(alignment)
  const make = (kind: TrainingCrop['kind'], window: Rect): TrainingCrop => {
    const { rect, width, height } = withMargin(window, after, kind === 'whole' ? 0 : options.margin)
    const beforeWindow =
      back === null || kind === 'whole' ? clampTo(rect, before) : followWindow(rect, back, before)
    const coverage = (mask: Bitmap | null, own: Rect): Uint8Array | null => {
      if (mask === null) {
        return null
      }
      const shares = coverageInWindow(mask, own, width, height)
      return shares.some((share) => share > 0) ? Uint8Array.from(shares, (share) => 255 * share + 0.5) : null
    }
    const regions = masks.flatMap((mask, region): CropRegion[] => {
      const crop = { region, before: coverage(mask.before, beforeWindow), after: coverage(mask.after, rect) }
      return crop.before === null && crop.after === null ? [] : [crop]
    })
    return {
      kind,
      width,
      height,
      beforeWindow,
      afterWindow: rect,
      before: resampleWindow(before, beforeWindow, width, height).data,
      after: resampleWindow(after, rect, width, height).data,
      regions,
    }
  }
  const crops = [make('whole', wholeOf(after))]
  if (Math.min(after.width, after.height) < MIN_SIDE) {
    return crops
  }
  const boxes = masks.map(({ box }) => box).filter(({ width }) => width > 0)
  for (const context of CONTEXTS.slice(0, options.variants)) {
    const windowOptions: WindowOptions = { ...WINDOWS, context, loosest: Math.max(context, WINDOWS.loosest) }
    for (const window of chooseWindows(after, boxes, windowOptions).windows) {
      crops.push(make('window', window))
    }
  }
  if (hasKnownMasks(item)) {
    for (const window of emptyWindows(before, after, boxes, options)) {
      crops.push(make('empty', window))
    }
  }
  return crops
}

export function fitting(mask: Bitmap, { width, height }: Raster): Bitmap {
  if (mask.width !== width || mask.height !== height) {
    throw new RangeError(`a mask is ${mask.width} x ${mask.height}, and its image ${width} x ${height}`)
  }
  return mask
}

/** The window and its margin as far as the image goes, and their size where the window has 128 x 128. */
function withMargin(
  window: Rect,
  image: Raster,
  margin: number,
): { rect: Rect; width: number; height: number } {
  const axis = (at: number, length: number, limit: number): readonly [number, number, number] => {
    const extent = Math.min(limit, Math.round(length * (1 + margin)))
    const start = Math.max(0, Math.min(limit - extent, Math.round(at - (extent - length) / 2)))
    return [start, extent, Math.max(IMAGE_SIDE, Math.floor((IMAGE_SIDE * extent) / length))]
  }
  const [x, across, width] = axis(window.x, window.width, image.width)
  const [y, down, height] = axis(window.y, window.height, image.height)
  return { rect: { x, y, width: across, height: down }, width, height }
}

/** Windows without a change, first where the frames differ most, as the proposer crops there too. */
function emptyWindows(
  before: Raster,
  after: Raster,
  boxes: readonly Rect[],
  { empty, margin, seed }: TrainingCropOptions,
): Rect[] {
  const share = typicalShare(after, boxes)
  if (share >= 0.75) {
    return []
  }
  const width = Math.max(1, Math.round(after.width * share))
  const height = Math.max(1, Math.round(after.height * share))
  const chosen: Rect[] = []
  for (const [cx, cy] of differingCells(before, after, seed)) {
    if (chosen.length === empty) {
      break
    }
    const x = Math.max(0, Math.min(after.width - width, Math.round(cx * after.width - width / 2)))
    const y = Math.max(0, Math.min(after.height - height, Math.round(cy * after.height - height / 2)))
    const window = { x, y, width, height }
    const { rect } = withMargin(window, after, margin)
    if (![...boxes, ...chosen].some((box) => overlaps(rect, box))) {
      chosen.push(window)
    }
  }
  return chosen
}

function typicalShare(after: Raster, boxes: readonly Rect[]): number {
  const least = IMAGE_SIDE / Math.min(after.width, after.height)
  const sides = boxes
    .map(({ width, height }) => Math.max(width / after.width, height / after.height))
    .sort((a, b) => a - b)
  const middle = sides.at(Math.floor(sides.length / 2)) ?? 0
  return Math.max(least, WINDOWS.context * middle)
}

/** Centres of cells, 0 to 1, alternately those that differ most and random ones. */
export function differingCells(before: Raster, after: Raster, seed: number): [number, number][] {
  const [a, b] = [before, after].map((image) => resampleWindow(image, wholeOf(image), GRID, GRID).data)
  const differences = Array.from({ length: GRID * GRID }, (_, cell) =>
    [0, 1, 2].reduce((sum, channel) => sum + Math.abs(a[3 * cell + channel] - b[3 * cell + channel]), 0),
  )
  const cells = [...differences.keys()]
  const strong = cells.toSorted((one, other) => differences[other] - differences[one])
  const any = cells.toSorted((one, other) => uniformAt(seed, one) - uniformAt(seed, other))
  return cells
    .flatMap((_, index) => [strong[index], any[index]])
    .map((cell) => [((cell % GRID) + 0.5) / GRID, (Math.floor(cell / GRID) + 0.5) / GRID])
}
