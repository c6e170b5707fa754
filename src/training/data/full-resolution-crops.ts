import { uniformAt } from '../../graph/random'
import { cutWindow } from '../../images/cut-window'
import type { Raster } from '../../images/raster'
import { fillUnknown } from '../../images/registration/fill-unknown'
import type { Registration } from '../../images/registration/register'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { rectOf } from '../../mask/measures'
import { decodeRle } from '../../mask/rle'
import { sampleEvenly } from '../sample-evenly'
import { hasKnownMasks } from './corrected-pair'
import type { CorrectedPair } from './corrected-pair'
import { differingCells, fitting } from './training-crop'
import { boxAround, isEmptyRect, overlaps } from '../../mask/rect'
import { warpToAfter } from '../../views/located-region'
import type { Homography } from '../../domain/pair'
import type { CropRegion, TrainingCrop, TrainingCropOptions } from './training-crop'

/** Squares about changes of one pair at most, even over its changes. */
const MOST_ABOUT_CHANGES = 24
/** How far a square lies from the middle of its change at most, over its side. */
const OFF_MIDDLE = 0.35

/** Added to the seed for the order of cells, so that it is drawn apart from the places of squares. */
const CELLS = 0x5eed

type RegisteredFrames = Pick<Registration, 'aligned' | 'valid' | 'homography'> & { readonly after: Raster }

/**
 * Squares of a pair at its own resolution: about its changes, and where nothing changed. An image smaller than a square
 * is continued by its last pixels. What only one frame shows is no change, as in a proposal. Where a thing moved away
 * from is changed, as in composed pairs.
 * @param frames the before frame lies in the after frame; `valid` is 1 where both are known, null where they are everywhere
 * @throws RangeError where a mask has another size than its image
 */
export function cropAtFullResolution(
  item: CorrectedPair,
  { aligned, after, valid, homography }: RegisteredFrames,
  options: TrainingCropOptions & { readonly side: number },
): TrainingCrop[] {
  const side = Math.floor(options.side * (1 + options.margin))
  const before = fillUnknown(aligned, valid, after)
  const changes = item.regions.map((region) => inAfterFrame(region, homography, after))
  const masks = changes.map(({ mask }) => knownPart(mask, valid))
  const boxes = changes.flatMap((change) => change.boxes)
  const make = (kind: TrainingCrop['kind'], window: Rect): TrainingCrop => {
    const [width, height] = [Math.max(options.side, window.width), Math.max(options.side, window.height)]
    return {
      kind,
      width,
      height,
      beforeWindow: window,
      afterWindow: window,
      before: cutWindow(before, window, [height, width]),
      after: cutWindow(after, window, [height, width]),
      regions: masks.flatMap((mask, region): CropRegion[] => {
        const coverage = cutMask(mask, window, width, height)
        return coverage.includes(255) ? [{ region, before: null, after: coverage }] : []
      }),
    }
  }
  const windows = squaresAbout(boxes, after, side, options)
  const crops = windows.map((window) => make('window', window))
  if (hasKnownMasks(item)) {
    const empty = emptySquares(before, after, boxes, side, options)
    crops.push(...empty.map((window) => make('empty', window)))
  }
  return crops.length > 0 ? crops : [make('whole', squareAt(after.width / 2, after.height / 2, side, after))]
}

/** What a region changes in the after frame: the thing's place in it, and the one in the before frame, carried there. */
function inAfterFrame(
  { mask, beforeMask }: CorrectedPair['regions'][number],
  homography: Homography | null,
  after: Raster,
): { mask: Bitmap; boxes: Rect[] } {
  const places = beforeMask === null ? [mask] : [mask, warpToAfter(beforeMask, homography)]
  const [own, ...left] = places.map((place) => fitting(decodeRle(place), after))
  for (const { data } of left) {
    data.forEach((value, at) => (own.data[at] |= value))
  }
  const boxes = places.map((place) => rectOf(place)).filter((box) => !isEmptyRect(box))
  // of a thing that is still partly where it was, one
  const isApart = boxes.length < 2 || !overlaps(boxes[0], boxes[1])
  return { mask: own, boxes: isApart ? boxes : [boxAround([boxes[0], boxes[1]])] }
}

function knownPart(mask: Bitmap, valid: Uint8Array | null): Bitmap {
  return valid === null ? mask : { ...mask, data: mask.data.map((value, at) => value * valid[at]) }
}

/** Each change in so many squares, wherever in them it lies; of a large one a part. */
function squaresAbout(
  boxes: readonly Rect[],
  image: Raster,
  side: number,
  { variants, seed }: TrainingCropOptions,
): Rect[] {
  const all = Array.from({ length: variants * boxes.length }, (_, at) => {
    const box = boxes[at % boxes.length]
    const off = (index: number, extent: number): number =>
      (2 * uniformAt(seed, 2 * at + index) - 1) * Math.max(OFF_MIDDLE * side, extent / 2 - side / 4)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    return squareAt(x + off(0, box.width), y + off(1, box.height), side, image)
  })
  return sampleEvenly(all, MOST_ABOUT_CHANGES)
}

/** Squares that touch no change, first where the frames differ most. */
function emptySquares(
  before: Raster,
  after: Raster,
  boxes: readonly Rect[],
  side: number,
  { empty, seed }: TrainingCropOptions,
): Rect[] {
  const chosen: Rect[] = []
  for (const [x, y] of differingCells(before, after, seed + CELLS)) {
    const square = squareAt(x * after.width, y * after.height, side, after)
    if (chosen.length < empty && ![...boxes, ...chosen].some((box) => overlaps(square, box))) {
      chosen.push(square)
    }
  }
  return chosen
}

/** The square about a place, moved into the image; of the image's length where that is shorter. */
function squareAt(x: number, y: number, side: number, { width, height }: Raster): Rect {
  const [across, down] = [Math.min(side, width), Math.min(side, height)]
  return { x: startOf(x, across, width), y: startOf(y, down, height), width: across, height: down }
}

function startOf(middle: number, extent: number, length: number): number {
  return Math.max(0, Math.min(length - extent, Math.round(middle - extent / 2)))
}

/** As `cutWindow` cuts images: 255 where the mask is set. */
function cutMask(mask: Bitmap, window: Rect, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const y = Math.min(mask.height - 1, window.y + row)
    for (let column = 0; column < width; column++) {
      const x = Math.min(mask.width - 1, window.x + column)
      out[row * width + column] = 255 * mask.data[y * mask.width + x]
    }
  }
  return out
}
