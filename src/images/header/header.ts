import { readBmp } from './bmp'
import { readJpeg } from './jpeg'
import { readPng } from './png'
import type { ByteSource } from './source'
import { readTiff } from './tiff'
import { readWebp } from './webp'
import type { ImageFormat, ImageHeader } from './source'

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
