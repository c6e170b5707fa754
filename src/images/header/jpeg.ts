import { exifOrientation, HeaderError, readExactly, unreadJpeg } from './source'
import type { ImageHeader, ByteSource } from './source'

/** ITU-T T.81 B.1: segments up to the frame header (SOFn); EXIF is in an APP1 segment before it. */
export async function readJpeg(source: ByteSource): Promise<Omit<ImageHeader, 'format'>> {
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
