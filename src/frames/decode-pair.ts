import { basename } from 'node:path'
import type { Frame } from '../domain/document'
import { DEFAULT_MAPPING } from '../domain/value-mapping'
import type { ValueMapping } from '../domain/value-mapping'
import type { Overlay } from '../georeference/overlay'
import { decodeFile, toRaster } from '../images/decode'
import { ImageError } from '../images/file'
import type { Raster, Samples } from '../images/raster'
import { pairRange, rangeOf } from '../images/samples'
import { message } from '../messages/message'
import { checkOneSize, overlayOrNull, readMap } from './common-grid'
import type { FrameFiles } from './common-grid'
import { layRaster } from './lay'

/**
 * Both images of a pair at one size: laid over each other by the map where they lie on two grids. Values of more than 8
 * bits are brought to one range common to both, so that what is equal stays equal: the window of `mapping`, else that
 * of the files, else their percentiles.
 * @throws ImageError, `no-such-band` and `size-mismatch` included
 */
export async function decodePair(
  beforePath: string,
  afterPath: string,
  { window, bands }: ValueMapping = DEFAULT_MAPPING,
): Promise<Record<Frame, Raster>> {
  const files = { before: beforePath, after: afterPath }
  const { overlay, reason } = await readMap(files)
  const decoded = await Promise.all([decodeFile(beforePath, bands), decodeFile(afterPath, bands)])
  const range = window ?? pairRange(decoded[0].samples, decoded[1].samples)
  const before = await laid(toRaster(decoded[0], range), 'before', overlay, files)
  const after = await laid(toRaster(decoded[1], range), 'after', overlay, files)
  checkOneSize(afterPath, before, after, reason)
  return { before, after }
}

/**
 * One image of a pair as `decodePair` would give it; as it is where the two have two sizes and cannot be laid over each
 * other. The pixels of the other one are read only where the image has more than 8 bits and there is no window, and one
 * that cannot be read does not count.
 * @param range `own` leaves the other one out. @throws ImageError, `too-large` of the other one too
 */
export async function decodeFrame(
  files: FrameFiles,
  frame: Frame,
  { window, bands }: ValueMapping = DEFAULT_MAPPING,
  range: 'common' | 'own' = 'common',
): Promise<Raster> {
  const overlay = await overlayOrNull(files)
  const decoded = await decodeFile(files[frame], bands)
  const isAlone = range === 'own' || decoded.samples.data instanceof Uint8Array
  const shown =
    window ?? (isAlone ? rangeOf(decoded.samples) : await commonRangeOf(decoded.samples, files, frame, bands))
  return laid(toRaster(decoded, shown), frame, overlay, files)
}

async function commonRangeOf(
  samples: Samples,
  files: FrameFiles,
  frame: Frame,
  bands: ValueMapping['bands'],
): Promise<ReturnType<typeof pairRange>> {
  if (frame === 'before') {
    return pairRange(samples, await otherSamples(files.after, bands))
  }
  const isSaid = samples.windows?.[0] !== undefined
  return pairRange(isSaid ? null : await otherSamples(files.before, bands), samples)
}

async function otherSamples(path: string, bands: ValueMapping['bands']): Promise<Samples | null> {
  const partner = await decodeFile(path, bands).catch((error: unknown) => {
    if (error instanceof ImageError && error.code === 'too-large') {
      throw error
    }
    return null
  })
  return partner?.samples ?? null
}

/** @throws ImageError where the file was replaced between the reading of its header and of its pixels */
async function laid(
  raster: Raster,
  frame: Frame,
  overlay: Overlay | null,
  files: FrameFiles,
): Promise<Raster> {
  if (overlay === null) {
    return raster
  }
  const placed = overlay.frames[frame]
  requireSize(raster, placed, files[frame])
  return layRaster(raster, placed, overlay.grid)
}

export function requireSize(
  { width, height }: { width: number; height: number },
  wanted: { width: number; height: number },
  path: string,
): void {
  if (width !== wanted.width || height !== wanted.height) {
    throw new ImageError('unreadable', path, message('problems.changedMeanwhile', { name: basename(path) }))
  }
}
