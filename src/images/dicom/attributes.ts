import dicomParser from 'dicom-parser'
import type { DataSet } from 'dicom-parser'
import { message } from '../../messages/message'
import { middleOf } from '../../domain/slice-path'
import type { PixelSpacing, SliceChoice } from '../../domain/slice-path'
import { HeaderError } from '../header/source'
import type { ImageHeader } from '../header/source'
import { fileWindows } from './file-windows'
import type { FileWindow } from './file-windows'

/** DICOM PS3.6: transfer syntaxes. */
const SYNTAX = {
  implicitLittle: '1.2.840.10008.1.2',
  explicitLittle: '1.2.840.10008.1.2.1',
  explicitBig: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegLsLossless: '1.2.840.10008.1.2.4.80',
  jpegLsNear: '1.2.840.10008.1.2.4.81',
  jpeg2000Lossless: '1.2.840.10008.1.2.4.90',
  jpeg2000: '1.2.840.10008.1.2.4.91',
} as const

export type PixelCoding = 'little' | 'big' | 'jpeg' | 'jpeg-ls' | 'jpeg-2000'

const CODINGS: ReadonlyMap<string, PixelCoding> = new Map([
  [SYNTAX.implicitLittle, 'little'],
  [SYNTAX.explicitLittle, 'little'],
  [SYNTAX.explicitBig, 'big'],
  [SYNTAX.jpegBaseline, 'jpeg'],
  [SYNTAX.jpegLsLossless, 'jpeg-ls'],
  [SYNTAX.jpegLsNear, 'jpeg-ls'],
  [SYNTAX.jpeg2000Lossless, 'jpeg-2000'],
  [SYNTAX.jpeg2000, 'jpeg-2000'],
])

/** Of ways that are not read, for the user. */
const UNREAD_NAMES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10008.1.2.1.99', 'deflate'],
  ['1.2.840.10008.1.2.5', 'run lengths'],
  ['1.2.840.10008.1.2.4.51', 'JPEG of 12 bits'],
  ['1.2.840.10008.1.2.4.57', 'lossless JPEG'],
  ['1.2.840.10008.1.2.4.70', 'lossless JPEG'],
])

/** DICOM PS3.3 C.7.6.3: Image Pixel Module. */
const PHOTOMETRICS = [
  'MONOCHROME1',
  'MONOCHROME2',
  'RGB',
  'PALETTE COLOR',
  'YBR_FULL',
  'YBR_FULL_422',
  'YBR_RCT',
  'YBR_ICT',
] as const
export type Photometric = (typeof PHOTOMETRICS)[number]

/**
 * What the pixels of a file are; `slice-place.ts` reads where they lie. Nothing else of it is read: no name, number or date of a person, and of its
 * texts the short plain words alone that name its windows.
 */
export interface PixelAttributes {
  coding: PixelCoding
  width: number
  height: number
  samplesPerPixel: number
  photometric: Photometric
  isPlanar: boolean
  bitsAllocated: number
  bitsStored: number
  isSigned: boolean
  slope: number
  intercept: number
  /** Stored value of pixels that were not measured; null where none is named. */
  padding: number | null
  /** Those of the file, in its order. */
  windows: readonly FileWindow[]
  /** Null where the file does not say. */
  spacing: PixelSpacing | null
  /** From 0. */
  frame: number
  frameCount: number
}

/** As they lie in the file, before the rescale slope and intercept. */
export type StoredSamples = Uint8Array | Uint16Array | Int8Array | Int16Array | Uint32Array | Int32Array

export interface DicomFile {
  dataSet: DataSet
  attributes: PixelAttributes
}

type Unread = NonNullable<ImageHeader['unread']>

export const PIXEL_DATA = 'x7fe00010'

/**
 * @param bytes the whole file, or a part from its start that reaches to the pixels
 * @param slice null for the middle frame
 * @throws HeaderError where it ends before, or makes no sense
 */
export function parseAttributes(
  bytes: Buffer,
  slice: SliceChoice | null,
  untilTag?: string,
): DicomFile | { unread: Unread; width: number; height: number } {
  const dataSet = undamaged(() => dicomParser.parseDicom(bytes, untilTag === undefined ? {} : { untilTag }))
  return undamaged(() => fileOfAttributes(dataSet, slice))
}

function fileOfAttributes(dataSet: DataSet, slice: SliceChoice | null): ReturnType<typeof parseAttributes> {
  const syntax = text(dataSet, 'x00020010')
  const width = dataSet.uint16('x00280011') ?? 0
  const height = dataSet.uint16('x00280010') ?? 0
  const attributes = attributesOf(dataSet, slice, syntax, { width, height })
  return typeof attributes === 'function' ? { unread: attributes, width, height } : { dataSet, attributes }
}

