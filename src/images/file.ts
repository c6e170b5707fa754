import { closeSync, constants, fstatSync, openSync, readSync, read as readWith } from 'node:fs'
import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ByteSource } from './header/source'
import { basename } from 'node:path'

export type ImageErrorCode =
  | 'missing'
  | 'unreadable'
  | 'not-an-image'
  | 'too-large'
  | 'size-mismatch'
  /** Fewer bands than those that were chosen. */
  | 'no-such-band'

/** A picture file that cannot be used. The message names the file, what happened and what to do. */
export class ImageError extends Error {
  override name = 'ImageError'
  constructor(
    readonly code: ImageErrorCode,
    readonly path: string,
    what: string,
  ) {
    super(`${basename(path)} ${what}`)
  }
}

interface Size {
  width: number
  height: number
}

/** Masks of both frames share one grid. Null where the frames have one size, else what to tell the user. */
export function sizesDisagree(before: Size, after: Size): string | null {
  if (before.width === after.width && before.height === after.height) {
    return null
  }
  const sizes = `before is ${before.width} x ${before.height}, after ${after.width} x ${after.height} pixels`
  return `The frames have two sizes: ${sizes}. Bring both to one size.`
}

/** Bytes. A 200-megapixel 16-bit image with alpha, uncompressed, is 1.6e9. */
const MAX_FILE_BYTES = 1.75 * 2 ** 30

/** First read of a file: enough for the header of nearly every image. */
const WINDOW_BYTES = 4096

/** Of an open for reading. O_NONBLOCK keeps a named pipe from hanging it. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Up to here a file is read before another thread would have heard of it. */
const READ_AT_ONCE = 2 ** 20

const readInto = promisify(readWith)

/**
 * Opens a file, hands it to `use`, closes it.
 * @throws ImageError `missing`, `unreadable` or `too-large`
 */
export async function withImageFile<T>(
  path: string,
  use: (handle: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, readFlags)
    const stats = await handle.stat()
    checkFile(path, stats)
    return await use(handle, stats.size)
  } catch (error) {
    throw error instanceof ImageError ? error : systemError(path, error)
  } finally {
    await handle?.close()
  }
}

/**
 * All bytes of a file. A small one is read on the calling thread: where there are many of them, handing each
 * step to another thread takes twice the time of the step.
 * @throws ImageError `missing`, `unreadable` or `too-large`
 */
export async function readImageFile(path: string): Promise<Buffer> {
  try {
    const file = openSync(path, readFlags)
    try {
      const stats = fstatSync(file)
      checkFile(path, stats)
      const bytes = Buffer.allocUnsafeSlow(stats.size)
      const isSmall = bytes.length <= READ_AT_ONCE
      for (let length = 0; length < bytes.length;) {
        const left = bytes.length - length
        const read = isSmall
          ? readSync(file, bytes, length, left, length)
          : (await readInto(file, bytes, length, left, length)).bytesRead
        if (read === 0) {
          return bytes.subarray(0, length)
        }
        length += read
      }
      return bytes
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw error instanceof ImageError ? error : systemError(path, error)
  }
}

function checkFile(path: string, stats: Stats): void {
  if (!stats.isFile()) {
    throw new ImageError('unreadable', path, 'is not a file: put an image there')
  }
  if (stats.size === 0) {
    throw new ImageError('unreadable', path, 'is empty (0 bytes): copy it again from its source')
  }
  if (stats.size > MAX_FILE_BYTES) {
    const size = (stats.size / 2 ** 30).toFixed(1)
    throw new ImageError('too-large', path, `is ${size} GiB; the limit is 1.75 GiB: cut it into tiles`)
  }
}

/** Reads through a window, so that walking a header costs one or two reads. */
export function fileSource(handle: FileHandle, sizeBytes: number): ByteSource {
  let start = 0
  let window = Buffer.alloc(0)
  return {
    sizeBytes,
    async read(offset, length) {
      if (offset < start || offset + length > start + window.length) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), sizeBytes - offset)))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
        start = offset
        window = buffer.subarray(0, bytesRead)
      }
      return window.subarray(offset - start, offset - start + length)
    },
  }
}

function systemError(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) {
    return error as Error
  }
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ImageError('missing', path, 'is not there: it was moved, renamed or deleted')
    case 'EMFILE':
    case 'ENFILE':
      return error as Error // of the process, not of the file
    case 'EACCES':
    case 'EPERM':
      return new ImageError('unreadable', path, 'may not be read: change its permissions')
    default:
      return new ImageError('unreadable', path, `cannot be read (${code}): check the disk it is on`)
  }
}
