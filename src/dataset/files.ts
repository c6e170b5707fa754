import { createHash } from 'node:crypto'
import { closeSync, openSync, write, writeSync } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Bytes that wait to be written together. */
const PIECE_BYTES = 2 ** 20

/** Up to here a file is written before another thread would have heard of it. */
const WRITTEN_AT_ONCE = 2 ** 20

const writeFrom = promisify(write)

/**
 * Not flushed. A small file is written on the calling thread, as many are.
 * @throws the system's error, where it is there too
 */
export async function createFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, 'wx')
  try {
    const isSmall = bytes.length <= WRITTEN_AT_ONCE
    for (let done = 0; done < bytes.length;) {
      const left = bytes.length - done
      done += isSmall
        ? writeSync(file, bytes, done, left, done)
        : (await writeFrom(file, bytes, done, left, done)).bytesWritten
    }
  } finally {
    closeSync(file)
  }
}

/** A large file that is written piece by piece, and its hash, for which it need not be read again. */
export class GrowingFile {
  private readonly handle: FileHandle
  private readonly hash = createHash('sha256')
  private waiting: Uint8Array[] = []
  private waitingBytes = 0
  private bytes = 0

  private constructor(handle: FileHandle) {
    this.handle = handle
  }

  /**
   * The file is on the disk when it returns.
   * @param fill writes it; what it adds must not change before the next `add` has returned
   * @returns SHA-256 in hexadecimal, and its length
   */
  static async write(
    path: string,
    fill: (file: GrowingFile) => Promise<void>,
  ): Promise<{ sha256: string; bytes: number }> {
    const handle = await openHandle(path, 'wx')
    try {
      const file = new GrowingFile(handle)
      await fill(file)
      await file.drain()
      await handle.sync()
      return { sha256: file.hash.digest('hex'), bytes: file.bytes }
    } finally {
      await handle.close()
    }
  }

  async add(...pieces: Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.hash.update(piece)
      this.waiting.push(piece)
      this.waitingBytes += piece.length
      this.bytes += piece.length
    }
    if (this.waitingBytes >= PIECE_BYTES) {
      await this.drain()
    }
  }

  /** After it what was added may be written over. */
  async drain(): Promise<void> {
    const pieces = this.waiting.filter(({ length }) => length > 0)
    this.waiting = []
    this.waitingBytes = 0
    if (pieces.length > 0) {
      await this.handle.writeFile(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
    }
  }
}
