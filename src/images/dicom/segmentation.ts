import { createHash } from 'node:crypto'
import { code, dicomFile, element, longs, sequence, shorts, tags } from './write'
import type { Element } from './write'
import type { PatientData, SourceReference } from './source-reference'

/** DICOM PS3.3 A.51: a mask of one segment over one frame of the source. */
export interface SegmentFrame {
  source: SourceReference
  /** From 1. */
  segment: number
  /** Row-major, one byte a pixel, 0 or 1. */
  mask: Uint8Array
}

const SEGMENTATION_CLASS = '1.2.840.10008.5.1.4.1.1.66.4'
const PROGRAM = 'Deltascribe'
/** The file says no date of its own, so that the same masks give the same bytes. */
const NO_DATE = '19700101'
const NO_TIME = '000000'

/** A UID under 2.25, which anybody may make (PS3.5 B.2), from a hash: the same parts give the same one. */
export function hashedUid(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  parts.forEach((part) => hash.update(part).update('\0'))
  return `2.25.${BigInt(`0x${hash.digest('hex').slice(0, 32)}`)}`
}

/**
 * A binary segmentation. What says who the person is stays empty where it is not given.
 * @param names of the segments, from the first
 * @param frames one or more, of one source file
 */
export function segmentationFile(
  names: readonly string[],
  frames: readonly SegmentFrame[],
  patient: PatientData = new Map(),
): Buffer {
  const [{ source }] = frames
  const masks = frames.map(({ mask }) => mask)
  // in a file of one frame, the masks say it all
  const places =
    source.frameCount === 1 ? [] : frames.map((frame) => `${frame.segment}@${frame.source.frame}`)
  const instanceUid = hashedUid('segmentation', source.instanceUid, names.join('\n'), ...places, ...masks)
  return dicomFile(
    {
      classUid: SEGMENTATION_CLASS,
      instanceUid,
      programUid: hashedUid('program', PROGRAM),
      program: PROGRAM.toUpperCase(),
    },
    [
      element(0x00080005, 'CS', 'ISO_IR 192'),
      element(0x00080016, 'UI', SEGMENTATION_CLASS),
      element(0x00080018, 'UI', instanceUid),
      ...aboutSource(source),
      ...aboutPatient(patient),
      ...equipment(),
      element(0x0020000e, 'UI', hashedUid('series', source.instanceUid, instanceUid)),
      ...image(source, frames.length),
      ...segments(names),
      ...groups(source, frames, instanceUid),
      element(0x7fe00010, 'OB', packed(masks)),
    ],
  )
}

function aboutSource(source: SourceReference): Element[] {
  const instance = [element(0x00081150, 'UI', source.classUid), element(0x00081155, 'UI', source.instanceUid)]
  return [
    sequence(0x00081115, [sequence(0x0008114a, instance), element(0x0020000e, 'UI', source.seriesUid)]),
    element(0x0020000d, 'UI', source.studyUid),
    ...(source.frameOfReferenceUid === null
      ? []
      : [element(0x00200052, 'UI', source.frameOfReferenceUid), element(0x00201040, 'LO', '')]),
  ]
}

/** Elements that must be there, and may be empty. */
function aboutPatient(patient: PatientData): Element[] {
  const empty = [
    [0x00080020, 'DA'],
    [0x00080030, 'TM'],
    [0x00080050, 'SH'],
    [0x00080090, 'PN'],
    [0x00100010, 'PN'],
    [0x00100020, 'LO'],
    [0x00100030, 'DA'],
    [0x00100040, 'CS'],
    [0x00200010, 'SH'],
  ] as const
  return empty.map(([tag, vr]) => element(tag, vr, patient.get(tag)?.text ?? ''))
}

function equipment(): Element[] {
  return [
    element(0x00080023, 'DA', NO_DATE),
    element(0x00080033, 'TM', NO_TIME),
    element(0x00080060, 'CS', 'SEG'),
    element(0x00080070, 'LO', PROGRAM),
    element(0x00081090, 'LO', PROGRAM),
    element(0x00181000, 'LO', '1'),
    element(0x00181020, 'LO', '1'),
    element(0x00200011, 'IS', '1'),
    element(0x00200013, 'IS', '1'),
    element(0x00700080, 'CS', 'CHANGE'),
    element(0x00700081, 'LO', ''),
    element(0x00700084, 'PN', ''),
  ]
}

