import { exifOrientation, HeaderError, readExactly } from './source'
import type { ByteSource } from './source'

const SIGNATURE_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const CHUNK_FRAME_BYTES = 12

/** PNG 3rd edition: IHDR comes first; an eXIf chunk counts only before the pixels, as browsers read it. */
export async function readPng(
  source: ByteSource,
): Promise<{ width: number; height: number; orientation: number }> {
  const start = await readExactly(source, 0, 33)
  if (start.toString('latin1', 12, 16) !== 'IHDR') {
    throw new HeaderError('its header is damaged')
  }
  const width = start.readUInt32BE(16)
  const height = start.readUInt32BE(20)
  return { width, height, orientation: await pngOrientation(source) }
}

async function pngOrientation(source: ByteSource): Promise<number> {
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
