import { applyAffine, determinant } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import type { Frame } from '../domain/document'
import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { areaOf, boundsOf, mapped } from './outline'
import { overlapOf } from './overlap'
import type { FramePair, Overlap } from './overlap'
import { pixelMapBetween, scaleAt } from './pixel-map'
import type { PixelMap } from './pixel-map'
import type { ImageGeoreference } from './read'
import type { Size } from '../mask/bitmap'

/** How a frame comes onto the common grid. */
export interface LaidFrame extends Size {
  /** The pixel of the frame where the grid begins, if the pixels of both are the same; null where it is resampled. */
  crop: { x: number; y: number } | null
  /** From pixels of the grid. */
  toFrame: PixelMap
}

/** One grid for frames that lie on two: frames are laid over each other, by the map or by their sizes. */
export interface Overlay {
  /** In the system of the after frame. */
  grid: ImageGeoreference
  /** False where the grid is one of pixels alone, and its place says nothing. */
  isOnMap: boolean
  frames: Readonly<Record<Frame, LaidFrame>>
  /** Whose pixels the grid has in size. */
  resolutionOf: Frame
  /** Of the grid with the finer pixels, which would have too many of them; null where it is the grid. */
  tooLarge: Size | null
  /** Of the area of the after frame that both show. */
  share: number
}

/** Pixels. What lies closer together is the same place. */
const SAME_PLACE = 0.01
/** Pixels over the whole frame. */
const SAME_AXES = 0.1
/** A before frame with pixels of nearly the size gives no reason to resample the after frame. */
const FINER = 0.99

/**
 * The common grid of two georeferenced frames; null where they share one already; the reason where they cannot be laid
 * over each other, as a clause.
 * @param mostPixels of a grid
 */
export function overlayOf(frames: FramePair, mostPixels: number): Overlay | { reason: Message } | null {
  const { before, after } = frames
  if (!isOneSystemKnown(before, after)) {
    return { reason: message('overlay.otherSystem') }
  }
  const toAfter = pixelMapBetween(before, after)
  if (hasSize(before, after) && shiftBetween(before, toAfter)?.join() === '0,0') {
    return null
  }
  if (isTooFine(before) || isTooFine(after)) {
    return { reason: message('overlay.tooFine') }
  }
  const overlap = overlapOf(frames, toAfter)
  return 'reason' in overlap ? overlap : laidOver(frames, toAfter, overlap, mostPixels)
}

/** Both systems are known, or neither says another one than the other. */
function isOneSystemKnown(before: ImageGeoreference, after: ImageGeoreference): boolean {
  return before.crs === null || after.crs === null
    ? before.crs === after.crs && before.unknownSystem === after.unknownSystem
    : true
}

function hasSize(one: Size, { width, height }: Size): boolean {
  return one.width === width && one.height === height
}

/** Digits of a coordinate: one part in 2^52, with room for sums. */
const COORDINATE_STEP = 2 ** -50

function isTooFine({ transform, width, height }: ImageGeoreference): boolean {
  const far = [0, width].flatMap((column) =>
    [0, height].flatMap((row) => applyAffine(transform, column, row).map(Math.abs)),
  )
  const [, t1, t2, , t4, t5] = transform
  const pixel = Math.min(Math.hypot(t1, t4), Math.hypot(t2, t5))
  return !(Math.max(...far) * COORDINATE_STEP < pixel * SAME_PLACE)
}

function laidOver(
  frames: FramePair,
  toAfter: PixelMap,
  { polygon, middle }: Overlap,
  mostPixels: number,
): Overlay | { reason: Message } {
  const { before, after } = frames
  const scale = scaleAt(pixelMapBetween(after, before), middle)
  if (scale === null) {
    return { reason: message('overlay.notConvertible') }
  }
  // pixels of the before frame in one of the after frame, on a side
  const order: [finer: Frame, coarser: Frame] = scale * FINER > 1 ? ['before', 'after'] : ['after', 'before']
  let tooLarge: Size | null = null
  for (const resolutionOf of order) {
    const lattice = latticeOf(frames, toAfter, resolutionOf, 1 / scale)
    const grid = gridOn(lattice, after, polygon)
    if (grid === null) {
      return { reason: message('overlay.lessThanPixel') }
    }
    if (grid.width * grid.height <= mostPixels) {
      const laid = { before: laidFrame(before, grid), after: laidFrame(after, grid) }
      const share = areaOf(polygon) / (after.width * after.height)
      return { grid, isOnMap: true, frames: laid, resolutionOf, tooLarge, share }
    }
    tooLarge ??= { width: grid.width, height: grid.height }
  }
  return { reason: message('overlay.tooManyPixels', tooLarge ?? after) }
}

