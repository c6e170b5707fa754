import type { NiftiVolume } from './volume'

type Placed = Pick<NiftiVolume, 'header' | 'isLittle'>

/** Three rows (right, front, head) of four columns (i, j, k, and the place of the first voxel), in millimetres. */
export type Affine = readonly (readonly number[])[]

/** Where voxels lie, by the sform, else by the qform; null where the file does not say. Source: nifti1.h, methods 2 and 3. */
export function affineOf({ header, isLittle }: Placed): Affine | null {
  const short = (at: number): number => (isLittle ? header.readInt16LE(at) : header.readInt16BE(at))
  const real = (at: number): number => (isLittle ? header.readFloatLE(at) : header.readFloatBE(at))
  const unit = MILLIMETRES[header[123] & 7] ?? 1
  const scaled = (rows: number[][]): Affine | null =>
    isUsable(rows) ? rows.map((row) => row.map((value) => value * unit)) : null
  if (short(254) > 0) {
    return scaled([280, 296, 312].map((at) => [0, 4, 8, 12].map((column) => real(at + column))))
  }
  if (short(252) > 0) {
    const turned = ofQuaternion(real(256), real(260), real(264), real(76) < 0 ? -1 : 1)
    const sizes = [80, 84, 88].map((at) => (real(at) > 0 ? real(at) : 1))
    return scaled(
      turned.map((row, index) => [
        ...row.map((value, column) => value * sizes[column]),
        real(268 + 4 * index),
      ]),
    )
  }
  return null
}

/** Of a unit of `xyzt_units`: not said, metres, millimetres, micrometres. */
const MILLIMETRES: readonly (number | undefined)[] = [1, 1000, 1, 1e-3]

function isUsable(rows: readonly number[][]): boolean {
  const turns = rows.flatMap((row) => row.slice(0, 3))
  return rows.flat().every((value) => Number.isFinite(value)) && turns.some((value) => value !== 0)
}

/** nifti1.h, "method 2". */
function ofQuaternion(b: number, c: number, d: number, handedness: number): number[][] {
  const a = Math.sqrt(Math.max(0, 1 - (b * b + c * c + d * d)))
  return [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c) * handedness],
    [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b) * handedness],
    [2 * (b * d - a * c), 2 * (c * d + a * b), (a * a + d * d - b * b - c * c) * handedness],
  ]
}

/** Where a voxel lies, in millimetres. */
export function placeOf(affine: Affine, voxel: readonly number[]): number[] {
  return affine.map((row) => voxel.reduce((sum, at, axis) => sum + at * row[axis], row[3]))
}

/** The voxel at a place, not rounded; null where the volume is flat. */
export function voxelAtPlace(affine: Affine, place: readonly number[]): number[] | null {
  const [a, b, c] = [0, 1, 2].map((axis) => affine.map((row) => row[axis]))
  const volume = dot(a, cross(b, c))
  const lengths = [a, b, c].map((side) => Math.hypot(...side))
  if (!(Math.abs(volume) > FLAT * lengths[0] * lengths[1] * lengths[2])) {
    return null
  }
  const from = place.map((value, row) => value - affine[row][3])
  return [cross(b, c), cross(c, a), cross(a, b)].map((normal) => dot(from, normal) / volume)
}

/** Of the volume of a box with these sides. */
const FLAT = 1e-6

function dot(first: readonly number[], second: readonly number[]): number {
  return first.reduce((sum, value, index) => sum + value * second[index], 0)
}

function cross([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}
