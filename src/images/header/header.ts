import { exifOrientation, HeaderError, readExactly } from './source'
import type { ByteSource, ImageFormat, ImageHeader } from './source'
import { readJpeg, readTiff, readWebp } from './formats'

const SIGNATURE_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const CHUNK_FRAME_BYTES = 12

/** PNG 3rd edition: IHDR comes first; an eXIf chunk counts only before the pixels, as browsers read it. */
async function readPng(source: ByteSource): Promise<{ width: number; height: number; orientation: number }> {
  const start = await readExactly(source, 0, 33)
  if (start.toString('latin1', 12, 16) !== 'IHDR') {
    throw new HeaderError('its header is damaged')
  }
  const width = start.readUInt32BE(16)
  const height = start.readUInt32BE(20)
  return { width, height, orientation: await findOrientation(source) }
}

async function findOrientation(source: ByteSource): Promise<number> {
  let offset = SIGNATURE_BYTES
  while (offset + 8 <= source.sizeBytes) {
    const frame = await readExactly(source, offset, 8)
    const length = frame.readUInt32BE(0)
    const type = frame.toString('latin1', 4, 8)
    if (type === 'IDAT' || type === 'IEND') {
      return 1
    }
    if (type === 'eXIf') {
      return exifOrientation(await source.read(offset + 8, Math.min(length, 65_536)))
    }
    offset += length + CHUNK_FRAME_BYTES
  }
  return 1
}

const readers: Record<ImageFormat, (source: ByteSource) => Promise<Omit<ImageHeader, 'format'>>> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
  bmp: readBmp,
  tiff: readTiff,
}

/** Null for a file that is none of the five formats. @throws HeaderError */
export async function readHeader(source: ByteSource): Promise<ImageHeader | null> {
  const format = formatOf(await source.read(0, 16))
  return format === null ? null : { format, ...(await readers[format](source)) }
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
  return text.startsWith('BM') ? 'bmp' : null
}

/** BITMAPCOREHEADER has 16-bit sizes; later ones 32-bit, with a negative height for rows from the top. */
async function readBmp(source: ByteSource): Promise<{ width: number; height: number; orientation: number }> {
  const start = await readExactly(source, 0, 26)
  const headerBytes = start.readUInt32LE(14)
  if (headerBytes === 12) {
    return { width: start.readUInt16LE(18), height: start.readUInt16LE(20), orientation: 1 }
  }
  if (headerBytes < 16 || headerBytes > 256) {
    throw new HeaderError('its header is damaged')
  }
  return { width: start.readInt32LE(18), height: Math.abs(start.readInt32LE(22)), orientation: 1 }
}
