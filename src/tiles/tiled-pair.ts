import { basename } from 'node:path'
import type { Frame } from '../domain/document'
import type { ValueMapping } from '../domain/value-mapping'
import { checkOneSize, readMap } from '../frames/common-grid'
import type { FrameFiles } from '../frames/common-grid'
import type { Overlay } from '../georeference/overlay'
import { MAX_IMAGE_PIXELS } from '../domain/picture-tile'
import { readImageHeader, rasterOf } from '../images/decode'
import { decodeFailure } from '../images/decode-failure'
import { ImageError } from '../images/file'
import type { ImageHeader } from '../images/header/source'
import type { Raster } from '../images/raster'
import { commonRange } from '../images/samples'
import type { SampleRange } from '../images/samples'
import type { Rect, Size } from '../mask/bitmap'
import { message } from '../messages/message'
import { isInReach, readLevel } from './read-level'
import { layPart } from './lay-part'
import { openTiledImage } from './tiled-image'
import type { TiledImage } from './tiled-image'
import { rangeOfSome } from './value-range'

/** Both frames of a pair, on one grid, of which parts are read: their images are too large to be decoded whole. */
export interface TiledPair extends Size {
  /** Whether a level of a frame is read from its file; others are made of finer ones. */
  isRead(frame: Frame, level: number): boolean
  /**
   * A part of a level, in its pixels.
   * @param level for which `isRead` holds
   * @throws ImageError
   */
  read(frame: Frame, level: number, part: Rect): Promise<Raster>
  close(): Promise<void>
}

/** Whether an image of the pair is too large to be decoded whole. Reads headers. False where one cannot be read. */
export async function isTooLargeForOne({ before, after }: FrameFiles): Promise<boolean> {
  for (const path of [before, after]) {
    const header = await readImageHeader(path).catch(() => null)
    if (header !== null && header.width * header.height > MAX_IMAGE_PIXELS) {
      return true
    }
  }
  return false
}

/** @throws ImageError */
export async function openTiledPair(files: FrameFiles, { window, bands }: ValueMapping): Promise<TiledPair> {
  const { overlay, reason } = await readMap(files)
  const before = await openFrame(files.before)
  const after = await openFrame(files.after).catch(async (error: unknown) => {
    await before.image.close()
    throw error
  })
  const frames = { before, after }
  const close = async (): Promise<void> => {
    await Promise.all([before.image.close(), after.image.close()])
  }
  try {
    if (overlay === null) {
      checkOneSize(files.after, before.image, after.image, reason)
    }
    const range =
      window ??
      commonRange(
        await reading(before, () => rangeOfSome(before.image, bands)),
        await reading(after, () => rangeOfSome(after.image, bands)),
      )
    return { ...sizeOf(overlay, after.image), close, ...readersOf(frames, overlay, { range, bands }) }
  } catch (error) {
    await close()
    throw error
  }
}

interface OpenFrame {
  path: string
  header: ImageHeader
  image: TiledImage
}

interface Values {
  range: SampleRange | null
  bands: ValueMapping['bands']
}

function sizeOf(overlay: Overlay | null, { width, height }: Size): Size {
  return overlay === null ? { width, height } : { width: overlay.grid.width, height: overlay.grid.height }
}

function readersOf(
  frames: Readonly<Record<Frame, OpenFrame>>,
  overlay: Overlay | null,
  { range, bands }: Values,
): Pick<TiledPair, 'isRead' | 'read'> {
  const rasterAt = async (frame: Frame, level: number, part: Rect): Promise<Raster> => {
    const { image } = frames[frame]
    return readLevel(image, level, part, async (from, rect) =>
      rasterOf(await image.read(from, rect, bands), range),
    )
  }
  return {
    isRead: (frame, level) =>
      overlay === null
        ? isInReach(frames[frame].image, level)
        : isInReach(frames[frame].image, levelInFrame(overlay, frame, level)),
    read: (frame, level, part) =>
      reading(frames[frame], () =>
        overlay === null
          ? rasterAt(frame, level, part)
          : layPart(
              overlay.frames[frame],
              { level, part },
              levelInFrame(overlay, frame, level),
              (from, rect) => rasterAt(frame, from, rect),
            ),
      ),
  }
}

/** The level of a frame whose pixels are just not coarser than those of a level of the grid. */
function levelInFrame({ frames, grid }: Overlay, frame: Frame, level: number): number {
  const { toFrame } = frames[frame]
  const [x, y] = [grid.width / 2, grid.height / 2]
  const [here, right] = [toFrame.at(x, y), toFrame.at(x + 1, y)]
  const scale = here === null || right === null ? 1 : Math.hypot(right[0] - here[0], right[1] - here[1])
  return Math.max(0, Math.floor(level + Math.log2(scale) + 1e-6))
}

/** @throws ImageError for what is no TIFF, is not upright, or is damaged */
export async function openFrame(path: string): Promise<OpenFrame> {
  const header = await readImageHeader(path)
  const name = basename(path)
  if (header.format !== 'tiff') {
    throw new ImageError('unreadable', path, message('problems.notInParts', { name }))
  }
  if (header.orientation !== 1) {
    throw new ImageError('unreadable', path, message('problems.notInParts', { name }))
  }
  try {
    return { path, header, image: await openTiledImage(path) }
  } catch (error) {
    throw decodeFailure(path, header, error)
  }
}

/** @throws ImageError */
export async function reading<T>({ path, header }: OpenFrame, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImageError ? error : decodeFailure(path, header, error)
  }
}
