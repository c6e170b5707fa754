import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { fetchRange } from './fetch-object'
import { noteFetched, noteUse } from './make-room'
import { cacheOfPath } from './ticket'
import type { Ticket } from './ticket'

/** Bytes. What is read of an object is fetched and kept in blocks of this size. */
export const BLOCK = 2 ** 20
/** In one request. */
const MOST_BLOCKS = 8
const REQUESTS_AT_ONCE = 8

/** An object that is read in parts: blocks that were fetched lie beside its place, each whole or not at all. */
export class RangedFile {
  private readonly folder: string
  private readonly queue = pLimit(REQUESTS_AT_ONCE)
  private readonly fetching = new Map<number, Promise<void>>()

  /** @param path where its bytes would lie */
  constructor(
    private readonly path: string,
    private readonly ticket: Ticket,
  ) {
    this.folder = `${path}.blocks`
  }

  get size(): number {
    return this.ticket.size
  }

  /** Fewer than `length` at its end. @throws BucketError */
  async bytes(from: number, length: number): Promise<Buffer> {
    const end = Math.min(from + length, this.size)
    const wanted = Buffer.alloc(Math.max(0, end - from))
    if (wanted.length === 0) {
      return wanted
    }
    const [first, last] = [Math.floor(from / BLOCK), Math.floor((end - 1) / BLOCK)]
    await noteUse(this.path)
    for (let start = first; start <= last; start += REQUESTS_AT_ONCE * MOST_BLOCKS) {
      const stop = Math.min(last, start + REQUESTS_AT_ONCE * MOST_BLOCKS - 1)
      await this.copy(start, stop, from, wanted)
    }
    return wanted
  }

  private async copy(first: number, last: number, from: number, wanted: Buffer): Promise<void> {
    const lacking: number[] = []
    for (let block = first; block <= last; block += 1) {
      if (!(await this.copyBlock(block, from, wanted))) {
        lacking.push(block)
      }
    }
    await Promise.all(runsOf(lacking).map((run) => this.fetch(run, from, wanted)))
  }

  /** Whether it was there, as long as it must be. */
  private async copyBlock(block: number, from: number, wanted: Buffer): Promise<boolean> {
    const start = block * BLOCK
    const length = Math.min(BLOCK, this.size - start)
    const handle = await open(this.blockPath(block), 'r').catch(() => null)
    if (handle === null) {
      return false
    }
    try {
      const isWhole = (await handle.stat()).size === length
      const [offset, stop] = [Math.max(from, start), Math.min(from + wanted.length, start + length)]
      if (!isWhole) {
        return false
      }
      const { bytesRead } = await handle.read(wanted, offset - from, stop - offset, offset - start)
      return bytesRead === stop - offset
    } finally {
      await handle.close()
    }
  }

  private async fetch(run: readonly number[], from: number, wanted: Buffer): Promise<void> {
    const busy = run.map((block) => this.fetching.get(block)).find((one) => one !== undefined)
    if (busy !== undefined) {
      await busy.catch(() => undefined)
      await this.copy(run[0], run[run.length - 1], from, wanted)
      return
    }
    const start = run[0] * BLOCK
    const length = Math.min(run.length * BLOCK, this.size - start)
    let bytes: Buffer = Buffer.alloc(0)
    const fetched = this.queue(async () => {
      bytes = await fetchRange(this.ticket, start, length)
      await Promise.all(
        run.map((block, index) => this.keep(block, bytes.subarray(index * BLOCK, (index + 1) * BLOCK))),
      )
    })
    run.forEach((block) => this.fetching.set(block, fetched))
    try {
      await fetched
    } finally {
      run.forEach((block) => this.fetching.delete(block))
    }
    const [offset, stop] = [Math.max(from, start), Math.min(from + wanted.length, start + length)]
    bytes.copy(wanted, offset - from, offset - start, stop - start)
    await noteFetched(cacheOfPath(this.path), length, this.ticket.mostBytes)
  }

  /** What cannot be kept is fetched again. */
  private async keep(block: number, bytes: Buffer): Promise<void> {
    const part = join(this.folder, `.${randomBytes(6).toString('hex')}.part`)
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(part, bytes)
      await rename(part, this.blockPath(block))
    } catch {
      await rm(part, { force: true }).catch(() => undefined)
    }
  }

  private blockPath(block: number): string {
    return join(this.folder, String(block))
  }
}

/** Blocks that follow each other, up to what one request fetches. */
function runsOf(blocks: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last !== undefined && last.length < MOST_BLOCKS && last[last.length - 1] + 1 === block) {
      last.push(block)
    } else {
      runs.push([block])
    }
  }
  return runs
}
