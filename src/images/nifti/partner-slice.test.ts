import { describe, expect, test } from 'vitest'
import { millimetresApart, partnerSlice } from './partner-slice'
import type { BodySlice } from './partner-slice'
import { makeNifti } from './testing'
import type { MadeNifti } from './testing'
import { parseNifti } from './volume'
import type { NiftiVolume } from './volume'

type Rows = NonNullable<MadeNifti['sform']>

/** 10 x 12 x 20 voxels of 2 x 3 x 4 mm. */
function volume(change: Partial<MadeNifti>): NiftiVolume {
  return parseNifti(makeNifti({ dims: [10, 12, 20], pixdim: [2, 3, 4], at: () => 0, datatype: 2, ...change }))
}

/** Grows to the right, the front and the head from here, in millimetres. */
function from(right: number, front: number, head: number, step = 4): Rows {
  return [
    [2, 0, 0, right],
    [0, 3, 0, front],
    [0, 0, step, head],
  ]
}

const upright = volume({ sform: from(0, 0, 0) })
const axial = (number: number): BodySlice => ({ axis: 'axial', number })
const numbersOf = (other: NiftiVolume, numbers: number[], of = upright): number[] =>
  numbers.map((number) => partnerSlice(of, other, axial(number)).number)

describe('a slice of another volume at the same place', () => {
  test('has another number where that volume begins elsewhere or has other steps', () => {
    expect(numbersOf(volume({ sform: from(0, 0, 8) }), [3, 10, 20])).toEqual([1, 8, 18])
    expect(numbersOf(volume({ dims: [10, 12, 39], sform: from(0, 0, 0, 2) }), [1, 10, 20])).toEqual([
      1, 19, 39,
    ])
  })

  test('is counted from the other end in a volume that was stored from head to feet', () => {
    const headFirst = volume({ sform: from(0, 0, 76, -4) })
    expect(numbersOf(headFirst, [1, 5, 20])).toEqual([20, 16, 1])
    expect(numbersOf(upright, [20, 16, 1], headFirst)).toEqual([1, 5, 20])
  })

  test('is on the same side of the body where columns run from left to right in one, and to the left in the other', () => {
    const toLeft = volume({
      sform: [
        [-2, 0, 0, 18],
        [0, -3, 0, 33],
        [0, 0, 4, 0],
      ],
    })
    const sagittal = { axis: 'sagittal', number: 2 } as const
    expect(partnerSlice(upright, toLeft, sagittal)).toEqual({ number: 9, isThere: true })
    expect(partnerSlice(upright, toLeft, { axis: 'coronal', number: 12 }).number).toBe(1)
  })

  test('is found by a qform, with the sizes of the voxels, and in metres', () => {
    // half a turn about the axis to the front: right and head change sign
    const turned = volume({ qform: [0, 1, 0, 1] })
    expect(numbersOf(turned, [1], volume({ sform: from(0, 0, -76) }))).toEqual([20])
    const metres = from(0, 0, 8).map((row) => row.map((value) => value / 1000)) as unknown as Rows
    expect(numbersOf(volume({ sform: metres, units: 1 }), [3])).toEqual([1])
  })

  test('is the nearest one, and is not there, beyond the end of that volume', () => {
    const higher = volume({ sform: from(0, 0, 40) })
    expect(partnerSlice(upright, higher, axial(4))).toEqual({ number: 1, isThere: false })
    expect(partnerSlice(upright, higher, axial(11))).toEqual({ number: 1, isThere: true })
  })

  test('has the same number counted from one end of the body where the volumes do not meet', () => {
    expect(numbersOf(volume({ sform: from(0, 0, 1000) }), [1, 20])).toEqual([1, 20])
    expect(numbersOf(volume({ sform: from(0, 0, 1000, -4) }), [1, 20])).toEqual([20, 1])
  })

  test('has the same number where a file does not say how it lies', () => {
    expect(numbersOf(volume({}), [1, 7])).toEqual([1, 7])
    expect(numbersOf(upright, [1, 7], volume({}))).toEqual([1, 7])
    expect(partnerSlice(volume({ dims: [10, 12, 22] }), volume({}), axial(21))).toEqual({
      number: 20,
      isThere: false,
    })
    // all columns in one plane
    const flat: Rows = [
      [2, 0, 0, 0],
      [0, 3, 3, 0],
      [0, 0, 0, 0],
    ]
    expect(numbersOf(volume({ sform: flat }), [1, 7])).toEqual([1, 7])
  })
})

test('two slices lie apart by the distance of their places, and not where it is half a step or less', () => {
  const shifted = volume({ sform: from(0, 0, 10) })
  expect(millimetresApart(upright, axial(10), shifted, axial(10))).toBeCloseTo(10, 4)
  expect(millimetresApart(upright, axial(10), shifted, axial(7))).toBeNull()
  expect(millimetresApart(upright, axial(10), shifted, { axis: 'coronal', number: 10 })).toBeNull()
  expect(millimetresApart(upright, axial(10), volume({}), axial(1))).toBeNull()
})
