import type { Frame } from '../domain/document'
import { overlayOf } from '../georeference/overlay'
import type { Overlay } from '../georeference/overlay'
import { georeferenceOf, isPlaced, readPlace } from '../georeference/read'
import type { Found } from '../georeference/read'
import { MAX_IMAGE_PIXELS } from '../domain/picture-tile'
import { MAX_TILED_PIXELS, readImageSize } from '../images/decode'
import { ImageError } from '../images/file'
import { uprightSize } from '../images/transform'
import { overlayBySize } from './overlay-by-size'
import { message } from '../messages/message'
import type { Message } from '../messages/message'
import type { Size } from '../mask/bitmap'
import { shortDigest } from '../process/sha256'

/** Absolute paths of the images of a pair. */
export type FrameFiles = Readonly<Record<Frame, string>>

/** What the files say about one grid for both frames. */
export interface MapReading {
  /** Null where the frames are taken as they are. */
  overlay: Overlay | null
  /** Why they are not laid over each other, as a clause; null where they are, or need not be. */
  reason: Message | null
  found: Readonly<Record<Frame, Found>>
}

/**
 * Whether the frames of a pair are laid over each other, by the map or by their sizes. This is the one place that
 * decides it: all that decodes, measures or writes a pair asks here. Reads headers only.
 * @throws ImageError where a file is none that can be read at all
 */
export async function readMap(files: FrameFiles): Promise<MapReading> {
  const [after, before] = [await readPlace(files.after), await readPlace(files.before)]
  const found = { before: before.found, after: after.found }
  return found.before === null && found.after === null
    ? { overlay: overlayBySize(before.header, after.header), reason: null, found }
    : readMapOf(found)
}

function readMapOf(found: MapReading['found']): MapReading {
  if (!isPlaced(found.before) || !isPlaced(found.after)) {
    return { overlay: null, reason: whyUnplaced(found), found }
  }
  const { before, after } = found
  const isLarge = [before, after].some(({ width, height }) => width * height > MAX_IMAGE_PIXELS)
  const overlay = overlayOf({ before, after }, isLarge ? MAX_TILED_PIXELS : MAX_IMAGE_PIXELS)
  return overlay !== null && 'reason' in overlay
    ? { overlay: null, reason: overlay.reason, found }
    : { overlay, reason: null, found }
}

function whyUnplaced(found: Readonly<Record<Frame, Found>>): Message | null {
  for (const frame of ['before', 'after'] as const) {
    const one = found[frame]
    if (one === null) {
      return message('overlay.unplaced', { frame })
    }
    if ('reason' in one) {
      return message('overlay.unusable', { frame, reason: one.reason })
    }
  }
  return null
}

/** As `readMap`. Null for frames that are taken as they are, and where a file cannot be read: that is told elsewhere. */
export async function overlayOrNull({ before, after }: FrameFiles): Promise<Overlay | null> {
  try {
    const { found, header } = await readPlace(after)
    if (isPlaced(found)) {
      return readMapOf({ after: found, before: await georeferenceOf(before) }).overlay
    }
    // most pairs have none, and one size
    return header !== null && areOneSize(await readImageSize(before), uprightSize(header))
      ? null
      : (await readMap({ before, after })).overlay
  } catch (error) {
    if (error instanceof ImageError) {
      return null
    }
    throw error
  }
}

/**
 * For names of what is made from a pair's pixels: differs where the frames come onto another grid, or come onto it in
 * another way. Empty for frames that are taken as they are.
 */
export async function overlayKey(files: FrameFiles): Promise<string> {
  const overlay = await overlayOrNull(files)
  return overlay === null ? '' : keyOf(overlay)
}

/** Raised when frames of the same files come onto another grid than before. */
const OVERLAY_VERSION = 1

export function keyOf({ grid, frames }: Overlay): string {
  const parts = [OVERLAY_VERSION, grid, frames, ...placesOf(frames)]
  return `map${shortDigest(JSON.stringify(parts), 16)}`
}

/** Places of three corners of the grid in each frame: a projection is no value that could be compared. */
function placesOf(frames: Overlay['frames']): unknown[] {
  return [frames.before, frames.after].flatMap(({ toFrame, width, height }) => [
    toFrame.at(0, 0),
    toFrame.at(width, 0),
    toFrame.at(0, height),
  ])
}

/**
 * Pixels of both frames of a pair, upright, as they are decoded; from headers alone, which says nothing of whether the
 * pixels are there.
 * @throws ImageError, `size-mismatch` where the frames have two sizes and are not laid over each other
 */
export async function readPairSize(files: FrameFiles): Promise<Size> {
  const [before, after] = [await readImageSize(files.before), await readImageSize(files.after)]
  const overlay = await overlayOrNull(files)
  if (overlay !== null) {
    const { width, height } = overlay.grid
    return { width, height }
  }
  if (!areOneSize(before, after)) {
    checkOneSize(files.after, before, after, (await readMap(files)).reason)
  }
  return after
}

export function areOneSize(before: Size, after: Size): boolean {
  return before.width === after.width && before.height === after.height
}

/** @throws ImageError `size-mismatch` */
export function checkOneSize(path: string, before: Size, after: Size, reason: Message | null): void {
  if (areOneSize(before, after)) {
    return
  }
  const { width, height } = after
  const sizes = { beforeWidth: before.width, beforeHeight: before.height, width, height }
  const text =
    reason === null
      ? message('problems.twoSizes', sizes)
      : message('problems.twoSizesApart', { ...sizes, reason })
  throw new ImageError('size-mismatch', path, text)
}
