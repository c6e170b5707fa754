import type { Raster } from './raster'

/** Means of `factor` x `factor` pixels; a partial block at the right or bottom border is left out. */
export function shrink(image: Raster, factor: number): Raster {
  if (factor === 1) {
    return image
  }
  const width = Math.max(1, Math.floor(image.width / factor))
  const height = Math.max(1, Math.floor(image.height / factor))
  const data = new Uint8Array(width * height * 3)
  const columns = Math.min(image.width, width * factor)
  const sums = new Float64Array(width * 3)
  for (let y = 0; y < height; y += 1) {
    sums.fill(0)
    const rows = Math.min(factor, image.height - y * factor)
    for (let row = 0; row < rows; row += 1) {
      addRow(sums, image, y * factor + row, columns, factor)
    }
    for (let index = 0; index < width * 3; index += 1) {
      data[y * width * 3 + index] = sums[index] / (rows * Math.min(factor, image.width)) + 0.5
    }
  }
  return { width, height, data }
}

/** The whole factor that brings the longer side to at most `side`. */
export function factorFor(image: Raster, side: number): number {
  return Math.max(1, Math.ceil(Math.max(image.width, image.height) / side))
}

/** Rec. 601 luma, one byte a pixel. */
export function toGrey(image: Raster): Uint8Array {
  const grey = new Uint8Array(image.width * image.height)
  for (let at = 0, source = 0; at < grey.length; at += 1, source += 3) {
    grey[at] =
      (image.data[source] * 77 + image.data[source + 1] * 150 + image.data[source + 2] * 29 + 128) >> 8
  }
  return grey
}

function addRow(sums: Float64Array, image: Raster, y: number, columns: number, factor: number): void {
  let source = y * image.width * 3
  for (let x = 0, target = 0, left = factor; x < columns; x += 1, source += 3) {
    sums[target] += image.data[source]
    sums[target + 1] += image.data[source + 1]
    sums[target + 2] += image.data[source + 2]
    left -= 1
    if (left === 0) {
      left = factor
      target += 3
    }
  }
}
