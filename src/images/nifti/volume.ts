import { HeaderError } from '../header/source'
import { HEADER_BYTES } from './volume-bytes'

/** NIfTI-1.1 (nifti1.h), `datatype`. */
const TYPES = {
  2: { bytes: 1, values: Uint8Array },
  4: { bytes: 2, values: Int16Array },
  8: { bytes: 4, values: Int32Array },
  16: { bytes: 4, values: Float32Array },
  64: { bytes: 8, values: Float64Array },
  256: { bytes: 1, values: Int8Array },
  512: { bytes: 2, values: Uint16Array },
  768: { bytes: 4, values: Uint32Array },
} as const
export type VoxelType = (typeof TYPES)[keyof typeof TYPES]

const MOST_SIDE = 32_767

/** A NIfTI file: one volume, the first of several. */
export interface NiftiVolume {
  /** The first 348 bytes. */
  header: Buffer
  isLittle: boolean
  /** Voxels along i, j and k. */
  dims: readonly [number, number, number]
  /** Null where values of this type are not read. */
  type: VoxelType | null
  /** Byte at which the voxels begin. */
  start: number
  slope: number
  intercept: number
  /** For display; null where the file says none. */
  window: { low: number; high: number } | null
  /** Millimetres of a voxel along i, j and k; null where the file does not say. */
  spacing: readonly [number, number, number] | null
}

/** @param bytes the first 348 or more, uncompressed. @throws HeaderError */
export function parseNifti(bytes: Buffer): NiftiVolume {
  if (bytes.length < HEADER_BYTES) {
    throw new HeaderError('it ends inside its header')
  }
  const header = bytes.subarray(0, HEADER_BYTES)
  const isLittle = header.readInt32LE(0) === HEADER_BYTES
  const short = (at: number): number => (isLittle ? header.readInt16LE(at) : header.readInt16BE(at))
  const real = (at: number): number => (isLittle ? header.readFloatLE(at) : header.readFloatBE(at))
  const rank = short(40)
  const dims = [1, 2, 3].map((axis) => (axis <= rank ? short(40 + 2 * axis) : 1))
  if (rank < 2 || rank > 7 || dims.some((side) => side < 1 || side > MOST_SIDE)) {
    throw new HeaderError('its header is damaged')
  }
  const code = short(70)
  const type = Object.hasOwn(TYPES, code) ? TYPES[code as keyof typeof TYPES] : null
  const start = real(108)
  if (!(start >= HEADER_BYTES && start < 2 ** 24)) {
    throw new HeaderError('its header is damaged')
  }
  const slope = real(112)
  const isScaled = Number.isFinite(slope) && slope !== 0 && Number.isFinite(real(116))
  const [low, high] = [real(128), real(124)]
  return {
    header,
    isLittle,
    dims: [dims[0], dims[1], dims[2]],
    type,
    start: Math.floor(start),
    slope: isScaled ? slope : 1,
    intercept: isScaled ? real(116) : 0,
    window: Number.isFinite(low) && high > low && high < Infinity ? { low, high } : null,
    spacing: spacingOf([real(80), real(84), real(88)], header[123]),
  }
}

/** `xyzt_units`: metres, millimetres (or not said), micrometres. */
function spacingOf(pixdim: readonly [number, number, number], units: number): NiftiVolume['spacing'] {
  const factor = [1, 1000, 1, 1e-3].at(units & 7) ?? null
  const sizes = pixdim.map((size) => Math.abs(size) * (factor ?? Number.NaN))
  return sizes.every((size) => size > 0 && size < 1e6) ? [sizes[0], sizes[1], sizes[2]] : null
}
