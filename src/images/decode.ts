import { basename } from 'node:path'
import { checkBytes, ImageError, fileSource, withImageFile } from './file'
import type { ImageHandle } from './file'
import { readHeader, jpegIsComplete, webpIsComplete } from './header/header'
import { HeaderError, memorySource } from './header/source'
import type { ImageHeader, ByteSource, ImageFormat } from './header/source'
import { missingParts, missingPixels, rangeOf, toRgb } from './samples'
import type { SampleRange } from './samples'
import { upright, uprightSize } from './transform'
import type { Raster, Samples } from './raster'
import { Transformer } from '@napi-rs/image'
import { sliceOf } from '../domain/slice-path'
import type { SliceChoice } from '../domain/slice-path'
import { decodeDicom } from './dicom/pixels'
import { decodeNifti } from './nifti/pixels'
import { isVolume } from './nifti/volume-bytes'
import { decodeTiff } from './tiff'
import { pickBands } from './bands'
import { converterFor } from './colour/shown-colours'
import type { SrgbConverter } from './colour/srgb'
import { decodeFailure, incomplete, tooLarge } from './decode-failure'
import { MAX_IMAGE_PIXELS } from '../domain/picture-tile'
import type { Bands } from '../domain/value-mapping'
import { MAX_MASK_PIXELS } from '../mask/rle'
import { message } from '../messages/message'

/** `JsColorType` of @napi-rs/image: colours, alpha and bytes a value, by number. */
const COLOUR_TYPES: readonly { colours: 1 | 3; hasAlpha: boolean; sampleBytes: 1 | 2 | 4 }[] = [
  { colours: 1, hasAlpha: false, sampleBytes: 1 },
  { colours: 1, hasAlpha: true, sampleBytes: 1 },
  { colours: 3, hasAlpha: false, sampleBytes: 1 },
  { colours: 3, hasAlpha: true, sampleBytes: 1 },
  { colours: 1, hasAlpha: false, sampleBytes: 2 },
  { colours: 1, hasAlpha: true, sampleBytes: 2 },
  { colours: 3, hasAlpha: false, sampleBytes: 2 },
  { colours: 3, hasAlpha: true, sampleBytes: 2 },
  { colours: 3, hasAlpha: false, sampleBytes: 4 },
  { colours: 3, hasAlpha: true, sampleBytes: 4 },
]

/** Values as stored: not upright, not scaled. @throws whatever the codec throws for damaged bytes */
async function decodeSamples(
  bytes: Buffer,
  format: ImageFormat,
  bands: Bands | null,
  slice: SliceChoice | null,
): Promise<Samples> {
  if (format === 'dicom') {
    return pickBands(await decodeDicom(bytes, slice), bands)
  }
  const { samples, noData } =
    format === 'tiff' ? await decodeTiff(bytes, bands) : { samples: null, noData: null }
  if (samples !== null) {
    return samples
  }
  const transformer = new Transformer(bytes)
  const { width, height, colorType } = await transformer.metadata()
  const { colours, hasAlpha, sampleBytes } = COLOUR_TYPES[colorType]
  const raw = await transformer.rawPixels()
  const channels = colours + (hasAlpha ? 1 : 0)
  const all = { width, height, channels, colours, hasAlpha, noData, data: view(raw, sampleBytes) }
  return pickBands(all, bands)
}

function view(raw: Buffer, sampleBytes: 1 | 2 | 4): Samples['data'] {
  if (sampleBytes === 1) {
    return new Uint8Array(raw.buffer, raw.byteOffset, raw.length)
  }
  const aligned = raw.byteOffset % sampleBytes === 0 ? raw : new Uint8Array(raw)
  const length = raw.length / sampleBytes
  return sampleBytes === 2
    ? new Uint16Array(aligned.buffer, aligned.byteOffset, length)
    : new Float32Array(aligned.buffer, aligned.byteOffset, length)
}

/** Of a TIFF, which is read part by part: its masks are the limit. */
export const MAX_TILED_PIXELS = MAX_MASK_PIXELS

/**
 * Width and height of the upright image, in pixels, from the header alone. It costs one or two small
 * reads, and says nothing of whether the pixels are all there.
 * @throws ImageError
 */
export async function readImageSize(path: string): Promise<{ width: number; height: number }> {
  return uprightSize(await readImageHeader(path))
}

/** Format, stored size and orientation. @throws ImageError, `too-large` included */
export async function readImageHeader(path: string): Promise<ImageHeader> {
  return withImageFile(
    path,
    async (handle, bytes) => orTooLarge(path, await checkedHeader(path, fileSource(handle, bytes)), bytes),
    Infinity,
  )
}

/** The same of bytes that were read already. @param path for errors */
export async function imageHeaderOf(path: string, bytes: Buffer): Promise<ImageHeader> {
  return orTooLarge(path, await checkedHeader(path, memorySource(bytes)), bytes.length)
}

/** A TIFF may be larger than what is decoded whole: it is read part by part. @throws ImageError `too-large` */
function orTooLarge(path: string, header: ImageHeader, bytes: number): ImageHeader {
  return header.format === 'tiff' ? header : checkedSize(path, header, bytes)
}

