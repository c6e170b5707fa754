import { HeaderError, readExactly } from './source'
import type { ByteSource } from './source'

/** BITMAPCOREHEADER has 16-bit sizes; later ones 32-bit, with a negative height for rows from the top. */
export async function readBmp(
  source: ByteSource,
): Promise<{ width: number; height: number; orientation: number }> {
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
