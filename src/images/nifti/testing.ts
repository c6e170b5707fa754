import { gzipSync } from 'node:zlib'

/** A NIfTI-1 file, for tests: written by nifti1.h. */
export interface MadeNifti {
  dims: readonly number[]
  /** Of the voxel at i, j, k. */
  at: (i: number, j: number, k: number) => number
  /** nifti1.h: 2 uint8, 4 int16, 8 int32, 16 float32, 64 float64, 512 uint16. */
  datatype?: number
  isBig?: boolean
  isPacked?: boolean
  slope?: number
  intercept?: number
  window?: readonly [low: number, high: number]
  pixdim?: readonly [number, number, number]
  units?: number
  /** Rows of right, front and head, with the place of the first voxel. */
  sform?: readonly (readonly [number, number, number, number])[]
  /** b, c, d and the handedness. */
  qform?: readonly [number, number, number, number]
  magic?: string
}

const BITS: Readonly<Record<number, number>> = { 2: 8, 4: 16, 8: 32, 16: 32, 64: 64, 128: 24, 512: 16 }

export function makeNifti(made: MadeNifti): Buffer {
  const { dims, datatype = 4, isBig = false, isPacked = false } = made
  const head = Buffer.alloc(352)
  const short = (value: number, at: number): number =>
    isBig ? head.writeInt16BE(value, at) : head.writeInt16LE(value, at)
  const real = (value: number, at: number): number =>
    isBig ? head.writeFloatBE(value, at) : head.writeFloatLE(value, at)
  void (isBig ? head.writeInt32BE(348, 0) : head.writeInt32LE(348, 0))
  short(dims.length, 40)
  dims.forEach((side, axis) => short(side, 42 + 2 * axis))
  short(datatype, 70)
  short(BITS[datatype] ?? 8, 72)
  const { pixdim = [1, 1, 1], window = [0, 0], sform, qform } = made
  real(qform?.[3] ?? 1, 76)
  pixdim.forEach((size, axis) => real(size, 80 + 4 * axis))
  real(352, 108)
  real(made.slope ?? 0, 112)
  real(made.intercept ?? 0, 116)
  head[123] = made.units ?? 2
  real(window[1], 124)
  real(window[0], 128)
  short(qform === undefined ? 0 : 1, 252)
  short(sform === undefined ? 0 : 1, 254)
  qform?.slice(0, 3).forEach((value, index) => real(value, 256 + 4 * index))
  sform?.forEach((row, index) => row.forEach((value, column) => real(value, 280 + 16 * index + 4 * column)))
  head.write(made.magic ?? 'n+1\0', 344, 'latin1')
  const whole = Buffer.concat([head, voxelsOf(made, datatype, isBig)])
  return isPacked ? gzipSync(whole) : whole
}

function voxelsOf({ dims, at }: MadeNifti, datatype: number, isBig: boolean): Buffer {
  const [across, down = 1, deep = 1, times = 1] = dims
  const size = (BITS[datatype] ?? 8) / 8
  const bytes = Buffer.alloc(across * down * deep * times * size)
  for (let k = 0; k < deep; k += 1) {
    for (let j = 0; j < down; j += 1) {
      for (let i = 0; i < across; i += 1) {
        put(bytes, ((k * down + j) * across + i) * size, at(i, j, k), datatype, isBig)
      }
    }
  }
  return bytes
}

function put(bytes: Buffer, offset: number, value: number, datatype: number, isBig: boolean): void {
  switch (datatype) {
    case 4:
      void (isBig ? bytes.writeInt16BE(value, offset) : bytes.writeInt16LE(value, offset))
      break
    case 8:
      void (isBig ? bytes.writeInt32BE(value, offset) : bytes.writeInt32LE(value, offset))
      break
    case 16:
      void (isBig ? bytes.writeFloatBE(value, offset) : bytes.writeFloatLE(value, offset))
      break
    case 64:
      void (isBig ? bytes.writeDoubleBE(value, offset) : bytes.writeDoubleLE(value, offset))
      break
    case 512:
      void (isBig ? bytes.writeUInt16BE(value, offset) : bytes.writeUInt16LE(value, offset))
      break
    default:
      bytes[offset] = value
  }
}
