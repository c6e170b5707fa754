import type { NiftiVolume } from './volume'

type BodyAxis = 'axial' | 'coronal' | 'sagittal'

/** Axes of a volume: 0 for i, 1 for j, 2 for k. */
export interface Directions {
  /** Along which slices of each kind are counted. */
  normalOf: Readonly<Record<BodyAxis, number>>
  /** Whether numbers grow to the right, to the front and to the head of the body, by voxel axis. */
  growsPositive: readonly [boolean, boolean, boolean]
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/**
 * Which voxel axis runs mostly along right, front and head: by the sform, else by the qform, else as they stand. A
 * volume that lies askew is cut along its own axes.
 */
export function directionsOf(volume: Pick<NiftiVolume, 'header' | 'isLittle'>): Directions {
  const matrix = matrixOf(volume)
  const lengths = [0, 1, 2].map((axis) => Math.hypot(...matrix.map((row) => row[axis])) || 1)
  // voxel axis of right, front, head
  const score = (order: readonly number[]): number =>
    order.reduce((sum, axis, row) => sum + Math.abs(matrix[row][axis]) / lengths[axis], 0)
  const order = ORDERS.reduce((best, one) => (score(one) > score(best) + 1e-9 ? one : best))
  const grows = [true, true, true]
  order.forEach((axis, row) => {
    grows[axis] = matrix[row][axis] >= 0
  })
  return {
    normalOf: { sagittal: order[0], coronal: order[1], axial: order[2] },
    growsPositive: [grows[0], grows[1], grows[2]],
  }
}

const AS_STORED = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Rows: right, front, head; columns: i, j, k. Without the place of the first voxel. */
function matrixOf({ header, isLittle }: Pick<NiftiVolume, 'header' | 'isLittle'>): number[][] {
  const short = (at: number): number => (isLittle ? header.readInt16LE(at) : header.readInt16BE(at))
  const real = (at: number): number => (isLittle ? header.readFloatLE(at) : header.readFloatBE(at))
  if (short(254) > 0) {
    const rows = [280, 296, 312].map((at) => [real(at), real(at + 4), real(at + 8)])
    return isUsable(rows) ? rows : AS_STORED
  }
  if (short(252) > 0) {
    const rows = ofQuaternion(real(256), real(260), real(264), real(76) < 0 ? -1 : 1)
    return isUsable(rows) ? rows : AS_STORED
  }
  return AS_STORED
}

function isUsable(rows: readonly number[][]): boolean {
  return rows.flat().every((value) => Number.isFinite(value)) && rows.flat().some((value) => value !== 0)
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