/** Pixels of the wanted size without end; whole numbers are corners of its pixels. @param scale of a before pixel */
function latticeOf(frames: FramePair, toAfter: PixelMap, resolutionOf: Frame, scale: number): GeoTransform {
  const { before, after } = frames
  const areParallel = toAfter.affine !== null && hasSameAxes(toAfter.affine, before)
  if (areParallel || isNorthUp(after)) {
    if (resolutionOf === 'after') {
      return after.transform
    }
    return areParallel ? before.transform : scaled(after.transform, scale)
  }
  const pixel = Math.sqrt(Math.abs(determinant(after.transform))) * (resolutionOf === 'after' ? 1 : scale)
  const corners = [0, after.width].flatMap((column) =>
    [0, after.height].map((row) => applyAffine(after.transform, column, row)),
  )
  const left = Math.min(...corners.map(([x]) => x))
  const top = Math.max(...corners.map(([, y]) => y))
  return [left, pixel, 0, top, 0, -pixel]
}

/** Rows go along rows and columns along columns, in one direction. */
function hasSameAxes([, a, b, , c, d]: GeoTransform, { width, height }: Size): boolean {
  return a > 0 && d > 0 && Math.abs(b) * height < SAME_AXES && Math.abs(c) * width < SAME_AXES
}

function isNorthUp({ transform, width, height }: ImageGeoreference): boolean {
  const [, t1, t2, , t4, t5] = transform
  const isStraight = Math.abs(t2) * height < SAME_PLACE * t1 && Math.abs(t4) * width < SAME_PLACE * -t5
  return t1 > 0 && t5 < 0 && isStraight
}

function scaled([t0, t1, t2, t3, t4, t5]: GeoTransform, scale: number): GeoTransform {
  return [t0, t1 * scale, t2 * scale, t3, t4 * scale, t5 * scale]
}

/** The whole pixels of a lattice that a polygon holds in its bounds; null where there is none. */
function gridOn(
  transform: GeoTransform,
  after: ImageGeoreference,
  polygon: Overlap['polygon'],
): ImageGeoreference | null {
  const onLattice = mapped(polygon, pixelMapBetween(after, { transform, crs: after.crs }))
  if (onLattice === null) {
    return null
  }
  const { left, top, right, bottom } = boundsOf(onLattice)
  const [x, y] = [Math.ceil(left - SAME_PLACE), Math.ceil(top - SAME_PLACE)]
  const [width, height] = [Math.floor(right + SAME_PLACE) - x, Math.floor(bottom + SAME_PLACE) - y]
  const [east, north] = applyAffine(transform, x, y)
  const [, t1, t2, , t4, t5] = transform
  return width >= 1 && height >= 1
    ? { transform: [east, t1, t2, north, t4, t5], crs: after.crs, width, height }
    : null
}

function laidFrame(frame: ImageGeoreference, grid: ImageGeoreference): LaidFrame {
  const { width, height } = frame
  const toFrame = pixelMapBetween(grid, frame)
  const [x, y] = shiftBetween(grid, toFrame) ?? [-1, -1]
  const isInside = x >= 0 && y >= 0 && x + grid.width <= width && y + grid.height <= height
  return { width, height, crop: isInside ? { x, y } : null, toFrame }
}

/** Places on a side that are compared. */
const COMPARED = 9

/** Whole columns and rows between the pixels of two images, where they are the same pixels; else null. */
function shiftBetween({ width, height }: Size, map: PixelMap): [columns: number, rows: number] | null {
  const start = map.at(0, 0)
  if (start === null) {
    return null
  }
  const shift: [number, number] = [Math.round(start[0]) + 0, Math.round(start[1]) + 0]
  const shares = Array.from({ length: COMPARED }, (_, index) => index / (COMPARED - 1))
  const isOne = shares.every((down) =>
    shares.every((across) => {
      const [column, row] = [across * width, down * height]
      const at = map.at(column, row)
      return at !== null && Math.hypot(at[0] - column - shift[0], at[1] - row - shift[1]) < SAME_PLACE
    }),
  )
  return isOne ? shift : null
}
