import type { GeoTIFFImage } from 'geotiff'
import type { Rect } from '../mask/bitmap'
import type { Samples } from './raster'
import type { Bands } from '../domain/value-mapping'
import { checkBands, pickBands } from './bands'
import { checkBlocks, noteByteOrder } from './tiff-blocks'
import { areFractions, isMissing } from './samples'
import { bandCount, firstImage, hasAlphaBand, hasAssociatedAlpha } from './tiff-bands'

/** TIFF 6.0 PhotometricInterpretation. */
const WHITE_IS_ZERO = 0
const BLACK_IS_ZERO = 1
const RGB = 2
/** The number after the byte order: 42 in a classic file. */
const BIG_VERSION = 43
/** TIFF 6.0 SampleFormat. */
const UNSIGNED = 1
const FLOATING_POINT = 3
/** None, LZW, Deflate, PackBits, old Deflate. */
const COMMON_COMPRESSIONS = new Set([1, 5, 8, 32_773, 32_946])

/**
 * TIFF and GeoTIFF through `geotiff`: BigTIFF, tiles, bands, 8 to 64 bits, floating point. Of several bands the chosen
 * ones are read, else the first three as red, green and blue, or the first as grey. No samples where the general codec
 * does better: grey and RGB of 8 or 16 bits, which it reads several times faster, and fewer than 8 bits a value, which
 * `geotiff` does not unpack.
 */
export async function decodeTiff(
  bytes: Buffer,
  bands: Bands | null = null,
): Promise<{ samples: Samples | null; noData: Samples['noData'] }> {
  const image = await firstImage(bytes)
  const directory = image.fileDirectory
  const noData = noDataOf(image)
  const bits = (await directory.loadValue('BitsPerSample')) as ArrayLike<number> | number | undefined
  if (bits === undefined || typeof bits === 'number' || bits[0] < 8) {
    return { samples: null, noData }
  }
  const photometric = directory.getValue('PhotometricInterpretation') ?? BLACK_IS_ZERO
  if (!isBigTiff(bytes) && isPlain(image, photometric) && fitsCodec(image)) {
    return { samples: null, noData }
  }
  return { samples: await readPart(image, bands, null), noData }
}

/** It takes 512 MiB for an image at most, and holds one of tiles twice. */
function fitsCodec(image: GeoTIFFImage): boolean {
  return !image.isTiled || 2 * image.getWidth() * image.getHeight() * image.getBytesPerPixel() <= 2 ** 29
}

/**
 * A part of an image, or all of it, through `geotiff`: only its blocks are read.
 * @param part in pixels of this image; null for all
 * @param whole of which it is an overview: some writers say there alone which value is fill
 * @throws whatever the library throws for damaged bytes
 */
export async function readPart(
  image: GeoTIFFImage,
  bands: Bands | null,
  part: Rect | null,
  whole = image,
): Promise<Samples> {
  await checkBlocks(image)
  noteByteOrder(image)
  const photometric = image.fileDirectory.getValue('PhotometricInterpretation') ?? BLACK_IS_ZERO
  if (photometric !== WHITE_IS_ZERO && photometric !== BLACK_IS_ZERO && photometric !== RGB) {
    return pickBands(await readConverted(image, part), bands)
  }
  return readBands(image, { photometric, noData: noDataOf(image) ?? noDataOf(whole) }, bands, part)
}

/** Of the part, or of the image, with the library's option that asks for it. */
function extentOf(
  image: GeoTIFFImage,
  part: Rect | null,
): { width: number; height: number; option: { window?: [number, number, number, number] } } {
  if (part === null) {
    return { width: image.getWidth(), height: image.getHeight(), option: {} }
  }
  const { x, y, width, height } = part
  return { width, height, option: { window: [x, y, x + width, y + height] } }
}

/**
 * GDAL_NODATA is text. Null where it is no number: fill that is not a number is known as such. GDAL writes
 * 15 digits, also of a 32-bit float.
 */
function noDataOf(image: GeoTIFFImage): number | null {
  const stored: unknown = image.fileDirectory.getValue('GDAL_NODATA')
  const text = typeof stored === 'string' ? stored.replace(/\0.*$/s, '').trim() : ''
  const value = Number(text)
  if (text === '' || Number.isNaN(value)) {
    return null
  }
  const isSingle = image.getSampleFormat(0) === FLOATING_POINT && image.getBitsPerSample(0) <= 32
  return isSingle ? Math.fround(value) : value
}