/**
 * PNG, JPEG, WebP, BMP, TIFF, DICOM or NIfTI, known by its bytes, upright, as 8-bit RGB. Alpha is laid over mid grey, and
 * what was not measured is mid grey.
 * Values of more than 8 bits are stretched by the image's own 0.1 and 99.9 percentiles: use `decodePair`
 * where two images are compared.
 * @throws ImageError; a file that ends early is one
 */
export async function decodeImage(path: string): Promise<Raster> {
  const decoded = await decodeFile(path)
  return toRaster(decoded, rangeOf(decoded.samples))
}

/**
 * Stored values and how to turn them upright, for masks whose values are numbers and no colours.
 * @param bands null for the first three, or the first
 */
export async function decodeFile(path: string, bands: Bands | null = null): Promise<DecodedFile> {
  return withImageFile(path, async (handle, sizeBytes) => {
    const source = fileSource(handle, sizeBytes)
    if (await isVolume(source)) {
      return decodeSlice(path, handle, sizeBytes, bands)
    }
    const bytes = await handle.readFile()
    const header = checkedSize(path, await checkedHeader(path, memorySource(bytes)), bytes.length)
    if (!isComplete(bytes, header)) {
      throw incomplete(path)
    }
    try {
      const samples = await decodeSamples(bytes, header.format, bands, sliceOf(path))
      if (samples.width !== header.width || samples.height !== header.height) {
        throw new HeaderError('its parts disagree on its size')
      }
      // bands that were chosen stand for no colours of the file's
      const toSrgb = bands === null ? await converterFor(bytes, samples) : null
      return { bytes, header, samples, toSrgb }
    } catch (error) {
      throw decodeFailure(path, header, error)
    }
  })
}

/** Of a volume only the slice is read into memory. @throws ImageError */
async function decodeSlice(
  path: string,
  handle: ImageHandle,
  sizeBytes: number,
  bands: Bands | null,
): Promise<DecodedFile> {
  const header = await checkedHeader(path, fileSource(handle, sizeBytes))
  try {
    if (header.unread !== undefined) {
      throw new HeaderError('it cannot be decoded')
    }
    const samples = pickBands(await decodeNifti(handle, sizeBytes, sliceOf(path)), bands)
    return { bytes: Buffer.alloc(0), header, samples, toSrgb: null }
  } catch (error) {
    throw decodeFailure(path, header, error)
  }
}

export interface DecodedFile {
  /** Of the whole file; empty for a volume. */
  bytes: Buffer
  header: ImageHeader
  /** As stored. */
  samples: Samples
  /** Makes their colours those that are shown; null where they are. Not for values that are numbers. */
  toSrgb: SrgbConverter | null
}

/** The samples with the colours that are shown. */
export function shownSamples({ samples, toSrgb }: DecodedFile): Samples {
  return toSrgb === null || !(samples.data instanceof Uint8Array)
    ? samples
    : { ...samples, data: toSrgb(samples.data, samples.channels) }
}

/** Upright 8-bit RGB, in the colours that are shown. @param range of values of more than 8 bits */
export function toRaster(decoded: DecodedFile, range: SampleRange | null): Raster {
  const { header } = decoded
  const { missing, ...raster } = rasterOf(shownSamples(decoded), range)
  const { width, height } = raster
  const turned = upright(raster, header.orientation)
  return missing === undefined
    ? turned
    : { ...turned, missing: upright({ width, height, data: missing }, header.orientation, 1).data }
}

/** 8-bit RGB as the samples lie. @param range of values of more than 8 bits */
export function rasterOf(samples: Samples, range: SampleRange | null): Raster {
  const { width, height } = samples
  const missing = missingPixels(samples)
  const data = toRgb(samples, range, missing)
  const parts = missing === null ? null : missingParts(width, height, missing)
  return parts === null ? { width, height, data } : { width, height, data, missing: parts }
}

async function checkedHeader(path: string, source: ByteSource): Promise<ImageHeader> {
  const header = await readHeader(source, sliceOf(path)).catch((error: unknown) => {
    throw isHeaderFailure(error) ? incomplete(path) : error
  })
  if (header === null) {
    throw new ImageError('not-an-image', path, message('problems.otherKind', { name: basename(path) }))
  }
  const { width, height } = header
  if (width <= 0 || height <= 0) {
    throw incomplete(path)
  }
  if (width * height > MAX_TILED_PIXELS) {
    throw tooLarge(path, header)
  }
  return header
}

/** @throws ImageError `too-large` for what is not decoded whole */
function checkedSize(path: string, header: ImageHeader, bytes: number): ImageHeader {
  checkBytes(path, bytes)
  if (header.width * header.height > MAX_IMAGE_PIXELS) {
    throw tooLarge(path, header)
  }
  return header
}

/** The decoders of PNG, BMP and TIFF notice by themselves. */
function isComplete(bytes: Buffer, { format }: ImageHeader): boolean {
  switch (format) {
    case 'jpeg':
      return jpegIsComplete(bytes)
    case 'webp':
      return webpIsComplete(bytes)
    default:
      return true
  }
}

/** A HeaderError, or a number read past the end of what there is. */
function isHeaderFailure(error: unknown): boolean {
  return error instanceof HeaderError || error instanceof RangeError
}
