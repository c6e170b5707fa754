import type { SliceChoice } from '../../domain/slice-path'
import { affineOf, placeOf, voxelAtPlace } from './affine'
import { directionsOf } from './orientation'
import type { NiftiVolume } from './volume'

type BodyAxis = Exclude<SliceChoice['axis'], 'frame'>
/** A slice of a volume that is cut by an axis of the body. */
export interface BodySlice extends SliceChoice {
  axis: BodyAxis
}

export interface PartnerSlice {
  /** From 1, in the order of the file: the nearest one where the volume does not reach so far. */
  number: number
  isThere: boolean
}

/**
 * The slice of another volume at the place of this one. Where the headers do not place both volumes, or they have
 * nothing in common, slices are counted in one direction of the body, and where a file tells no direction, in the order
 * of the files.
 */
export function partnerSlice(
  volume: NiftiVolume,
  other: NiftiVolume,
  { axis, number }: BodySlice,
): PartnerSlice {
  const count = countOf(other, axis)
  const at = (slice: number): number | null => placeAlong(volume, other, { axis, number: slice })
  const [wanted, first, last] = [at(number), at(1), at(countOf(volume, axis))]
  if (wanted === null || first === null || last === null || !doMeet(first, last, count)) {
    const counted = countedAlike(volume, other, { axis, number })
    return { number: nearest(counted, count), isThere: counted >= 1 && counted <= count }
  }
  const rounded = Math.round(wanted)
  return { number: nearest(rounded, count), isThere: rounded >= 1 && rounded <= count }
}

/**
 * Millimetres between the places of two slices, along the second; null where the files do not tell, or it is no more than
 * half of the way to the next slice.
 */
export function millimetresApart(
  volume: NiftiVolume,
  slice: BodySlice,
  other: NiftiVolume,
  otherSlice: BodySlice,
): number | null {
  const at = slice.axis === otherSlice.axis ? placeAlong(volume, other, slice) : null
  const affine = affineOf(other)
  if (at === null || affine === null) {
    return null
  }
  const slices = Math.abs(at - otherSlice.number)
  const step = Math.hypot(...affine.map((row) => row[directionsOf(other).normalOf[slice.axis]]))
  return slices > HALF ? slices * step : null
}

/** Places are rounded numbers. */
const HALF = 0.501

export function countOf(volume: NiftiVolume, axis: BodyAxis): number {
  return volume.dims[directionsOf(volume).normalOf[axis]]
}

/** Number of the slice of the other volume at the middle of this slice, not rounded; null where the files do not tell. */
function placeAlong(volume: NiftiVolume, other: NiftiVolume, { axis, number }: BodySlice): number | null {
  const [from, to] = [affineOf(volume), affineOf(other)]
  if (from === null || to === null) {
    return null
  }
  const middle = volume.dims.map((side) => (side - 1) / 2)
  middle[directionsOf(volume).normalOf[axis]] = number - 1
  const voxel = voxelAtPlace(to, placeOf(from, middle))
  return voxel === null ? null : voxel[directionsOf(other).normalOf[axis]] + 1
}

function doMeet(first: number, last: number, count: number): boolean {
  return Math.max(first, last) > 0.5 && Math.min(first, last) < count + 0.5
}

/** May lie outside of the other volume. */
function countedAlike(volume: NiftiVolume, other: NiftiVolume, { axis, number }: BodySlice): number {
  if (affineOf(volume) === null || affineOf(other) === null) {
    return number
  }
  const fromLowEnd = isCountedUp(volume, axis) ? number : countOf(volume, axis) + 1 - number
  return isCountedUp(other, axis) ? fromLowEnd : countOf(other, axis) + 1 - fromLowEnd
}

function isCountedUp(volume: NiftiVolume, axis: BodyAxis): boolean {
  const { normalOf, growsPositive } = directionsOf(volume)
  return growsPositive[normalOf[axis]]
}

function nearest(number: number, count: number): number {
  return Math.min(Math.max(number, 1), count)
}