function image({ rows, columns }: SourceReference, frameCount: number): Element[] {
  return [
    element(0x00080008, 'CS', 'DERIVED\\PRIMARY'),
    shorts(0x00280002, 1),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280008, 'IS', String(frameCount)),
    shorts(0x00280010, rows),
    shorts(0x00280011, columns),
    shorts(0x00280100, 1),
    shorts(0x00280101, 1),
    shorts(0x00280102, 0),
    shorts(0x00280103, 0),
    element(0x00282110, 'CS', '00'),
    element(0x00620001, 'CS', 'BINARY'),
  ]
}

/** Most characters of an LO, which has no backslash. */
export function segmentLabel(name: string): string {
  return /^.{0,64}/su.exec(name.replaceAll('\\', '/'))?.[0] ?? ''
}

function segments(names: readonly string[]): Element[] {
  const items = names.map((name, index) => [
    code(0x00620003, '49755003', 'SCT', 'Morphologically Abnormal Structure'),
    shorts(0x00620004, index + 1),
    element(0x00620005, 'LO', segmentLabel(name)),
    element(0x00620008, 'CS', 'SEMIAUTOMATIC'),
    element(0x00620009, 'LO', PROGRAM),
    code(0x0062000f, '49755003', 'SCT', 'Morphologically Abnormal Structure'),
  ])
  return [sequence(0x00620002, ...items)]
}

function optional(tag: number, vr: string, text: string | null): Element[] {
  return text === null ? [] : [element(tag, vr, text)]
}

function groups(source: SourceReference, frames: readonly SegmentFrame[], instanceUid: string): Element[] {
  const dimensions = hashedUid('dimensions', instanceUid)
  const shared = [
    ...(source.pixelSpacing === null
      ? []
      : [
          sequence(0x00289110, [
            ...optional(0x00180050, 'DS', source.sliceThickness),
            element(0x00280030, 'DS', source.pixelSpacing),
          ]),
        ]),
    ...(source.orientation === null
      ? []
      : [sequence(0x00209116, [element(0x00200037, 'DS', source.orientation)])]),
  ]
  return [
    sequence(0x00209221, [element(0x00209164, 'UI', dimensions)]),
    sequence(0x00209222, [
      element(0x00209164, 'UI', dimensions),
      tags(0x00209165, 0x0062000b),
      tags(0x00209167, 0x0062000a),
    ]),
    sequence(0x52009229, shared),
    sequence(0x52009230, ...frames.map(frameGroups)),
  ]
}

function frameGroups({ source, segment }: SegmentFrame): Element[] {
  const reference = [
    element(0x00081150, 'UI', source.classUid),
    element(0x00081155, 'UI', source.instanceUid),
    ...(source.frameCount > 1 ? [element(0x00081160, 'IS', String(source.frame + 1))] : []),
    code(0x0040a170, '121322', 'DCM', 'Source image for image processing operation'),
  ]
  return [
    sequence(0x00089124, [
      sequence(0x00082112, reference),
      code(0x00089215, '113076', 'DCM', 'Segmentation'),
    ]),
    sequence(0x00209111, [longs(0x00209157, segment)]),
    ...(source.position === null ? [] : [sequence(0x00209113, [element(0x00200032, 'DS', source.position)])]),
    sequence(0x0062000a, [shorts(0x0062000b, segment)]),
  ]
}

/** PS3.5 8.1.1: the first pixel is the lowest bit, and frames follow each other without a gap. */
function packed(masks: readonly Uint8Array[]): Buffer {
  const count = masks.reduce((sum, { length }) => sum + length, 0)
  const bits = Buffer.alloc(Math.ceil(count / 8))
  let at = 0
  for (const mask of masks) {
    for (const value of mask) {
      if (value !== 0) {
        bits[at >> 3] |= 1 << (at & 7)
      }
      at += 1
    }
  }
  return bits
}
