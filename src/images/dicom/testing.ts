import charls from '@cornerstonejs/codec-charls'
import openJpeg from '@cornerstonejs/codec-openjpeg'

/** A DICOM file, for tests: written by the standard, with a person's name that nothing may show. */
export interface MadeDicom {
  width: number
  height: number
  /** As they lie in the file, or the fragments of a coded frame. */
  pixels: Buffer | readonly Uint8Array[]
  /** Transfer syntax; explicit little-endian if absent. */
  syntax?: string
  photometric?: string
  samplesPerPixel?: number
  isPlanar?: boolean
  bitsAllocated?: number
  bitsStored?: number
  isSigned?: boolean
  frames?: number
  slope?: number
  intercept?: number
  padding?: number
  /** As texts, backslashes between several. */
  center?: string
  windowWidth?: string
  windowNames?: string
  /** Rows, then columns. */
  pixelSpacing?: string
  detectorSpacing?: string
  /** InstanceNumber, ImagePositionPatient and ImageOrientationPatient, as texts. */
  instanceNumber?: string
  position?: string
  imageOrientation?: string
  frameOfReference?: string
  /** Red, green and blue, 16 bits an entry. */
  palette?: readonly (readonly number[])[]
}

export const SYNTAXES = {
  implicit: '1.2.840.10008.1.2',
  little: '1.2.840.10008.1.2.1',
  big: '1.2.840.10008.1.2.2',
  jpeg: '1.2.840.10008.1.2.4.50',
  losslessJpeg: '1.2.840.10008.1.2.4.70',
  jpegLs: '1.2.840.10008.1.2.4.80',
  jpeg2000: '1.2.840.10008.1.2.4.90',
} as const

export const PERSON = 'DOE^JANE'
const CLASS = '1.2.840.10008.5.1.4.1.1.7'
const INSTANCE = '1.2.826.0.1.3680043.8.498.1'
const LONG_FORMS = new Set(['OB', 'OW', 'SQ', 'UN', 'UT'])

type Value = string | number | readonly number[] | Buffer
type Element = readonly [group: number, element: number, vr: string, value: Value]

export function makeDicom(made: MadeDicom): Buffer {
  const { syntax = SYNTAXES.little } = made
  const style = { isBig: syntax === SYNTAXES.big, isImplicit: syntax === SYNTAXES.implicit }
  const meta = Buffer.concat(
    (
      [
        [2, 1, 'OB', Buffer.of(0, 1)],
        [2, 2, 'UI', CLASS],
        [2, 3, 'UI', INSTANCE],
        [2, 0x10, 'UI', syntax],
      ] as Element[]
    ).map((element) => written(element, PLAIN)),
  )
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    written([2, 0, 'UL', meta.length], PLAIN),
    meta,
    ...attributesOf(made).map((element) => written(element, style)),
    pixelData(made, style),
  ])
}

interface Style {
  isBig: boolean
  isImplicit: boolean
}

const PLAIN: Style = { isBig: false, isImplicit: false }

function optional(element: number, vr: string, value: Value | undefined): Element[] {
  return value === undefined ? [] : [[0x28, element, vr, value]]
}

function placeOf(made: MadeDicom): Element[] {
  const all = [
    [0x20, 0x13, 'IS', made.instanceNumber],
    [0x20, 0x32, 'DS', made.position],
    [0x20, 0x37, 'DS', made.imageOrientation],
    [0x20, 0x52, 'UI', made.frameOfReference],
  ] as const
  return all.flatMap(([group, element, vr, value]): Element[] =>
    value === undefined ? [] : [[group, element, vr, value]],
  )
}