/** The library throws texts and objects, also where a value is asked for. @throws HeaderError */
export function undamaged<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof HeaderError
      ? error
      : new HeaderError('its DICOM attributes are damaged', { cause: error })
  }
}

function text(dataSet: DataSet, tag: string): string {
  return (dataSet.string(tag) ?? '').trim()
}

/** A function says why its pixels are not read. */
function attributesOf(
  dataSet: DataSet,
  slice: SliceChoice | null,
  syntax: string,
  size: { width: number; height: number },
): PixelAttributes | Unread {
  const coding = CODINGS.get(syntax)
  if (coding === undefined) {
    const compression = UNREAD_NAMES.get(syntax) ?? syntax.slice(0, 64)
    return (name) => message('problems.dicomCompression', { name, compression })
  }
  const frameCount = frameCountOf(dataSet)
  const number = slice?.number ?? middleOf(frameCount)
  if (number > frameCount || (slice !== null && slice.axis !== 'frame')) {
    const count = slice?.axis === 'frame' ? frameCount : 0
    return (name) => message('problems.noSuchSlice', { name, count })
  }
  const frame = number - 1
  const photometric = PHOTOMETRICS.find((one) => one === text(dataSet, 'x00280004'))
  if (photometric === undefined) {
    return (name) => message('problems.dicomColours', { name })
  }
  const bitsAllocated = dataSet.uint16('x00280100') ?? 0
  const samplesPerPixel = dataSet.uint16('x00280002') ?? 1
  const bitsStored = dataSet.uint16('x00280101') ?? bitsAllocated
  const areSound = [8, 16, 32].includes(bitsAllocated) && bitsStored >= 1 && bitsStored <= bitsAllocated
  if (!areSound || samplesPerPixel !== (isColour(photometric) ? 3 : 1)) {
    return (name) => message('problems.dicomPixels', { name })
  }
  const isSigned = dataSet.uint16('x00280103') === 1
  const valueSet = groupOf(dataSet, frame, FRAME_GROUPS.values, 'x00281053')
  return {
    coding,
    ...size,
    samplesPerPixel,
    photometric,
    isPlanar: dataSet.uint16('x00280006') === 1,
    bitsAllocated,
    bitsStored,
    isSigned,
    slope: decimal(valueSet, 'x00281053') ?? 1,
    intercept: decimal(valueSet, 'x00281052') ?? 0,
    padding: (isSigned ? dataSet.int16('x00280120') : dataSet.uint16('x00280120')) ?? null,
    windows: fileWindows(groupOf(dataSet, frame, FRAME_GROUPS.window, 'x00281050'), dataSet),
    spacing: spacingOf(dataSet, frame),
    frame,
    frameCount,
  }
}

function isColour(photometric: Photometric): boolean {
  return photometric === 'RGB' || photometric.startsWith('YBR')
}

/** The first of several. */
function decimal(dataSet: DataSet, tag: string): number | null {
  const value = dataSet.floatString(tag, 0)
  return value !== undefined && Number.isFinite(value) ? value : null
}

/** DICOM PS3.3 C.7.6.16: sequences in which files of several frames say what belongs to a frame. */
const FRAME_GROUPS = { measures: 'x00289110', values: 'x00289145', window: 'x00289132' } as const
const PER_FRAME = 'x52009230'
const SHARED = 'x52009229'

export function frameCountOf(dataSet: DataSet): number {
  const count = Number.parseInt(text(dataSet, 'x00280008'), 10)
  return count > 1 ? count : 1
}

/** Where a tag stands: in the file itself, in a group of the frame, or in one of all frames. */
export function groupOf(dataSet: DataSet, frame: number, group: string, tag: string): DataSet {
  if (dataSet.elements[tag] !== undefined) {
    return dataSet
  }
  for (const [sequence, item] of [
    [PER_FRAME, frame],
    [SHARED, 0],
  ] as const) {
    const found = dataSet.elements[sequence]?.items?.[item]?.dataSet?.elements[group]?.items?.[0]?.dataSet
    if (found?.elements[tag] !== undefined) {
      return found
    }
  }
  return dataSet
}

/** DICOM PS3.3 10.7.1: the distance of rows, then that of columns. */
function spacingOf(dataSet: DataSet, frame: number): PixelSpacing | null {
  const body = groupOf(dataSet, frame, FRAME_GROUPS.measures, 'x00280030')
  for (const [set, tag] of [
    [body, 'x00280030'],
    [dataSet, 'x00181164'],
  ] as const) {
    const [row = 0, column = 0] = text(set, tag).split('\\').map(Number)
    if (row > 0 && column > 0 && row < LONGEST && column < LONGEST) {
      return { columnMillimetres: column, rowMillimetres: row, isAtDetector: tag === 'x00181164' }
    }
  }
  return null
}

/** Millimetres of a pixel that are believed. */
const LONGEST = 1e6