function isBigTiff(bytes: Buffer): boolean {
  return bytes[2] === BIG_VERSION || bytes[3] === BIG_VERSION
}

/** One grey or three colour values of 8 or 16 bits and nothing else, in a compression that all readers know. */
function isPlain(image: GeoTIFFImage, photometric: number): boolean {
  const count = bandCount(image)
  const compression = image.fileDirectory.getValue('Compression') ?? 1
  const fits = photometric === RGB ? count === 3 : photometric === BLACK_IS_ZERO && count === 1
  const isWhole = Array.from({ length: count }).every(
    (_, index) =>
      image.getSampleFormat(index) === UNSIGNED &&
      image.getBitsPerSample(index) === image.getBitsPerSample(0) &&
      [8, 16].includes(image.getBitsPerSample(index)),
  )
  return fits && isWhole && COMMON_COMPRESSIONS.has(compression)
}

/** Palette, CMYK, YCbCr and CIE Lab, made RGB by the library. */
async function readConverted(image: GeoTIFFImage, part: Rect | null): Promise<Samples> {
  const { width, height, option } = extentOf(image, part)
  const data = await image.readRGB({ interleave: true, ...option })
  return {
    width,
    height,
    channels: 3,
    colours: 3,
    hasAlpha: false,
    noData: null, // was of what the colours were made from
    data: Uint8Array.from(data as Uint8Array),
  }
}

async function readBands(
  image: GeoTIFFImage,
  { photometric, noData }: { photometric: number; noData: number | null },
  bands: Bands | null,
  part: Rect | null,
): Promise<Samples> {
  const { width, height, option } = extentOf(image, part)
  const count = bandCount(image)
  const hasAlpha = await hasAlphaBand(image)
  const known = count - (hasAlpha ? 1 : 0)
  checkBands(bands, known)
  const colours = bands?.length ?? (known >= 3 ? 3 : 1)
  const wanted = bands?.map((band) => band - 1) ?? Array.from({ length: colours }, (_, index) => index)
  const data = (await image.readRasters({
    interleave: true,
    samples: hasAlpha ? [...wanted, count - 1] : wanted,
    ...option,
  })) as Samples['data']
  const channels = colours + (hasAlpha ? 1 : 0)
  const samples = { width, height, channels, colours, hasAlpha, noData, data } as const
  if (await hasAssociatedAlpha(image)) {
    divideByAlpha(samples)
  }
  return photometric === WHITE_IS_ZERO ? inverted(samples) : samples
}

/**
 * Makes colours those that a pixel would have if nothing was seen through it: 0 where nothing of it is seen. Whole numbers
 * of 32 bits or with a sign stay: alpha of them has no top that writers agree on.
 */
function divideByAlpha({ data, channels, noData }: Samples): void {
  const top = topOf(data)
  const opaque = areFractions({ data }) ? 1 : top
  if (opaque !== 1 && !(data instanceof Uint8Array) && !(data instanceof Uint16Array)) {
    return
  }
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1]
    for (let colour = at; colour < at + channels - 1; colour += 1) {
      if (alpha > 0 && alpha < opaque && !isMissing(data[colour], noData)) {
        const value = (data[colour] * opaque) / alpha
        data[colour] = opaque === 1 ? value : Math.min(top, Math.round(value))
      }
    }
  }
}

function inverted(samples: Samples): Samples {
  const top = topOf(samples.data)
  const alpha = samples.hasAlpha ? samples.channels - 1 : -1
  const data = samples.data.map((value, index) => (index % samples.channels === alpha ? value : top - value))
  return { ...samples, noData: samples.noData === null ? null : top - samples.noData, data }
}

/** From which values are taken to turn black and white around: the result is in the range of their type. */
function topOf(data: Samples['data']): number {
  if (data instanceof Uint8Array) {
    return 2 ** 8 - 1
  }
  if (data instanceof Uint16Array) {
    return 2 ** 16 - 1
  }
  if (data instanceof Uint32Array) {
    return 2 ** 32 - 1
  }
  return areFractions({ data }) ? 0 : -1
}