function attributesOf(made: MadeDicom): Element[] {
  const { bitsAllocated = 16, photometric = 'MONOCHROME2', samplesPerPixel = 1, isSigned = false } = made
  const { bitsStored = bitsAllocated, palette = [] } = made
  return [
    [8, 0x16, 'UI', CLASS],
    [8, 0x18, 'UI', INSTANCE],
    [0x10, 0x10, 'PN', PERSON],
    ...(made.detectorSpacing === undefined ? [] : [[0x18, 0x1164, 'DS', made.detectorSpacing] as Element]),
    ...placeOf(made),
    [0x28, 2, 'US', samplesPerPixel],
    [0x28, 4, 'CS', photometric],
    ...(samplesPerPixel > 1 ? optional(6, 'US', made.isPlanar === true ? 1 : 0) : []),
    ...optional(8, 'IS', made.frames === undefined ? undefined : String(made.frames)),
    [0x28, 0x10, 'US', made.height],
    [0x28, 0x11, 'US', made.width],
    ...optional(0x30, 'DS', made.pixelSpacing),
    [0x28, 0x100, 'US', bitsAllocated],
    [0x28, 0x101, 'US', bitsStored],
    [0x28, 0x102, 'US', bitsStored - 1],
    [0x28, 0x103, 'US', isSigned ? 1 : 0],
    ...optional(0x120, isSigned ? 'SS' : 'US', made.padding),
    ...optional(0x1050, 'DS', made.center),
    ...optional(0x1051, 'DS', made.windowWidth),
    ...optional(0x1052, 'DS', made.intercept === undefined ? undefined : String(made.intercept)),
    ...optional(0x1053, 'DS', made.slope === undefined ? undefined : String(made.slope)),
    ...optional(0x1055, 'LO', made.windowNames),
    ...palette.map((entries, at): Element => [0x28, 0x1101 + at, 'US', [entries.length, 0, 16]]),
    ...palette.map((entries, at): Element => [0x28, 0x1201 + at, 'OW', entries]),
  ]
}

function pixelData({ pixels, bitsAllocated = 16 }: MadeDicom, style: Style): Buffer {
  if (Buffer.isBuffer(pixels)) {
    return written([0x7fe0, 0x10, bitsAllocated > 8 ? 'OW' : 'OB', pixels], style)
  }
  const items = [new Uint8Array(0), ...pixels].map((fragment) => {
    const even = fragment.length + (fragment.length % 2)
    const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
    head.writeUInt32LE(even, 4)
    return Buffer.concat([head, fragment, Buffer.alloc(even - fragment.length)])
  })
  const start = Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff])
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
  return Buffer.concat([start, ...items, end])
}

function written([group, element, vr, value]: Element, { isBig, isImplicit }: Style): Buffer {
  const bytes = bytesOf(vr, value, isBig)
  const isLong = isImplicit || LONG_FORMS.has(vr)
  const head = Buffer.alloc(isImplicit || !isLong ? 8 : 12)
  const short = (number: number, at: number): number =>
    isBig ? head.writeUInt16BE(number, at) : head.writeUInt16LE(number, at)
  const long = (number: number, at: number): number =>
    isBig ? head.writeUInt32BE(number, at) : head.writeUInt32LE(number, at)
  short(group, 0)
  short(element, 2)
  if (isImplicit) {
    long(bytes.length, 4)
  } else {
    head.write(vr, 4, 'latin1')
    if (isLong) {
      long(bytes.length, 8)
    } else {
      short(bytes.length, 6)
    }
  }
  return Buffer.concat([head, bytes])
}

function bytesOf(vr: string, value: Value, isBig: boolean): Buffer {
  if (Buffer.isBuffer(value)) {
    return value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)])
  }
  if (typeof value === 'string') {
    const filler = vr === 'UI' ? '\0' : ' '
    return Buffer.from(value.length % 2 === 0 ? value : value + filler, 'latin1')
  }
  const numbers = typeof value === 'number' ? [value] : value
  const size = vr === 'UL' ? 4 : 2
  const bytes = Buffer.alloc(numbers.length * size)
  numbers.forEach((number, at) => {
    const unsigned = number < 0 ? number + 65_536 : number
    return isBig ? bytes.writeUIntBE(unsigned, at * size, size) : bytes.writeUIntLE(unsigned, at * size, size)
  })
  return bytes
}

interface Frame {
  width: number
  height: number
  bitsPerSample: number
  componentCount: number
  isSigned: boolean
}

export async function asJpegLs(info: Frame, samples: Uint8Array): Promise<Uint8Array> {
  const { JpegLSEncoder } = await charls()
  const encoder = new JpegLSEncoder()
  encoder.getDecodedBuffer(info).set(samples)
  encoder.setNearLossless(0)
  encoder.setInterleaveMode(info.componentCount > 1 ? 2 : 0)
  encoder.encode()
  return Uint8Array.from(encoder.getEncodedBuffer())
}

export async function asJpeg2000(info: Frame, samples: Uint8Array): Promise<Uint8Array> {
  const { J2KEncoder } = await openJpeg()
  const encoder = new J2KEncoder()
  encoder.getDecodedBuffer(info).set(samples)
  encoder.setDecompositions(1)
  encoder.setQuality(true, 0)
  encoder.encode()
  return Uint8Array.from(encoder.getEncodedBuffer())
}
