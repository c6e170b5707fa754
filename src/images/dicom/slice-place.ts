import type { DataSet } from 'dicom-parser'
import { sliceOf } from '../../domain/slice-path'
import { fileSource, withImageFile } from '../file'
import { HeaderError } from '../header/source'
import { groupOf, undamaged } from './attributes'
import type { DicomFile } from './attributes'
import { readAttributes } from './header'

type Vector = readonly [x: number, y: number, z: number]

/** Where a slice lies, as the scanner says. Nothing else of the file is read: no name, number or date of a person. */
export interface SlicePlace {
  /** Of the file in its series; null where it says none, and for one of several frames. */
  instanceNumber: number | null
  /** The middle of the first pixel, in millimetres; to the left, to the back and to the head grow. */
  position: Vector
  /** Of length 1, across the slice. */
  normal: Vector
  /** By which places of two files have one origin; null where the file has none. */
  frameOfReference: string | null
}

/**
 * Null for a file that is no DICOM file, or says no place.
 * @param path may name a frame
 * @throws ImageError where the file itself cannot be read
 */
export function readSlicePlace(path: string): Promise<SlicePlace | null> {
  return withImageFile(
    path,
    async (handle, bytes) => {
      try {
        const found = await readAttributes(fileSource(handle, bytes), sliceOf(path))
        return 'unread' in found ? null : undamaged(() => placeOf(found))
      } catch (error) {
        if (error instanceof HeaderError) {
          return null
        }
        throw error
      }
    },
    Infinity,
  )
}

/** DICOM PS3.3 C.7.6.2: ImagePositionPatient and ImageOrientationPatient, of the file or of its frame. */
function placeOf({ dataSet, attributes: { frame, frameCount } }: DicomFile): SlicePlace | null {
  const position = numbersOf(groupOf(dataSet, frame, 'x00209113', 'x00200032'), 'x00200032', 3)
  const directions = numbersOf(groupOf(dataSet, frame, 'x00209116', 'x00200037'), 'x00200037', 6)
  if (position === null || directions === null) {
    return null
  }
  const [a, b, c, d, e, f] = directions
  const normal = unit([b * f - c * e, c * d - a * f, a * e - b * d])
  const number = Number.parseInt(dataSet.string('x00200013') ?? '', 10)
  return normal === null
    ? null
    : {
        instanceNumber: frameCount > 1 || Number.isNaN(number) ? null : number,
        position: [position[0], position[1], position[2]],
        normal,
        frameOfReference: dataSet.string('x00200052')?.trim() ?? null,
      }
}

function numbersOf(dataSet: DataSet, tag: string, count: number): number[] | null {
  const numbers = (dataSet.string(tag) ?? '').split('\\').map(decimalOf)
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null
}

/** An empty text is no 0. */
function decimalOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z)
  return length < SHORTEST ? null : [x / length, y / length, z / length]
}

/** Of a normal: rows and columns are at right angles, so it is 1 up to rounding. */
const SHORTEST = 0.5
/** Cosine of 10 degrees: slices at a larger angle have no distance. */
const PARALLEL = Math.cos((10 * Math.PI) / 180)
/** Steps of a millimetre that are told apart. */
const STEPS = 100

export interface SliceDistance {
  /** Millimetres between the planes of both slices, along the normal of the after slice; never less than 0. */
  apart: number
  /** False for two examinations, as a rule: the patient may lie otherwise on the table, so that places differ by that too. */
  haveOneOrigin: boolean
}

/** Null where the slices are not parallel. */
export function distanceOfSlices(before: SlicePlace, after: SlicePlace): SliceDistance | null {
  // a slice that is turned over lies in the same plane
  if (Math.abs(dot(before.normal, after.normal)) < PARALLEL) {
    return null
  }
  const along = Math.abs(dot(before.position, after.normal) - dot(after.position, after.normal))
  return {
    apart: Math.round(along * STEPS) / STEPS,
    haveOneOrigin: before.frameOfReference !== null && before.frameOfReference === after.frameOfReference,
  }
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
