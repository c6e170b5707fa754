import { middleOf } from '../../domain/slice-path'
import type { SliceChoice } from '../../domain/slice-path'
import { directionsOf } from './orientation'
import type { Directions } from './orientation'
import type { NiftiVolume } from './volume'

/** How columns or rows of a slice lie in the volume. */
interface Side {
  /** 0 for i, 1 for j, 2 for k. */
  axis: number
  count: number
  /** The first column or row is the last voxel. */
  isReversed: boolean
}

/** A slice as radiologists look at it: the right of the body on the left, front or head at the top. */
export interface SliceGrid {
  axis: 'axial' | 'coronal' | 'sagittal'
  /** From 1, in the order of the file. */
  number: number
  width: number
  height: number
  columns: Side
  rows: Side
  /** Voxel axis along which slices are counted. */
  normal: number
}

/** The chosen slice; null where the volume has none of that axis and number. */
export function gridOf(volume: NiftiVolume, choice: SliceChoice | null): SliceGrid | null {
  const directions = directionsOf(volume)
  const axis = choice?.axis ?? 'axial'
  if (axis === 'frame') {
    return null
  }
  const count = volume.dims[directions.normalOf[axis]]
  const number = choice?.number ?? middleOf(count)
  return number > count ? null : sliceGrid(volume.dims, directions, { axis, number })
}

function sliceGrid(
  dims: readonly [number, number, number],
  { normalOf, growsPositive }: Directions,
  { axis, number }: Pick<SliceGrid, 'axis' | 'number'>,
): SliceGrid {
  const side = (voxelAxis: number): Side => ({
    axis: voxelAxis,
    count: dims[voxelAxis],
    // right, front and head come first
    isReversed: growsPositive[voxelAxis],
  })
  const { sagittal: right, coronal: front, axial: head } = normalOf
  const columns = side(axis === 'sagittal' ? front : right)
  const rows = side(axis === 'axial' ? front : head)
  return {
    axis,
    number,
    width: columns.count,
    height: rows.count,
    columns,
    rows,
    normal: normalOf[axis],
  }
}

/** Index of a voxel of the slice, in the order of the file. */
export function voxelAt(
  { columns, rows, normal, number }: SliceGrid,
  dims: readonly [number, number, number],
  column: number,
  row: number,
): number {
  const at = [0, 0, 0]
  at[normal] = number - 1
  at[columns.axis] = columns.isReversed ? columns.count - 1 - column : column
  at[rows.axis] = rows.isReversed ? rows.count - 1 - row : row
  return (at[2] * dims[1] + at[1]) * dims[0] + at[0]
}
