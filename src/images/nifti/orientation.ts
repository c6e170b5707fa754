import { affineOf } from './affine'
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
  const matrix = affineOf(volume) ?? AS_STORED
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
