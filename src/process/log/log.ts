import { z } from 'zod'
import { toFailure } from '../../contract/errors'
import type { Failure } from '../../contract/errors'
import { withoutLogins } from './without-logins'
import { arch, platform, release } from 'node:os'
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

/** From the most serious on. */
const LEVELS = ['error', 'warning', 'info', 'debug'] as const
type LogLevel = (typeof LEVELS)[number]

export type LogFields = Record<string, string | number | boolean | null | undefined>

/**
 * One line a message: time, level, process, message, fields as JSON. Messages are fixed codes such as
 * `process.exited`; what varies is in the fields. Never captions, notes, keys or the content of images.
 */
export interface Log {
  /** Never throws. */
  write(level: LogLevel, message: string, fields?: LogFields): void
  /** The same file under another process's name. */
  as(processName: string): Log
  /** Nothing is written any more. */
  close(): void
}

export const noLog: Log = { write: () => undefined, as: () => noLog, close: () => undefined }

const MOST_CHARACTERS = 1000

/** `DELTASCRIBE_LOG_LEVEL` sets the least serious level that is written; `info` by default. */
export function openLog(userFolder: string, processName: string): Log {
  return logOn(new LogFile(userFolder), processName, wantedLevel())
}

export function logOn(file: LogFile, processName: string, least: LogLevel = 'info'): Log {
  return {
    write(level, message, fields = {}) {
      if (LEVELS.indexOf(level) <= LEVELS.indexOf(least)) {
        file.append(lineOf(new Date(), level, processName, message, fields))
      }
    },
    as: (name) => logOn(file, name, least),
    close: () => file.close(),
  }
}

function lineOf(at: Date, level: LogLevel, processName: string, message: string, fields: LogFields): string {
  const short = JSON.stringify(fields, (_name, value: unknown) => {
    const text = typeof value === 'string' ? withoutLogins(value) : value
    return typeof text === 'string' && text.length > MOST_CHARACTERS
      ? `${text.slice(0, MOST_CHARACTERS)}…`
      : text
  })
  return `${at.toISOString()} ${level} ${processName} ${message} ${short}`
}

function wantedLevel(): LogLevel {
  return z.enum(LEVELS).catch('info').parse(process.env['DELTASCRIBE_LOG_LEVEL'])
}

/** From the first quotation mark to the last: quoted text may be typed by a person, or a piece of a file. */
const QUOTED = /["“‘'`][\s\S]*["”’'`]/g
/** Lines of the stack trace, without the message above them. */
const POSITION = /^\s*at .*$/gm
const MOST_POSITIONS = 6

export function withoutQuotes(message: string): string {
  return message.replace(QUOTED, '"…"')
}

/**
 * Without quoted text. Of an image only which message it is: names of files may be names of persons.
 * @param failure of a command or a job
 */
export function messageForLog({ code, message, entry }: Failure): string {
  return code === 'bad-image' ? (entry?.id ?? '') : withoutQuotes(message)
}

/** Code and message of a failure, without quoted text; for a bug also its name and position. */
export function failureFields(error: unknown): LogFields {
  const failure = toFailure(error)
  const { code } = failure
  const fields = { code, message: messageForLog(failure) }
  return code === 'internal' && error instanceof Error
    ? { ...fields, name: error.name, stack: positions(error.stack ?? '') }
    : fields
}

export function positions(stack: string): string {
  return (stack.match(POSITION) ?? [])
    .slice(0, MOST_POSITIONS)
    .map((line) => line.trim())
    .join(' < ')
}

/** Commands whose failures may repeat a person's text, a model's caption, or a server's answer. */
const CARRIES_WORDS = /^((connector|chain|pairs)\.|(proposals\.adopt|recaption|remask|agree)$)/

/** Like `failureFields`; without the message if the command carries captions, notes or keys. */
export function commandFailureFields(command: string, error: unknown): LogFields {
  const { message, ...fields } = failureFields(error)
  return { command, ...fields, ...(CARRIES_WORDS.test(command) ? {} : { message }) }
}

/** Versions and platform of the program. */
export function programFacts(version: string): LogFields {
  const { node, electron, chrome } = process.versions
  return { version, platform: platform(), release: release(), arch: arch(), node, electron, chrome }
}

/** Environment variable with the user's folder, for processes that get no other path to it. */
export const LOG_HOME_VARIABLE = 'DELTASCRIBE_LOG_HOME'

/** The log of an inference or training process, which also gets the error that ends it. */
export function openChildLog(processName: string): Log {
  const home = process.env[LOG_HOME_VARIABLE]
  const log = home === undefined || home === '' ? noLog : openLog(home, processName)
  logFatalErrors(log)
  return log
}

/** Node still ends the process after these errors. */
export function logFatalErrors(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log.write('error', 'process.failed', { origin, ...failureFields(error) })
  })
}

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
