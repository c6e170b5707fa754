import { fromArrayBuffer } from 'geotiff'
import type { GeoTIFFImage } from 'geotiff'

/** TIFF 6.0 ExtraSamples: 0 is another band. Colours are stored multiplied with associated alpha. */
const ASSOCIATED = 1
const UNASSOCIATED = 2

export async function firstImage(bytes: Buffer): Promise<GeoTIFFImage> {
  const start = bytes.byteOffset
  const tiff = await fromArrayBuffer(bytes.buffer.slice(start, start + bytes.length) as ArrayBuffer)
  return tiff.getImage()
}

/** TIFF 6.0 SamplesPerPixel is a number of 16 bits. */
const MOST_BANDS = 65_535

/** Alpha included. @throws Error where the file names an impossible number: lists of that length are made of it */
export function bandCount(image: GeoTIFFImage): number {
  const count: unknown = image.getSamplesPerPixel()
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MOST_BANDS) {
    return count
  }
  throw new Error('its number of bands is impossible')
}

const MOST_NAMES = 512
const LONGEST_NAME = 80

export interface FileBands {
  /** Alpha is none. */
  count: number
  /** GDAL's descriptions of them, empty where there is none. */
  names: string[]
}

/** @throws whatever the library throws for damaged bytes */
export async function tiffBands(bytes: Buffer): Promise<FileBands> {
  return bandsOfImage(await firstImage(bytes))
}

/** @throws as `tiffBands` */
export async function bandsOfImage(image: GeoTIFFImage): Promise<FileBands> {
  const count = bandCount(image) - ((await hasAlphaBand(image)) ? 1 : 0)
  const names: string[] = []
  for (let at = 0; at < Math.min(count, MOST_NAMES); at += 1) {
    const metadata: unknown = await image.getGDALMetadata(at).catch(() => null)
    names.push(descriptionOf(metadata))
  }
  return { count, names }
}

function descriptionOf(metadata: unknown): string {
  const text: unknown =
    typeof metadata === 'object' && metadata !== null && 'DESCRIPTION' in metadata ? metadata.DESCRIPTION : ''
  return typeof text === 'string' ? text.trim().slice(0, LONGEST_NAME) : ''
}

/** Whether the last one is alpha: not a band, but how far a pixel can be seen through. */
export async function hasAlphaBand(image: GeoTIFFImage): Promise<boolean> {
  const kind = await lastExtraSample(image)
  return kind === ASSOCIATED || kind === UNASSOCIATED
}

/** Whether colours are stored multiplied with it, which is the last band. */
export async function hasAssociatedAlpha(image: GeoTIFFImage): Promise<boolean> {
  return (await lastExtraSample(image)) === ASSOCIATED
}

async function lastExtraSample(image: GeoTIFFImage): Promise<number | undefined> {
  const extra = (await image.fileDirectory.loadValue('ExtraSamples')) as ArrayLike<number> | undefined
  return extra?.[extra.length - 1]
}
