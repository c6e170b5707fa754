import type { GeoTIFFImage } from 'geotiff'
import { MAX_IMAGE_PIXELS } from '../domain/picture-tile'
import { namesOtherColours } from './colour/shown-colours'
import { decodeFile } from './decode'
import type { ImageHeader } from './header/source'
import type { Samples } from './raster'
import { firstImage, hasAlphaBand } from './tiff-bands'

/**
 * Whether the pixels of an image of 8 bits are shown otherwise than most programs read them: they are not opaque, and are
 * laid on mid grey, or their colours are not sRGB, and are converted. It is decoded only where its header names alpha or a
 * profile. Not asked of deep values, of georeferenced TIFF files, whose alpha tells what was not measured, and of files
 * that are too large to be decoded whole.
 * @param bytes of the whole file
 * @throws ImageError
 */
export async function isShownOtherwise(path: string, bytes: Buffer, header: ImageHeader): Promise<boolean> {
  if (header.width * header.height > MAX_IMAGE_PIXELS) {
    return false
  }
  if (!(await namesAlpha(bytes, header)) && !(await namesOtherColours(bytes))) {
    return false
  }
  const { samples, toSrgb } = await decodeFile(path)
  return toSrgb !== null || isSeeThrough(samples)
}

function isSeeThrough({ data, hasAlpha, channels }: Samples): boolean {
  if (!hasAlpha || !(data instanceof Uint8Array)) {
    return false
  }
  for (let at = channels - 1; at < data.length; at += channels) {
    if (data[at] !== 255) {
      return true
    }
  }
  return false
}

/** By the header. A file whose header is damaged names none. */
async function namesAlpha(bytes: Buffer, { format }: ImageHeader): Promise<boolean> {
  switch (format) {
    case 'png':
      return pngNamesAlpha(bytes)
    case 'webp':
      return webpNamesAlpha(bytes)
    case 'bmp':
      return bytes.length > 30 && bytes.readUInt16LE(28) === 32
    case 'tiff':
      return tiffNamesAlpha(bytes)
    case 'jpeg':
    case 'dicom':
    case 'nifti':
      return false
  }
}

/** PNG 3rd edition: colour types 4 and 6 have alpha; any other may have transparent colours in a tRNS chunk. */
function pngNamesAlpha(bytes: Buffer): boolean {
  const [depth, colourType] = [bytes[24], bytes[25]]
  if (depth === 16) {
    return false
  }
  if (colourType === 4 || colourType === 6) {
    return true
  }
  let offset = 8
  while (offset + 8 <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (type === 'tRNS' || type === 'IDAT') {
      return type === 'tRNS'
    }
    offset += bytes.readUInt32BE(offset) + 12
  }
  return false
}

/** RFC 9649: a flag of VP8X, or the bit after width and height of VP8L. */
function webpNamesAlpha(bytes: Buffer): boolean {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (bytes[20] & 0x10) !== 0
    case 'VP8L':
      return (bytes[24] & 0x10) !== 0
    default:
      return false
  }
}

async function tiffNamesAlpha(bytes: Buffer): Promise<boolean> {
  try {
    const image = await firstImage(bytes)
    return !isPlaced(image) && image.getBitsPerSample(0) === 8 && (await hasAlphaBand(image))
  } catch {
    return false
  }
}

/** ModelPixelScale, ModelTiepoint or ModelTransformation. */
function isPlaced({ fileDirectory }: GeoTIFFImage): boolean {
  return [33_550, 33_922, 34_264].some((tag) => fileDirectory.hasTag(tag))
}
