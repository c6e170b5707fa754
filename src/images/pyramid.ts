import type { Raster } from './raster'

/** Means of `factor` x `factor` pixels; a partial block at the right or bottom border is left out. */
export function shrink(image: Raster, factor: number): Raster {
  if (factor === 1) {
    return image
  }
  const width = Math.max(1, Math.floor(image.width / factor))
  const height = Math.max(1, Math.floor(image.height / factor))
  const data = new Uint8Array(width * height * 3)
  if (factor === 2 && image.width > 1 && image.height > 1) {
    halve(image, width, height, data)
    return { width, height, data }
  }
  const columns = Math.min(factor, image.width)
  for (let y = 0, target = 0; y < height; y += 1) {
    const rows = Math.min(factor, image.height - y * factor)
    for (let x = 0; x < width; x += 1, target += 3) {
      addBlock(image, x * factor, y * factor, columns, rows)
      const count = rows * columns
      data[target] = blockSums[0] / count + 0.5
      data[target + 1] = blockSums[1] / count + 0.5
      data[target + 2] = blockSums[2] / count + 0.5
    }
  }
  return { width, height, data }
}

/** The same for the commonest factor, in a quarter of the time. */
function halve(image: Raster, width: number, height: number, into: Uint8Array): void {
  const { data } = image
  const stride = 3 * image.width
  for (let y = 0, target = 0; y < height; y += 1) {
    let source = 2 * y * stride
    for (let x = 0; x < width; x += 1, target += 3, source += 6) {
      const below = source + stride
      into[target] = (data[source] + data[source + 3] + data[below] + data[below + 3] + 2) >> 2
      into[target + 1] = (data[source + 1] + data[source + 4] + data[below + 1] + data[below + 4] + 2) >> 2
      into[target + 2] = (data[source + 2] + data[source + 5] + data[below + 2] + data[below + 5] + 2) >> 2
    }
  }
}

/** Of the block that was added up last, by channel. */
const blockSums = new Uint32Array(3)

function addBlock({ width, data }: Raster, x: number, y: number, columns: number, rows: number): void {
  let [red, green, blue] = [0, 0, 0]
  for (let row = 0; row < rows; row += 1) {
    const start = 3 * ((y + row) * width + x)
    for (let at = start; at < start + 3 * columns; at += 3) {
      red += data[at]
      green += data[at + 1]
      blue += data[at + 2]
    }
  }
  blockSums[0] = red
  blockSums[1] = green
  blockSums[2] = blue
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
