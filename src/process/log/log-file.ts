import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

export interface LogLimits {
  /** Of each file. */
  bytes: number
  /** Rotated files beside the present one. */
  kept: number
}

const DEFAULT_LIMITS: LogLimits = { bytes: 1_000_000, kept: 3 }
/** A program that ended while it rotated left its lock behind. */
const STALE_LOCK_MILLISECONDS = 10_000

export function logFolder(userFolder: string): string {
  return join(userFolder, 'logs')
}

/** `deltascribe.log`, or for 1 and more the rotated `deltascribe.1.log`, the newest first. */
export function logPath(userFolder: string, index = 0): string {
  return join(logFolder(userFolder), index === 0 ? 'deltascribe.log' : `deltascribe.${index}.log`)
}

/**
 * The log's files. Any number of programs may append: each line is one write to the end of the file, and only one of
 * them rotates at a time. The first write that fails is the last one: a disk that is full or read-only costs the log.
 */
export class LogFile {
  private isOpen: boolean

  constructor(
    private readonly userFolder: string,
    private readonly limits: LogLimits = DEFAULT_LIMITS,
  ) {
    this.isOpen = attempt(() => mkdirSync(logFolder(userFolder), { recursive: true }))
  }

  append(line: string): void {
    this.isOpen &&= attempt(() => {
      this.rotateWhereFull()
      appendFileSync(logPath(this.userFolder), `${line}\n`)
    })
  }

  close(): void {
    this.isOpen = false
  }

  private isFull(): boolean {
    const size = statSync(logPath(this.userFolder), { throwIfNoEntry: false })?.size ?? 0
    return size >= this.limits.bytes
  }

  private rotateWhereFull(): void {
    const lock = join(logFolder(this.userFolder), 'rotating')
    if (!this.isFull() || !takeLock(lock)) {
      return
    }
    try {
      // another program may have rotated before the lock was free
      if (this.isFull()) {
        this.rotate()
      }
    } finally {
      rmSync(lock, { force: true })
    }
  }

  private rotate(): void {
    for (let index = this.limits.kept; index >= 1; index -= 1) {
      const from = logPath(this.userFolder, index - 1)
      if (existsSync(from)) {
        renameSync(from, logPath(this.userFolder, index))
      }
    }
  }
}

/** The last lines, the oldest first; none where the log cannot be read. */
export function lastLogLines(userFolder: string, count: number, { kept } = DEFAULT_LIMITS): string[] {
  const newestFirst: string[] = []
  for (let index = 0; index <= kept && newestFirst.length < count; index += 1) {
    newestFirst.push(...linesOf(logPath(userFolder, index)).reverse())
  }
  return newestFirst.slice(0, count).reverse()
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

function takeLock(path: string): boolean {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > STALE_LOCK_MILLISECONDS) {
    rmSync(path, { force: true })
  }
  return attempt(() => closeSync(openSync(path, 'wx')))
}

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
