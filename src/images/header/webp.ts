import { exifOrientation, HeaderError, readExactly } from './source'
import type { ByteSource } from './source'

/** RFC 9649: a simple file has one VP8 or VP8L chunk; an extended one begins with VP8X and may carry EXIF. */
export async function readWebp(
  source: ByteSource,
): Promise<{ width: number; height: number; orientation: number }> {
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
        orientation: hasExif ? await findOrientation(source) : 1,
      }
    }
    default:
      throw new HeaderError('its header is damaged')
  }
}

async function findOrientation(source: ByteSource): Promise<number> {
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
