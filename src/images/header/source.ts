export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff'

/** What a file says of itself before any pixel is read. */
export interface ImageHeader {
  format: ImageFormat
  /** As stored: pixels before the EXIF orientation is applied. */
  width: number
  height: number
  /** EXIF 0x0112, 1 to 8: 1 is upright, 5 to 8 swap width and height. */
  orientation: number
  /** What it is and how to save it anew, where nothing here reads its kind. */
  unread?: string | undefined
}

/** Random access to the bytes of a file, on disk or in memory. */
export interface ByteSource {
  sizeBytes: number
  /** Fewer bytes than asked for where the file ends. */
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

/** @throws HeaderError where the file ends before */
export async function readExactly(source: ByteSource, offset: number, length: number): Promise<Buffer> {
  const bytes = await source.read(offset, length)
  if (bytes.length < length) {
    throw new HeaderError('it ends inside its header')
  }
  return bytes
}
