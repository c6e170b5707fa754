import type { SliceChoice } from '../../domain/slice-path'
import { fileSource } from '../file'
import type { ImageHandle } from '../file'
import { HeaderError } from '../header/source'
import type { Samples } from '../raster'
import { gridOf } from './slice-grid'
import type { SliceGrid } from './slice-grid'
import { parseNifti } from './volume'
import type { NiftiVolume, VoxelType } from './volume'
import { volumeBytes, volumeStart } from './volume-bytes'

/**
 * One slice of a NIfTI file, in the values after slope and intercept. The file is read up to the end of the slice, and
 * only the slice is kept.
 * @throws HeaderError for a file that is damaged, or that ends before
 */
export async function decodeNifti(
  handle: ImageHandle,
  sizeBytes: number,
  choice: SliceChoice | null,
): Promise<Samples> {
  const volume = parseNifti(await volumeStart(fileSource(handle, sizeBytes)))
  const grid = gridOf(volume, choice)
  const { type, isLittle } = volume
  if (grid === null || type === null) {
    throw new HeaderError('its voxels are of a kind that is not read')
  }
  const stored = valuesOf(await sliceBytes(handle, volume, type, grid), type, isLittle)
  const { width, height } = grid
  const data = scaled(shownOrder(stored, grid), volume)
  return {
    width,
    height,
    channels: 1,
    colours: 1,
    hasAlpha: false,
    noData: null,
    ...(volume.window === null || data instanceof Uint8Array ? {} : { window: volume.window }),
    data,
  }
}

type Values = InstanceType<VoxelType['values']>

/** Where the bytes of a slice lie: runs of one length at equal distances. */
function runsOf(
  { dims, start }: NiftiVolume,
  bytes: number,
  { normal, number }: SliceGrid,
): { first: number; length: number; step: number; count: number } {
  const [across, down, deep] = dims
  const strides = [bytes, across * bytes, across * down * bytes]
  const first = start + (number - 1) * strides[normal]
  switch (normal) {
    case 0:
      return { first, length: bytes, step: strides[1], count: down * deep }
    case 1:
      return { first, length: strides[1], step: strides[2], count: deep }
    default:
      return { first, length: strides[2], step: strides[2], count: 1 }
  }
}

async function sliceBytes(
  handle: ImageHandle,
  volume: NiftiVolume,
  { bytes: size }: VoxelType,
  grid: SliceGrid,
): Promise<Buffer> {
  const { first, length, step, count } = runsOf(volume, size, grid)
  const found = Buffer.alloc(length * count)
  let run = 0
  let filled = 0
  for await (const { offset, bytes } of volumeBytes(handle, first)) {
    while (run < count) {
      const begin = first + run * step
      const from = Math.max(begin, offset)
      const until = Math.min(begin + length, offset + bytes.length)
      if (from < until) {
        bytes.copy(found, run * length + from - begin, from - offset, until - offset)
        filled += until - from
      }
      if (begin + length > offset + bytes.length) {
        break
      }
      run += 1
    }
    if (run === count) {
      break
    }
  }
  if (filled < found.length) {
    throw new HeaderError('its voxels end early')
  }
  return found
}

function valuesOf(bytes: Buffer, { bytes: size, values }: VoxelType, isLittle: boolean): Values {
  // aligned to the size of a value
  const own = Buffer.from(Uint8Array.from(bytes).buffer)
  if (!isLittle && size > 1) {
    own[size === 2 ? 'swap16' : size === 4 ? 'swap32' : 'swap64']()
  }
  return new values(own.buffer)
}

/** From the order of the file to rows from the top. */
function shownOrder(stored: Values, { width, height, columns, rows }: SliceGrid): Values {
  const shown = stored.slice()
  // the lower of the two axes runs fastest
  const [columnStep, rowStep] = columns.axis < rows.axis ? [1, width] : [height, 1]
  for (let row = 0; row < height; row += 1) {
    const down = (rows.isReversed ? height - 1 - row : row) * rowStep
    for (let column = 0; column < width; column += 1) {
      const across = (columns.isReversed ? width - 1 - column : column) * columnStep
      shown[row * width + column] = stored[down + across]
    }
  }
  return shown
}

function scaled(values: Values, { slope, intercept }: NiftiVolume): Values {
  return slope === 1 && intercept === 0
    ? values
    : Float32Array.from(values, (value) => value * slope + intercept)
}
