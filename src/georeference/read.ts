import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { isUsable } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { pixelSquareMetres } from '../domain/georeference'
import type { Georeference } from '../domain/georeference'
import { fileSource, withImageFile } from '../images/file'
import { readHeader } from '../images/header/header'
import { HeaderError } from '../images/header/source'
import type { ByteSource, ImageHeader } from '../images/header/source'
import type { Crs } from './crs'
import { readGeoKeys } from './geo-keys'
import { areaRuleOf, converterOf, placeGridOf } from './ground'
import { crsOfProjectionFile, findSidecar, SidecarError, transformOfWorldFile } from './sidecars'
import { readTiffTags } from './tiff-tags'
import type { TiffTags } from './tiff-tags'

/** Where an image lies. */
export interface ImageGeoreference {
  /** From stored pixels to the map: the image is upright as stored. */
  transform: GeoTransform
  /** Null where it is not known. */
  crs: Crs | null
  /** What tags call a system that is not known: a code or a text. Absent where they call none. */
  unknownSystem?: string
  /** Pixels. */
  width: number
  height: number
}

/** What was found: null is an image without a georeference; a reason is a sentence for a person. */
export type Found = ImageGeoreference | { reason: Message } | null

/** Whether it can be laid on a map. */
export function isPlaced(found: Found): found is ImageGeoreference {
  return found !== null && !('reason' in found)
}

/** Largest coordinate that is believed, in any unit. */
const FURTHEST = 1e12

/**
 * Where an image lies on Earth, by the tags of a GeoTIFF, else by a world file and a `.prj` beside it. Reads headers
 * only. A georeference that makes no sense is a reason and no error.
 * @throws ImageError where the file is none that can be read at all
 */
export async function georeferenceOf(path: string): Promise<Found> {
  return (await readPlace(path)).found
}

/** The same with the header that it was read from, null where that is damaged. @throws as `georeferenceOf` */
export async function readPlace(path: string): Promise<{ found: Found; header: ImageHeader | null }> {
  const { header, tags } = await withImageFile(
    path,
    (handle, bytes) => headersOf(fileSource(handle, bytes)),
    Infinity,
  )
  if (header === null) {
    return { found: null, header }
  }
  try {
    return { found: checked(await rawOf(path, tags), header), header }
  } catch (error) {
    if (error instanceof SidecarError) {
      return { found: { reason: error.why }, header }
    }
    throw error
  }
}

/** A damaged header has no tags. */
async function headersOf(source: ByteSource): Promise<{ header: ImageHeader | null; tags: TiffTags | null }> {
  try {
    const header = await readHeader(source)
    const tags = header?.format === 'tiff' ? await readTiffTags(source) : null
    return { header, tags }
  } catch (error) {
    if (error instanceof HeaderError) {
      return { header: null, tags: null }
    }
    throw error
  }
}

type Raw = { transform: GeoTransform | null; crs: Crs | null; unknownSystem?: string; reason?: Message }

async function rawOf(path: string, tags: TiffTags | null): Promise<Raw> {
  const keys = tags === null ? null : await readGeoKeys(tags)
  const own = tags === null ? null : transformOfTags(tags)
  if (own !== null && 'reason' in own) {
    return { transform: null, crs: null, reason: own.reason }
  }
  let transform = own === null ? null : keys?.isPixelPoint === true ? shifted(own.transform) : own.transform
  if (transform === null) {
    const world = await findSidecar(path, 'world')
    transform = world === null ? null : transformOfWorldFile(world.text)
  }
  const crs = keys?.crs ?? (transform === null ? null : await projectionBeside(path))
  const name = crs === null ? (keys?.system ?? null) : null
  return { transform, crs, ...(name === null ? {} : { unknownSystem: name }) }
}

async function projectionBeside(path: string): Promise<Crs | null> {
  const projection = await findSidecar(path, 'projection')
  return projection === null ? null : crsOfProjectionFile(projection.text)
}

/** Null where there are none. As GDAL reads them: rows go down the map, whatever the sign of their scale. */
function transformOfTags({
  pixelScale,
  tiepoints,
  matrix,
}: TiffTags): { transform: GeoTransform } | { reason: Message } | null {
  if (matrix !== null) {
    return matrix.length === 16
      ? { transform: [matrix[3], matrix[0], matrix[1], matrix[7], matrix[4], matrix[5]] }
      : { reason: message('georeference.matrix', { count: matrix.length }) }
  }
  if (pixelScale === null && tiepoints === null) {
    return null
  }
  if (pixelScale === null) {
    return {
      reason: message('georeference.controlPoints'),
    }
  }
  if (pixelScale.length < 2 || tiepoints === null || tiepoints.length < 6) {
    return { reason: message('georeference.tiePoints') }
  }
  const [column, row, , x, y] = tiepoints
  const [across, down] = [pixelScale[0], -Math.abs(pixelScale[1])]
  return { transform: [x - column * across, across, 0, y - row * down, 0, down] }
}

/** Coordinates are of the middle of the first pixel. */
function shifted([t0, t1, t2, t3, t4, t5]: GeoTransform): GeoTransform {
  return [t0 - (t1 + t2) / 2, t1, t2, t3 - (t4 + t5) / 2, t4, t5]
}

function checked(raw: Raw, { width, height, orientation }: ImageHeader): Found {
  const { transform, reason, ...system } = raw
  if (reason !== undefined) {
    return { reason }
  }
  if (transform === null) {
    return null
  }
  if (!isUsable(transform) || transform.some((value) => Math.abs(value) > FURTHEST)) {
    return { reason: message('georeference.scale') }
  }
  if (orientation !== 1) {
    return { reason: message('georeference.turned') }
  }
  return { transform, ...system, width, height }
}

/** What the screen needs to show places, lengths and areas. */
export function georeferenceForScreen({ transform, crs, width, height }: ImageGeoreference): Georeference {
  if (crs === null) {
    return { transform, crs: null, metresPerPixel: null, area: null, places: null }
  }
  const { code, name, isGeographic, unit, isDatumApproximate } = crs
  const area = areaRuleOf({ crs, transform, width, height })
  return {
    transform,
    crs: { code, name, isGeographic, unit, isDatumApproximate },
    metresPerPixel:
      area === null ? null : Math.sqrt(pixelSquareMetres(area, transform, width / 2, height / 2)),
    area,
    places: placeGridOf(converterOf(crs, transform), transform, { width, height }),
  }
}
