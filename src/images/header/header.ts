import { readBmp } from './bmp'
import { readPng } from './png'
import type { SliceChoice } from '../../domain/slice-path'
import { readDicomHeader } from '../dicom/header'
import { readNiftiHeader } from '../nifti/header'
import { isVolume } from '../nifti/volume-bytes'
import { exifOrientation, HeaderError, readExactly, unreadJpeg, validOrientation, unreadTiff } from './source'
import type { ByteSource, ImageFormat, ImageHeader } from './source'

/** ITU-T T.81 B.1: segments up to the frame header (SOFn); EXIF is in an APP1 segment before it. */
async function readJpeg(source: ByteSource): Promise<Omit<ImageHeader, 'format'>> {
  let orientation = 1
  let offset = 2
  for (;;) {
    const marker = await readExactly(source, offset, 4)
    if (marker[0] !== 0xff) {
      throw new HeaderError('its header is damaged')
    }
    const kind = marker[1]
    if (kind === 0xff) {
      offset += 1 // fill byte
      continue
    }
    const length = marker.readUInt16BE(2)
    if (isFrame(kind)) {
      const frame = await readExactly(source, offset + 4, 5)
      const unread = unreadJpeg(kind, frame[0])
      return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1), orientation, unread }
    }
    if (kind === 0xda || kind === 0xd9 || length < 2) {
      throw new HeaderError('it has no size before its pixels')
    }
    if (kind === 0xe1) {
      const segment = await source.read(offset + 4, length - 2)
      if (segment.toString('latin1', 0, 6) === 'Exif\0\0') {
        orientation = exifOrientation(segment.subarray(6))
      }
    }
    offset += 2 + length
  }
}

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

/**
 * Whether the picture's end marker is there. Decoders fill what is missing with grey and say nothing. In
 * the coded pixels an FF byte is followed by 00 or a restart marker, so FF D9 after the first scan header
 * can only be the end; EXIF thumbnails lie before it.
 */
export function jpegIsComplete(bytes: Buffer): boolean {
  let offset = 2
  while (offset + 4 <= bytes.length) {
    if (bytes[offset + 1] === 0xff) {
      offset += 1
      continue
    }
    if (bytes[offset] !== 0xff) {
      return false
    }
    if (bytes[offset + 1] === 0xda) {
      return bytes.indexOf(Buffer.from([0xff, 0xd9]), offset + 2) !== -1
    }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return false
}

/** RFC 9649: a simple file has one VP8 or VP8L chunk; an extended one begins with VP8X and may carry EXIF. */
async function readWebp(source: ByteSource): Promise<{ width: number; height: number; orientation: number }> {
  const start = await readExactly(source, 0, 30)
  switch (start.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        width: start.readUInt16LE(26) & 0x3fff,
        height: start.readUInt16LE(28) & 0x3fff,
        orientation: 1,
      }
    case 'VP8L': {
      const bits = start.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, orientation: 1 }
    }
    case 'VP8X': {
      const hasExif = (start[20] & 0x08) !== 0
      return {
        width: start.readUIntLE(24, 3) + 1,
        height: start.readUIntLE(27, 3) + 1,
        orientation: hasExif ? await webpOrientation(source) : 1,
      }
    }
    default:
      throw new HeaderError('its header is damaged')
  }
}

async function webpOrientation(source: ByteSource): Promise<number> {
  let offset = 12
  while (offset + 8 <= source.sizeBytes) {
    const frame = await readExactly(source, offset, 8)
    const length = frame.readUInt32LE(4)
    if (frame.toString('latin1', 0, 4) === 'EXIF') {
      const data = await source.read(offset + 8, Math.min(length, 65_536))
      return exifOrientation(data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data)
    }
    offset += 8 + length + (length % 2)
  }
  return 1
}

/** The size that a RIFF file gives of itself, without its first 8 bytes, must be there. */
export function webpIsComplete(bytes: Buffer): boolean {
  return bytes.length >= bytes.readUInt32LE(4) + 8
}

