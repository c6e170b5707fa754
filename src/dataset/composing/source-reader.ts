import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import { messageOf } from '../../contract/errors'
import { ImageError, readImageFile } from '../../images/file'
import { sha256Hex } from '../../process/sha256'
import { isHeldOut } from '../../synth/photographs/library'
import type { LeftOutSource } from './coco-list'

/** Files that are decoded at once: the largest takes 0.4 GB meanwhile. */
const MAX_AT_ONCE = 4

/** Room in memory for what is kept. It is taken in the order of the paths, so that the same sources fit each time. */
export class Room {
  private left: number

  constructor(private readonly limit: number) {
    this.left = limit
  }

  get isFull(): boolean {
    return this.left <= 0
  }

  get reason(): string {
    return `finds no room: what was read before it fills ${this.limit / 2 ** 30} GiB`
  }

  /** False where none was left; the last one may be larger than what is left. */
  take(bytes: number): boolean {
    if (this.isFull) {
      return false
    }
    this.left -= bytes
    return true
  }
}

export interface ReadFile<T> {
  readonly path: string
  readonly sha256: string
  readonly content: T
}

/** How files of a kind are read, a few at once, and then kept, one after another. */
export interface SourceKind<T> {
  readonly read: (file: string, path: string) => Promise<T>
  /** Takes its room, some of which is left. */
  readonly keep: (content: T) => T
}

/** Reads the files of one side, a few at a time, as decoding has threads of its own. */
export class SourceReader {
  readonly leftOut: LeftOutSource[] = []
  private done = 0

  constructor(
    private readonly heldOut: boolean,
    private readonly room: Room,
    private readonly signal: AbortSignal,
    private readonly count: number,
    private readonly onRead: (done: number, count: number) => void,
  ) {}

  /** In the order of the paths, in which their room is taken too. */
  async all<T>(folder: string, paths: readonly string[], kind: SourceKind<T>): Promise<ReadFile<T>[]> {
    const few = pLimit(Math.min(MAX_AT_ONCE, availableParallelism()))
    let turn: Promise<unknown> = Promise.resolve()
    const reading = paths.map((path) => {
      const before = turn
      const one = few(() => this.one(folder, path, kind, before))
      turn = Promise.allSettled([before, one]) // whoever awaits all of them hears what failed
      return one
    })
    const all = await Promise.all(reading)
    return all.filter((one) => one !== null)
  }

  /** @param turn ends when the files before it are kept or left out */
  private async one<T>(
    folder: string,
    path: string,
    { read, keep }: SourceKind<T>,
    turn: Promise<unknown>,
  ): Promise<ReadFile<T> | null> {
    this.signal.throwIfAborted()
    try {
      const file = join(folder, path)
      const sha256 = sha256Hex(await readImageFile(file))
      if (isHeldOut(Number.parseInt(sha256.slice(0, 8), 16)) !== this.heldOut) {
        return null
      }
      // what finds no room now finds none in its turn
      const [content] = this.room.isFull ? [] : await Promise.allSettled([read(file, path)])
      await turn
      if (content === undefined || this.room.isFull) {
        throw new Error(this.room.reason)
      }
      if (content.status === 'rejected') {
        throw content.reason
      }
      return { path, sha256, content: keep(content.value) }
    } catch (error) {
      this.signal.throwIfAborted()
      await turn
      this.leftOut.push({ name: path, reason: reasonOf(error, path) })
      return null
    } finally {
      this.done += 1
      this.onRead(this.done, this.count)
    }
  }
}

/** Without the file's name, which stands before it. */
function reasonOf(error: unknown, path: string): string {
  const message = messageOf(error)
  return error instanceof ImageError ? message.replace(`${basename(path)} `, '') : message
}
