import { inflateSync } from 'node:zlib'
import type { ByteSource } from '../header/source'
import { tiffProfile } from './tiff-profile'

/** Profiles with three curves and a matrix have some hundred bytes, with long tables some ten thousand. */
const MOST_PROFILE_BYTES = 2 ** 20

/** Of a file, before its pixels. */
const MOST_BLOCKS = 1000

/**
 * The ICC profile in an image file. Null where there is none, where it is too long to be one of curves and a matrix, and
 * where it is damaged.
 */
export async function embeddedProfile(source: ByteSource): Promise<Buffer | null> {
  try {
    const start = (await source.read(0, 12)).toString('latin1')
    if (start.startsWith('\xff\xd8\xff')) {
      return await jpegProfile(source)
    }
    if (start.startsWith('\x89PNG\r\n\x1a\n')) {
      return await pngProfile(source)
    }
    if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') {
      return await webpProfile(source)
    }
    return /^(?:II\*\0|MM\0\*)/.test(start) ? await tiffProfile(source) : null
  } catch (error) {
    // it ends early, or its compression is damaged
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) {
      return null
    }
    throw error
  }
}

const JPEG_MARK = 'ICC_PROFILE\0'

/** ICC.1:2022, B.4: pieces in APP2 segments, each with its number from 1 and how many there are. */
async function jpegProfile(source: ByteSource): Promise<Buffer | null> {
  const pieces = new Map<number, Buffer>()
  let count = 0
  let bytes = 0
  let offset = 2
  for (let block = 0; block < MOST_BLOCKS; block += 1) {
    const head = await source.read(offset, 18)
    const kind = head[1]
    if (kind === 0xff) {
      offset += 1
      continue
    }
    const length = head.readUInt16BE(2)
    if (head[0] !== 0xff || kind === 0xda || kind === 0xd9 || length < 2) {
      break
    }
    if (kind === 0xe2 && length >= 16 && head.toString('latin1', 4, 16) === JPEG_MARK) {
      const piece = Buffer.from(await source.read(offset + 18, length - 16))
      bytes += piece.length
      if (pieces.has(head[16]) || (count !== 0 && count !== head[17]) || bytes > MOST_PROFILE_BYTES) {
        return null
      }
      count = head[17]
      pieces.set(head[16], piece)
    }
    offset += 2 + length
  }
  const parts = Array.from({ length: count }, (_, at) => pieces.get(at + 1))
  return count > 0 && parts.every((part) => part !== undefined) ? Buffer.concat(parts) : null
}

/** PNG 3rd edition: iCCP is a name, a zero, a method and the compressed profile. A cICP chunk stands above it. */
async function pngProfile(source: ByteSource): Promise<Buffer | null> {
  let found: Buffer | null = null
  let offset = 8
  for (let block = 0; block < MOST_BLOCKS; block += 1) {
    const head = await source.read(offset, 8)
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    if (type === 'IDAT' || type === 'IEND') {
      break
    }
    if (type === 'cICP' || (type === 'iCCP' && length > MOST_PROFILE_BYTES)) {
      return null
    }
    if (type === 'iCCP') {
      const data = await source.read(offset + 8, length)
      const nameEnd = data.indexOf(0)
      found =
        nameEnd < 0 || nameEnd > 79 || data[nameEnd + 1] !== 0
          ? null
          : inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: MOST_PROFILE_BYTES })
    }
    offset += length + 12
  }
  return found
}

/** RFC 9649: a flag of VP8X, and a chunk of its own before the pixels. */
async function webpProfile(source: ByteSource): Promise<Buffer | null> {
  const start = await source.read(0, 30)
  if (start.toString('latin1', 12, 16) !== 'VP8X' || (start[20] & 0x20) === 0) {
    return null
  }
  let offset = 12
  for (let block = 0; block < MOST_BLOCKS && offset + 8 <= source.sizeBytes; block += 1) {
    const head = await source.read(offset, 8)
    const length = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) === 'ICCP') {
      return length > MOST_PROFILE_BYTES ? null : Buffer.from(await source.read(offset + 8, length))
    }
    offset += 8 + length + (length % 2)
  }
  return null
}
