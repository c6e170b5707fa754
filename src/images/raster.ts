import { CompressionType, FilterType, Transformer } from '@napi-rs/image'
import type { NamedWindow } from '../domain/value-mapping'

/** Decoded values before they are made 8-bit RGB: interleaved, row-major, as stored (not yet upright). */
export interface Samples {
  width: number
  height: number
  /** Values a pixel: colour first, then alpha where there is one. */
  channels: number
  colours: 1 | 3
  hasAlpha: boolean
  /** The value that the file gives to what was not measured; null where it names none. */
  noData: number | null
  /** The file's own, for values of more than 8 bits; absent where it names none. */
  window?: { low: number; high: number }
  /** All of a DICOM file, the first one first, for values of more than 8 bits; absent for other files. */
  windows?: readonly NamedWindow[]
  data:
    | Uint8Array
    | Uint16Array
    | Int16Array
    | Uint32Array
    | Int32Array
    | Float32Array
    | Float64Array
    | Int8Array
}

/** An upright 8-bit colour image: row-major RGB, three bytes a pixel, `data.length === width * height * 3`. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
  /** One byte a pixel: 1 in parts where nothing was measured. Absent where there are none. */
  missing?: Uint8Array
  /** Of a before frame that was aligned before: pixels by which it may lie off the after frame. Absent if unknown. */
  mostShift?: number
}

/** One channel: row-major, one byte a pixel, `data.length === width * height`. */
export interface GreyImage {
  width: number
  height: number
  data: Uint8Array
}

/** 8-bit RGB PNG, lossless. */
export function encodePng(raster: Raster): Promise<Buffer> {
  return png(asPnm('P6', raster))
}

/** 8-bit greyscale PNG, lossless. */
export function encodeGreyPng(image: GreyImage): Promise<Buffer> {
  return png(asPnm('P5', image))
}

/** @param quality 0 to 100 */
export function encodeJpeg(raster: Raster, quality: number): Promise<Buffer> {
  return new Transformer(asPnm('P6', raster)).jpeg(quality)
}

function png(pnm: Buffer): Promise<Buffer> {
  return new Transformer(pnm).png({
    compressionType: CompressionType.Default,
    filterType: FilterType.Adaptive,
  })
}

/** Portable any-map, the one form in which the codec takes raw pixels without an alpha channel. */
export function asPnm(kind: 'P5' | 'P6', { width, height, data }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`${kind}\n${width} ${height}\n255\n`), data])
}
