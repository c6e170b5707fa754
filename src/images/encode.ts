import { CompressionType, FilterType, Transformer } from '@napi-rs/image'
import type { Raster } from './raster'

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