const WIDTH_TAG = 256
const HEIGHT_TAG = 257
const COMPRESSION_TAG = 259
const ORIENTATION_TAG = 274

/** How a classic or a Big TIFF lays out its first directory. */
interface Layout {
  little: boolean
  big: boolean
}

/** TIFF 6.0 section 2, and BigTIFF: tags of the first directory. */
async function readTiff(source: ByteSource): Promise<Omit<ImageHeader, 'format'>> {
  const start = await readExactly(source, 0, 16)
  const layout = { little: start[0] === 0x49, big: isBig(start) }
  const directory = layout.big ? wide(start, 8, layout) : number32(start, 4, layout)
  const head = await readExactly(source, directory, layout.big ? 8 : 2)
  const count = layout.big ? wide(head, 0, layout) : number16(head, 0, layout)
  if (count < 3 || count > 4096) {
    throw new HeaderError('its header is damaged')
  }
  const entryBytes = layout.big ? 20 : 12
  const entries = await readExactly(source, directory + head.length, count * entryBytes)
  const tags = new Map<number, number>()
  for (let offset = 0; offset < entries.length; offset += entryBytes) {
    tags.set(number16(entries, offset, layout), entryValue(entries, offset, layout))
  }
  const width = tags.get(WIDTH_TAG)
  const height = tags.get(HEIGHT_TAG)
  if (width === undefined || height === undefined) {
    throw new HeaderError('it has no size')
  }
  const unread = unreadTiff(tags.get(COMPRESSION_TAG) ?? 1)
  return { width, height, orientation: validOrientation(tags.get(ORIENTATION_TAG) ?? 1), unread }
}

function isBig(start: Buffer): boolean {
  return start[2] === 0x2b || start[3] === 0x2b
}

/** The value of a one-number entry: SHORT (3) or LONG (4), which sit in the value field itself. */
function entryValue(entries: Buffer, offset: number, layout: Layout): number {
  const value = offset + (layout.big ? 12 : 8)
  return number16(entries, offset + 2, layout) === 3
    ? number16(entries, value, layout)
    : number32(entries, value, layout)
}

function number16(bytes: Buffer, offset: number, { little }: Layout): number {
  return little ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset)
}

function number32(bytes: Buffer, offset: number, { little }: Layout): number {
  return little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
}

function wide(bytes: Buffer, offset: number, { little }: Layout): number {
  return Number(little ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset))
}

const readers: Record<
  ImageFormat,
  (source: ByteSource, slice: SliceChoice | null) => Promise<Omit<ImageHeader, 'format'>>
> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
  bmp: readBmp,
  tiff: readTiff,
  dicom: readDicomHeader,
  nifti: readNiftiHeader,
}

/**
 * Null for a file that is none of the seven formats.
 * @param slice of a file with several; null for the middle one
 * @throws HeaderError
 */
export async function readHeader(
  source: ByteSource,
  slice: SliceChoice | null = null,
): Promise<ImageHeader | null> {
  const known = formatOf(await source.read(0, DICOM_MARK_AT + 4))
  const format = known ?? ((await isVolume(source)) ? 'nifti' : null)
  return format === null ? null : { format, ...(await readers[format](source, slice)) }
}

/** Bytes of a DICOM file's preamble. */
const DICOM_MARK_AT = 128

/** By the first bytes. */
export async function isDicom(source: ByteSource): Promise<boolean> {
  return formatOf(await source.read(0, DICOM_MARK_AT + 4)) === 'dicom'
}

/** By the first bytes, never by the name. */
function formatOf(start: Buffer): ImageFormat | null {
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) {
    return 'png'
  }
  if (text.startsWith('\xff\xd8\xff')) {
    return 'jpeg'
  }
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') {
    return 'webp'
  }
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) {
    return 'tiff'
  }
  // before the two letters of BMP: what a preamble holds is not said
  if (text.startsWith('DICM', DICOM_MARK_AT)) {
    return 'dicom'
  }
  return text.startsWith('BM') ? 'bmp' : null
}
