import { Readable } from 'node:stream'
import { closeSync, constants, fstatSync, openSync, readSync, read as readWith } from 'node:fs'
import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { fileOf } from '../domain/slice-path'
import type { ByteSource } from './header/source'
import { BucketError } from '../buckets/bucket-error'
import { prepareObjectFile } from '../buckets/object-file'
import type { RangedFile } from '../buckets/ranged-file'
import { basename } from 'node:path'
import { MessageError, message } from '../messages/message'
import type { MessageText } from '../messages/message'

export type ImageErrorCode =
  | 'missing'
  | 'unreadable'
  | 'not-an-image'
  | 'too-large'
  | 'size-mismatch'
  /** Fewer bands than those that were chosen. */
  | 'no-such-band'

/** A picture file that cannot be used. The message names the file, what happened and what to do. */
export class ImageError extends MessageError {
  override name = 'ImageError'
  constructor(
    readonly code: ImageErrorCode,
    readonly path: string,
    text: MessageText,
  ) {
    super(text)
  }
}

/** Bytes of a file that is read whole. A 200-megapixel 16-bit image with alpha, uncompressed, is 1.6e9. */
const MAX_FILE_BYTES = 1.75 * 2 ** 30

/** First read of a file: enough for the header of nearly every image. */
const WINDOW_BYTES = 4096

/** Of an open for reading. O_NONBLOCK keeps a named pipe from hanging it. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Up to here a file is read before another thread would have heard of it. */
const READ_AT_ONCE = 2 ** 20

const readInto = promisify(readWith)

/**
 * Opens the file of an image, hands it to `use`, closes it.
 * @param mostBytes no limit for what reads headers, or part by part
 * @throws ImageError `missing`, `unreadable` or `too-large`
 */
export async function withImageFile<T>(
  path: string,
  use: (handle: ImageHandle, sizeBytes: number) => Promise<T>,
  mostBytes = MAX_FILE_BYTES,
): Promise<T> {
  let handle: FileHandle | undefined
  try {
    const ranged = await prepareObjectFile(fileOf(path))
    if (ranged !== null) {
      checkBytes(path, ranged.size, mostBytes)
      return await use(rangedHandle(ranged), ranged.size)
    }
    handle = await open(fileOf(path), readFlags)
    const stats = await handle.stat()
    checkFile(path, stats, mostBytes)
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
    const ranged = await prepareObjectFile(fileOf(path))
    if (ranged !== null) {
      checkBytes(path, ranged.size)
      return await ranged.bytes(0, ranged.size)
    }
    const file = openSync(fileOf(path), readFlags)
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

function checkFile(path: string, stats: Stats, mostBytes = MAX_FILE_BYTES): void {
  const name = basename(path)
  if (!stats.isFile()) {
    throw new ImageError('unreadable', path, message('problems.notAFile', { name }))
  }
  if (stats.size === 0) {
    throw new ImageError('unreadable', path, message('problems.empty', { name }))
  }
  checkBytes(path, stats.size, mostBytes)
}

/** @throws ImageError `too-large` */
export function checkBytes(path: string, bytes: number, most = MAX_FILE_BYTES): void {
  if (bytes > most) {
    const gibibytes = bytes / 2 ** 30
    const name = basename(path)
    throw new ImageError('too-large', path, message('problems.tooManyBytes', { name, gibibytes }))
  }
}

/** What readers use of an open file: it may lie in a bucket. */
export interface ImageHandle {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  readFile(): Promise<Buffer>
  /** To its end. */
  createReadStream(options: { start: number; highWaterMark: number; autoClose: false }): Readable
}

/** An object that is read in parts. */
function rangedHandle(file: RangedFile): ImageHandle {
  return {
    async read(buffer, offset, length, position) {
      const bytes = await file.bytes(position, length)
      return { bytesRead: bytes.copy(buffer, offset) }
    },
    readFile: () => file.bytes(0, file.size),
    createReadStream: ({ start, highWaterMark }) => Readable.from(piecesOf(file, start, highWaterMark)),
  }
}

async function* piecesOf(file: RangedFile, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < file.size; at += length) {
    yield await file.bytes(at, length)
  }
}

/** Reads through a window, so that walking a header costs one or two reads. */
export function fileSource(handle: ImageHandle, sizeBytes: number): ByteSource {
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
  if (error instanceof BucketError) {
    return imageErrorOf(path, error)
  }
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) {
    return error as Error
  }
  const name = basename(path)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ImageError('missing', path, message('problems.missing', { name }))
    case 'EMFILE':
    case 'ENFILE':
      return error as Error // of the process, not of the file
    case 'EACCES':
    case 'EPERM':
      return new ImageError('unreadable', path, message('problems.mayNotBeRead', { name }))
    default:
      return new ImageError('unreadable', path, message('problems.cannotBeRead', { name, code }))
  }
}

/** A server that cannot be reached says nothing of the image: such a failure stays as it is. */
function imageErrorOf(path: string, error: BucketError): Error {
  switch (error.code) {
    case 'missing':
      return new ImageError('missing', path, error.text)
    case 'refused':
    case 'damaged':
    case 'changed':
      return new ImageError('unreadable', path, error.text)
    default:
      return error
  }
}
