import { z } from 'zod'
import { LogFile } from './log-file'

/** From the most serious on. */
const LEVELS = ['error', 'warning', 'info', 'debug'] as const
export type LogLevel = (typeof LEVELS)[number]

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

/** `DELTASCRIBE_LOG_LEVEL` names the least serious level that is written; `info` where it is not set. */
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
