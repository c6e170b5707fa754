import type { DataSet } from 'dicom-parser'
import type { SliceChoice } from '../../domain/slice-path'
import { HeaderError } from '../header/source'
import { groupOf, parseAttributes, PIXEL_DATA, undamaged } from './attributes'
import { valueText } from './value-text'

/**
 * What a segmentation says of the image that it belongs to: numbers that name it, and where it lies in the body. Read
 * for an export alone, and only there does it leave the file.
 */
export interface SourceReference {
  classUid: string
  instanceUid: string
  seriesUid: string
  studyUid: string
  /** Null where the file has none. */
  frameOfReferenceUid: string | null
  rows: number
  columns: number
  frameCount: number
  /** The frame that is shown, from 0. */
  frame: number
  /** As texts of decimals, as in the file; null where it has none. */
  pixelSpacing: string | null
  orientation: string | null
  sliceThickness: string | null
  /** Of the frame. */
  position: string | null
}

/** What the file says of the person and the examination, by tag. Read only where the person who exports asks for it. */
export type PatientData = ReadonlyMap<number, { vr: string; text: string }>

const PATIENT: readonly (readonly [tag: number, vr: string])[] = [
  [0x00080020, 'DA'], // study date
  [0x00080030, 'TM'], // study time
  [0x00080050, 'SH'], // accession number
  [0x00100010, 'PN'], // name
  [0x00100020, 'LO'], // patient ID
  [0x00100030, 'DA'], // birth date
  [0x00100040, 'CS'], // sex
  [0x00200010, 'SH'], // study ID
]

/** @param bytes the whole file. @throws HeaderError where it cannot be referred to */
export function sourceReference(bytes: Buffer, slice: SliceChoice | null): SourceReference {
  return undamaged(() => referenceIn(bytes, slice))
}

function referenceIn(bytes: Buffer, slice: SliceChoice | null): SourceReference {
  const file = parseAttributes(bytes, slice, PIXEL_DATA)
  if ('unread' in file) {
    throw new HeaderError('its pixels are of a kind that is not read')
  }
  const { dataSet, attributes } = file
  const { width: columns, height: rows, frame, frameCount } = attributes
  const [classUid, instanceUid, seriesUid, studyUid] = [
    textOr(dataSet, 'x00080016', 'x00020002'),
    textOr(dataSet, 'x00080018', 'x00020003'),
    textOf(dataSet, 'x0020000e'),
    textOf(dataSet, 'x0020000d'),
  ]
  if (classUid === null || instanceUid === null) {
    throw new HeaderError('it has no UID')
  }
  const ofFrame = (group: string, tag: string): string | null =>
    textOf(groupOf(dataSet, frame, group, tag), tag)
  return {
    classUid,
    instanceUid,
    seriesUid: seriesUid ?? instanceUid,
    studyUid: studyUid ?? instanceUid,
    frameOfReferenceUid: textOf(dataSet, 'x00200052'),
    rows,
    columns,
    frame,
    frameCount,
    pixelSpacing: ofFrame('x00289110', 'x00280030'),
    sliceThickness: ofFrame('x00289110', 'x00180050'),
    orientation: ofFrame('x00209116', 'x00200037'),
    position: ofFrame('x00209113', 'x00200032'),
  }
}

/** Texts that cannot be decoded are left out. @param bytes the whole file. @throws HeaderError */
export function patientData(bytes: Buffer): PatientData {
  return undamaged(() => patientIn(bytes))
}

function patientIn(bytes: Buffer): PatientData {
  const file = parseAttributes(bytes, null, PIXEL_DATA)
  const found = new Map<number, { vr: string; text: string }>()
  if ('unread' in file) {
    return found
  }
  for (const [tag, vr] of PATIENT) {
    const text = valueText(file.dataSet, `x${tag.toString(16).padStart(8, '0')}`)
    if (text !== null) {
      found.set(tag, { vr, text })
    }
  }
  return found
}

function textOr(dataSet: DataSet, tag: string, other: string): string | null {
  return textOf(dataSet, tag) ?? textOf(dataSet, other)
}

/** Null where it is missing or empty. */
function textOf(dataSet: DataSet, tag: string): string | null {
  const text = (dataSet.string(tag) ?? '').trim()
  return text === '' ? null : text
}
