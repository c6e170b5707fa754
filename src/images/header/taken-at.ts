import { fileSource, withImageFile } from '../file'
import { memorySource } from './source'
import type { ByteSource } from './source'

/** TIFF 6.0 section 8, and EXIF 2.32 section 4.6: ASCII, `2019:05:01 12:30:00`. */
const DATE_TIME_TAG = 0x0132
const EXIF_TAG = 0x8769
const DATE_TIME_ORIGINAL_TAG = 0x9003
const TEXT_BYTES = 19

const MAX_ENTRIES = 4096
/** A JPEG or PNG has its EXIF block before its pixels, a WebP may have it behind them. */
const MAX_BLOCKS = 1000

/**
 * When an image was made: DateTimeOriginal of EXIF, or for a TIFF its DateTime, as `2019:05:01 12:30:00`. Null where the
 * file says nothing of it, or cannot be read.
 */
export async function takenAt(path: string): Promise<string | null> {
  try {
    return await withImageFile(
      path,
      (handle, sizeBytes) => takenAtIn(fileSource(handle, sizeBytes)),
      Infinity,
    )
  } catch {
    return null
  }
}

async function takenAtIn(source: ByteSource): Promise<string | null> {
  const start = await source.read(0, 16)
  if (/^(?:II|MM)$/.test(start.toString('latin1', 0, 2))) {
    return (await originalOf(source)) ?? (await textAt(source, await firstDirectory(source), DATE_TIME_TAG))
  }
  const exif = await exifBlock(source, start.toString('latin1'))
  return exif === null ? null : originalOf(memorySource(exif))
}

async function originalOf(source: ByteSource): Promise<string | null> {
  const directory = await valueAt(source, await firstDirectory(source), EXIF_TAG)
  return directory === null ? null : textAt(source, directory, DATE_TIME_ORIGINAL_TAG)
}

async function exifBlock(source: ByteSource, start: string): Promise<Buffer | null> {
  if (start.startsWith('\xff\xd8')) {
    return blockOf(source, 2, jpegBlock)
  }
  if (start.startsWith('\x89PNG')) {
    return blockOf(source, 8, pngBlock)
  }
  return start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' ? blockOf(source, 12, webpBlock) : null
}

interface Block {
  isExif: boolean
  dataAt: number
  length: number
  /** Null where no other can follow. */
  nextAt: number | null
}

async function blockOf(
  source: ByteSource,
  first: number,
  read: (head: Buffer, offset: number) => Block,
): Promise<Buffer | null> {
  let offset = first
  for (let count = 0; count < MAX_BLOCKS && offset + 8 <= source.sizeBytes; count += 1) {
    const block = read(await source.read(offset, 12), offset)
    if (block.isExif) {
      const data = await source.read(block.dataAt, block.length)
      return data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data
    }
    if (block.nextAt === null) {
      return null
    }
    offset = block.nextAt
  }
  return null
}

function jpegBlock(head: Buffer, offset: number): Block {
  const length = head.readUInt16BE(2)
  const isOver = head[0] !== 0xff || head[1] === 0xda || length < 2
  return {
    isExif: head[1] === 0xe1 && head.toString('latin1', 4, 8) === 'Exif',
    dataAt: offset + 4,
    length: length - 2,
    nextAt: isOver ? null : offset + 2 + length,
  }
}

function pngBlock(head: Buffer, offset: number): Block {
  const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
  const dataAt = offset + 8
  return {
    isExif: type === 'eXIf',
    dataAt,
    length: Math.min(length, 65_536),
    nextAt: type === 'IDAT' || type === 'IEND' ? null : dataAt + length + 4,
  }
}

function webpBlock(head: Buffer, offset: number): Block {
  const length = head.readUInt32LE(4)
  const dataAt = offset + 8
  return {
    isExif: head.toString('latin1', 0, 4) === 'EXIF',
    dataAt,
    length: Math.min(length, 65_536),
    nextAt: dataAt + length + (length % 2),
  }
}

/** How a classic or a Big TIFF writes its numbers. */
async function layoutOf(source: ByteSource): Promise<{ isLittle: boolean; isBig: boolean }> {
  const start = await source.read(0, 4)
  const isLittle = start[0] === 0x49
  return { isLittle, isBig: (isLittle ? start[2] : start[3]) === 0x2b }
}

async function firstDirectory(source: ByteSource): Promise<number> {
  const { isBig } = await layoutOf(source)
  return isBig ? numberAt(source, 8, 8) : numberAt(source, 4, 4)
}

/** @throws RangeError where the file ends before */
async function numberAt(source: ByteSource, offset: number, bytes: 2 | 4 | 8): Promise<number> {
  const { isLittle } = await layoutOf(source)
  const data = await source.read(offset, bytes)
  switch (bytes) {
    case 2:
      return isLittle ? data.readUInt16LE(0) : data.readUInt16BE(0)
    case 4:
      return isLittle ? data.readUInt32LE(0) : data.readUInt32BE(0)
    case 8:
      return Number(isLittle ? data.readBigUInt64LE(0) : data.readBigUInt64BE(0))
  }
}

/** The value of an entry of a directory; null where it has none with this tag. */
async function valueAt(source: ByteSource, directory: number, tag: number): Promise<number | null> {
  const { isBig } = await layoutOf(source)
  const [headBytes, entryBytes, width] = isBig ? ([8, 20, 8] as const) : ([2, 12, 4] as const)
  const count = await numberAt(source, directory, headBytes)
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index += 1) {
    const entry = directory + headBytes + index * entryBytes
    if ((await numberAt(source, entry, 2)) === tag) {
      return numberAt(source, entry + entryBytes - width, width)
    }
  }
  return null
}

async function textAt(source: ByteSource, directory: number, tag: number): Promise<string | null> {
  const offset = await valueAt(source, directory, tag)
  const text = offset === null ? '' : (await source.read(offset, TEXT_BYTES)).toString('latin1')
  return text.length === TEXT_BYTES ? text : null
}
