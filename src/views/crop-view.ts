import { invert, project } from '../domain/homography'
import type { Homography } from '../domain/pair'
import { emptyProbabilities, likelyPixels, pasteLogits, UNLIKELY } from './paste-logits'
import { coverageInWindow, resampleWindow } from '../images/resample-window'
import { followWindow } from './crop-windows'
import type { Raster } from '../images/raster'
import { emptyBitmap, boundsOver } from '../mask/bitmap'
import type { Bitmap, Rect, Size } from '../mask/bitmap'
import { emptyRle, encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { IMAGE_SIDE, MASK_SIDE } from '../models/layers/sizes'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Logit that stands for "certainly" where a user drew a mask. */
export const CERTAIN_LOGIT = 6

/** Frames of 128 x 128, three bytes a pixel. */
export interface PairPixels {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

/** A network that encodes views of pairs. */
export interface ViewEncoder<Encoding> {
  /** Tiles that it is given at once; 6 where it does not say. */
  readonly tilesAtOnce?: number
  encode(pairs: readonly PairPixels[]): Promise<Encoding[]>
}

/** A crop of both frames with its encoding. Windows are whole pixels of the two images. */
export interface CropView<Encoding> {
  readonly before: Rect
  readonly after: Rect
  readonly encoding: Encoding
  /** Maps the before frame to the after frame; null until that is known, and where they lie on each other. */
  alignment: Homography | null
}

/** Encodes several windows at once. `alignment` maps the before frame to the after frame. */
export async function encodeCrops<Encoding>(
  model: ViewEncoder<Encoding>,
  before: Raster,
  after: Raster,
  windows: readonly Rect[],
  alignment: Homography | null,
): Promise<CropView<Encoding>[]> {
  if (windows.length === 0) {
    return []
  }
  const back = alignment === null ? null : invert(alignment)
  const views = windows.map((window) => ({
    after: window,
    before: back === null ? clampTo(window, before) : followWindow(window, back, before),
  }))
  const encodings = await model.encode(
    views.map((view) => ({
      before: resampleWindow(before, view.before, IMAGE_SIDE, IMAGE_SIDE).data,
      after: resampleWindow(after, view.after, IMAGE_SIDE, IMAGE_SIDE).data,
    })),
  )
  return views.map((view, index) => ({ ...view, encoding: encodings[index], alignment }))
}

/** The window in an image, smaller where that is. */
export function clampTo(window: Rect, { width, height }: Size): Rect {
  const [across, down] = [Math.min(window.width, width), Math.min(window.height, height)]
  return {
    x: Math.min(window.x, width - across),
    y: Math.min(window.y, height - down),
    width: across,
    height: down,
  }
}

/**
 * Mask logits [16384] of one frame of a view, at the image's own resolution; empty only where no logit is over 0.
 * Cost grows with the part of the window that the mask lies in.
 */
export function toImageMask(logits: Float32Array, window: Rect, image: Size): Rle {
  const part = likelyPart(logits, window)
  if (part === null) {
    return emptyRle(image.width, image.height)
  }
  const map = emptyProbabilities(part.width, part.height)
  const around = { ...window, x: -part.x, y: -part.y }
  pasteLogits(map, { width: MASK_SIDE, height: MASK_SIDE, data: logits }, around)
  const own = likelyPixels(map, 0.5)
  // between a faint cell and its neighbours no pixel may be left over
  if (!own.data.includes(1)) {
    fillCells(own, logits, around)
  }
  const located = { ...part, x: window.x + part.x, y: window.y + part.y }
  return encodeRle(inImage(own, located, image), located)
}

/** The rows and columns of a window in which pixels may be likely; null where none are. */
function likelyPart(logits: Float32Array, { width, height }: Rect): Rect | null {
  const cells = cellsOver(logits, UNLIKELY)
  if (cells === null) {
    return null
  }
  const [across, down] = [width / MASK_SIDE, height / MASK_SIDE]
  // a cell counts until the middles of its neighbours; one more is room for rounding
  const [x, y] = [
    Math.max(0, Math.floor((cells.x - 1) * across)),
    Math.max(0, Math.floor((cells.y - 1) * down)),
  ]
  return {
    x,
    y,
    width: Math.min(width, Math.ceil((cells.x + cells.width + 1) * across)) - x,
    height: Math.min(height, Math.ceil((cells.y + cells.height + 1) * down)) - y,
  }
}

/**
 * @param mask of a part of the window
 * @param window as the mask has it
 */
function fillCells(mask: Bitmap, logits: Float32Array, window: Rect): void {
  const [across, down] = [window.width / MASK_SIDE, window.height / MASK_SIDE]
  logits.forEach((value, cell) => {
    if (value <= 0) {
      return
    }
    const left = window.x + Math.floor((cell % MASK_SIDE) * across)
    const top = window.y + Math.floor(Math.floor(cell / MASK_SIDE) * down)
    const right = Math.min(mask.width, left + Math.max(1, Math.round(across)))
    for (let y = top; y < Math.min(mask.height, top + Math.max(1, Math.round(down))); y++) {
      mask.data.fill(1, y * mask.width + left, y * mask.width + right)
    }
  })
}

function inImage(own: Bitmap, { x, y }: Rect, image: Size): Bitmap {
  if (own.width === image.width && own.height === image.height) {
    return own
  }
  const mask = emptyBitmap(image.width, image.height)
  for (let row = 0; row < own.height; row++) {
    mask.data.set(own.data.subarray(row * own.width, (row + 1) * own.width), (y + row) * image.width + x)
  }
  return mask
}

/** A full-resolution mask as logits [16384] of one frame of a view. */
export function toCropMask(mask: Bitmap, window: Rect): Float32Array {
  return coverageInWindow(mask, window, MASK_SIDE, MASK_SIDE).map((share) => CERTAIN_LOGIT * (2 * share - 1))
}

/** Both frames' logits end to end: [2, 16384]. */
export function bothFrames(before: Float32Array, after: Float32Array): Float32Array {
  const out = new Float32Array(2 * PIXELS)
  out.set(before)
  out.set(after, PIXELS)
  return out
}

/** A box of mask pixels of a view's after frame (or before frame, mapped) in the after image's pixels. */
export function boxInAfter(
  mask: Float32Array,
  view: Pick<CropView<unknown>, 'before' | 'after' | 'alignment'>,
): Rect | null {
  const after = boxOf(mask.subarray(PIXELS), view.after)
  if (after !== null) {
    return after
  }
  const { alignment } = view
  const before = boxOf(mask.subarray(0, PIXELS), view.before)
  if (before === null || alignment === null) {
    return before
  }
  const middle = project(alignment, { x: before.x + before.width / 2, y: before.y + before.height / 2 })
  return { ...before, x: middle.x - before.width / 2, y: middle.y - before.height / 2 }
}

function cellsOver(logits: Float32Array, least: number): Rect | null {
  return boundsOver({ width: MASK_SIDE, height: MASK_SIDE, data: logits }, least)
}

function boxOf(logits: Float32Array, window: Rect): Rect | null {
  const cells = cellsOver(logits, 0)
  if (cells === null) {
    return null
  }
  const [across, down] = [window.width / MASK_SIDE, window.height / MASK_SIDE]
  return {
    x: window.x + cells.x * across,
    y: window.y + cells.y * down,
    width: cells.width * across,
    height: cells.height * down,
  }
}

/** Pairs whose views are cached. */
export const MAX_CACHED_PAIRS = 4

/** Views of the last few pairs, by a key of the files and their times. */
export class PairViewCache<T> {
  private readonly views = new Map<string, T>()

  set(key: string, value: T): void {
    this.views.delete(key)
    this.views.set(key, value)
    for (const old of [...this.views.keys()].slice(0, -MAX_CACHED_PAIRS)) {
      this.views.delete(old)
    }
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    const cached = this.views.get(key)
    if (cached !== undefined) {
      return cached
    }
    const views = await make()
    this.set(key, views)
    return views
  }
}
