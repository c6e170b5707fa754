import { z } from 'zod'
import { LogFile } from './log-file'
import { toFailure } from '../../contract/errors'
import { arch, platform, release } from 'node:os'

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
  const short = JSON.stringify(fields, (_name, value: unknown) =>
    typeof value === 'string' && value.length > MOST_CHARACTERS
      ? `${value.slice(0, MOST_CHARACTERS)}…`
      : value,
  )
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

/** Code and message of a failure, without quoted text; for a bug also its name and position. */
export function failureFields(error: unknown): LogFields {
  const { code, message } = toFailure(error)
  const fields = { code, message: withoutQuotes(message) }
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
const CARRIES_WORDS = /^((connector|chain|pairs)\.|(recaption|remask|agree)$)/

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
