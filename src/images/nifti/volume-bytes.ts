import { constants, createGunzip, gunzipSync } from 'node:zlib'
import type { ImageHandle } from '../file'
import { HeaderError } from '../header/source'
import type { ByteSource } from '../header/source'

export const HEADER_BYTES = 348

/** Enough for the header behind a gzip header with a long name. */
const PREFIX_BYTES = 4096
/** More than a prefix can grow to: deflate makes at most 1032 of one. */
const MOST_PREFIX = PREFIX_BYTES * 1100

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b && start[2] === 8
}

/** NIfTI-1: the length of the header in either byte order, and its mark. */
function isNifti(start: Buffer): boolean {
  return (
    start.length >= HEADER_BYTES &&
    (start.readInt32LE(0) === HEADER_BYTES || start.readInt32BE(0) === HEADER_BYTES) &&
    ['n+1\0', 'ni1\0'].includes(start.toString('latin1', 344, 348))
  )
}

/** Whether a file is a NIfTI-1 file, gzip or not, by its first bytes. */
export async function isVolume(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, HEADER_BYTES)
  return isNifti(isGzip(start) ? await volumeStart(source).catch(() => start) : start)
}

/** The first bytes, uncompressed. @throws HeaderError */
export async function volumeStart(source: ByteSource): Promise<Buffer> {
  const start = await source.read(0, PREFIX_BYTES)
  if (!isGzip(start)) {
    return start
  }
  try {
    return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_PREFIX })
  } catch (error) {
    throw new HeaderError('its compression is damaged', { cause: error })
  }
}

/** Bytes of a volume from `start` on, uncompressed, piece by piece: a reader that has enough ends the loop. */
export async function* volumeBytes(
  handle: ImageHandle,
  from: number,
): AsyncGenerator<{ offset: number; bytes: Buffer }> {
  const mark = Buffer.alloc(3)
  await handle.read(mark, 0, 3, 0)
  const isPacked = isGzip(mark)
  const file = handle.createReadStream({
    autoClose: false,
    highWaterMark: 2 ** 20,
    start: isPacked ? 0 : from,
  })
  const stream = isPacked ? file.pipe(createGunzip({ chunkSize: 2 ** 18 })) : file
  file.on('error', (error) => stream.destroy(error))
  let offset = isPacked ? 0 : from
  try {
    for await (const piece of stream) {
      const bytes = piece as Buffer
      yield { offset, bytes }
      offset += bytes.length
    }
  } catch (error) {
    throw new HeaderError('its compression is damaged', { cause: error })
  } finally {
    file.destroy()
    stream.destroy()
  }
}
