import { basename } from 'node:path'
import type { Frame } from '../domain/document'
import { DEFAULT_MAPPING } from '../domain/value-mapping'
import type { ValueMapping } from '../domain/value-mapping'
import type { Overlay } from '../georeference/overlay'
import { decodeFile, toRaster } from '../images/decode'
import { ImageError } from '../images/file'
import type { Raster } from '../images/raster'
import { commonRange, rangeOf } from '../images/samples'
import { message } from '../messages/message'
import { checkOneSize, overlayOrNull, readMap } from './common-grid'
import type { FrameFiles } from './common-grid'
import { layRaster } from './lay'

/**
 * Both images of a pair at one size: laid over each other by the map where they lie on two grids. Values of more than 8
 * bits are brought to one range common to both, so that what is equal stays equal: the window of `mapping`, else the
 * percentiles of the files.
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
  const range = window ?? commonRange(rangeOf(decoded[0].samples), rangeOf(decoded[1].samples))
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
  const own = window ?? rangeOf(decoded.samples)
  const isAlone = own === null || window !== null || range === 'own'
  const other = isAlone ? null : await otherRange(files[frame === 'after' ? 'before' : 'after'], bands)
  return laid(toRaster(decoded, commonRange(own, other)), frame, overlay, files)
}

async function otherRange(path: string, bands: ValueMapping['bands']): Promise<ReturnType<typeof rangeOf>> {
  const partner = await decodeFile(path, bands).catch((error: unknown) => {
    if (error instanceof ImageError && error.code === 'too-large') {
      throw error
    }
    return null
  })
  return partner === null ? null : rangeOf(partner.samples)
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
