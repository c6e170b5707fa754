import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import type { PixelSpacing, SliceChoice, SliceCounts } from '../../domain/slice-path'
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff' | 'dicom' | 'nifti'

/** Header of an image file, read before any pixel. */
export interface ImageHeader {
  format: ImageFormat
  /** As stored: pixels before the EXIF orientation is applied. */
  width: number
  height: number
  /** EXIF 0x0112, 1 to 8: 1 is upright, 5 to 8 swap width and height. */
  orientation: number
  /** Of a pixel in a body; absent where the file does not say. */
  spacing?: PixelSpacing
  /** Of a file with several: the one that this header is about, and how many there are. */
  slices?: { shown: SliceChoice; counts: SliceCounts }
  /** Of the file's name: its kind and how to save it anew, if it cannot be decoded. */
  unread?: ((name: string) => Message) | undefined
}

/** Random access to the bytes of a file, on disk or in memory. */
export interface ByteSource {
  sizeBytes: number
  /** Returns fewer bytes if the file ends. */
  read(offset: number, length: number): Promise<Buffer>
}

export function memorySource(bytes: Buffer): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  }
}

/** The file ends, or makes no sense, before its header is complete. */
export class HeaderError extends Error {
  override name = 'HeaderError'
}

/** @throws HeaderError if the file ends before */
export async function readExactly(source: ByteSource, offset: number, length: number): Promise<Buffer> {
  const bytes = await source.read(offset, length)
  if (bytes.length < length) {
    throw new HeaderError('it ends inside its header')
  }
  return bytes
}

/** TIFF 6.0 and its supplements: None, LZW, JPEG, Deflate, PackBits, old Deflate, LERC, Zstandard. */
const READ_COMPRESSIONS = new Set([1, 5, 7, 8, 32_773, 32_946, 34_887, 50_000])

const COMPRESSION_NAMES = new Map([
  [2, 'CCITT Huffman'],
  [3, 'CCITT Group 3'],
  [4, 'CCITT Group 4'],
  [6, 'old-style JPEG'],
  [34_712, 'JPEG 2000'],
  [34_925, 'LZMA'],
  [50_001, 'WebP'],
  [50_002, 'JPEG XL'],
])

/** For a TIFF with an unsupported compression: its kind, and how to save it anew. */
export function unreadTiff(compression: number): ImageHeader['unread'] {
  if (READ_COMPRESSIONS.has(compression)) {
    return undefined
  }
  const method = COMPRESSION_NAMES.get(compression) ?? `method ${compression}`
  return (name) => message('problems.tiffCompression', { name, compression: method })
}

/** The same for a JPEG. @param kind marker of its frame, C0 to CF @param precision bits a value */
export function unreadJpeg(kind: number, precision: number): ImageHeader['unread'] {
  return precision === 8
    ? unreadFrame(kind)
    : (name) => message('problems.jpegBits', { name, bits: precision })
}

/** ITU-T T.81 table B.1: C0 to C2 are baseline, extended and progressive, Huffman coded. */
function unreadFrame(kind: number): ImageHeader['unread'] {
  if (kind <= 0xc2) {
    return undefined
  }
  if (kind > 0xc8) {
    return (name) => message('problems.jpegArithmetic', { name })
  }
  const id = kind === 0xc3 ? 'problems.jpegLossless' : 'problems.jpegHierarchical'
  return (name) => message(id, { name })
}

/** The orientation (tag 0x0112) of an EXIF block that begins with its TIFF header; 1 where there is none. */
export function exifOrientation(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2)
  if (exif.length < 14 || (order !== 'II' && order !== 'MM')) {
    return 1
  }
  const little = order === 'II'
  const u16 = (offset: number): number => (little ? exif.readUInt16LE(offset) : exif.readUInt16BE(offset))
  const u32 = (offset: number): number => (little ? exif.readUInt32LE(offset) : exif.readUInt32BE(offset))
  const directory = u32(4)
  if (directory + 2 > exif.length) {
    return 1
  }
  const count = u16(directory)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > exif.length) {
      return 1
    }
    if (u16(entry) === 0x0112) {
      return validOrientation(u16(entry + 8))
    }
  }
  return 1
}

export function validOrientation(value: number): number {
  return value >= 1 && value <= 8 ? value : 1
}
