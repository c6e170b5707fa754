import type { Response } from 'undici'
import { RefusedRedirect } from '../network/addresses'

export type PackErrorCode =
  /** The registry or the connection to it. */
  | 'unreachable'
  /** The received bytes are not the expected ones. */
  | 'tampered'
  | 'no-space'
  | 'cannot-write'
  /** A file that was given cannot be read, or is no archive. */
  | 'bad-file'
  /** Another program is adding the pack. */
  | 'busy'
  | 'cancelled'

/** Why a model pack could not be installed; the message has the cause and a way out. */
export class PackError extends Error {
  override name = 'PackError'

  constructor(
    readonly code: PackErrorCode,
    message: string,
  ) {
    super(message)
  }
}

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT'])

/** Turns a system error of writing into words. */
export function writingFailed(path: string, error: unknown): PackError {
  if (error instanceof PackError) {
    return error
  }
  const { code, message } = error as NodeJS.ErrnoException
  return code !== undefined && FULL_DISK.has(code)
    ? new PackError('no-space', `There is no space left for ${path}. Free some and add the model pack again.`)
    : new PackError('cannot-write', `${path} cannot be written: ${message}.`)
}

/** A connection that broke, or a server that is busy; another attempt may go on. */
export class LostConnection extends Error {
  constructor(
    message: string,
    /** What the server asks for before another attempt; null where it asks for nothing. */
    readonly waitMilliseconds: number | null = null,
  ) {
    super(message)
  }
}

const MAX_WAIT_SECONDS = 60
const BUSY = new Set([429, 503])

export interface Expected {
  path: string
  /** Length of the whole file. */
  bytes: number
  /** What is asked for. */
  name: string
}

/**
 * Offset in the file at which the body begins: `from`, or 0 where the server sends the whole.
 * @throws PackError, LostConnection
 */
export function startOf(response: Response, url: URL, from: number, expected: Expected): number {
  const { status, headers } = response
  if (status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
    if (range !== null && Number(range[1]) === from && Number(range[2]) === expected.bytes) {
      return from
    }
    throw wrongLength(url, Number(range?.[2] ?? Number.NaN), expected)
  }
  if (status === 200) {
    const length = headers.get('content-length')
    if (length !== null && Number(length) !== expected.bytes) {
      throw wrongLength(url, Number(length), expected)
    }
    return 0
  }
  if (BUSY.has(status)) {
    throw busy(url, status, headers.get('retry-after'))
  }
  if (status >= 500) {
    throw new LostConnection(`it answers with status ${status}`)
  }
  throw requestRefused(url.href, status)
}

/** Waits of more than a minute are left to the user. */
function busy({ host }: URL, status: number, retryAfter: string | null): LostConnection | PackError {
  const seconds = retryAfter === null ? null : secondsOf(retryAfter)
  if (seconds !== null && seconds > MAX_WAIT_SECONDS) {
    const wait = seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
    const message = `${host} is busy and asks to wait ${wait} (status ${status}). What has come is kept: add the model pack again then.`
    return new PackError('unreachable', message)
  }
  return new LostConnection(
    `it is busy, status ${status}`,
    seconds === null ? null : Math.max(0, seconds) * 1000,
  )
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). Null where it is neither. */
function secondsOf(retryAfter: string): number | null {
  if (/^\d+$/.test(retryAfter.trim())) {
    return Number(retryAfter)
  }
  const time = Date.parse(retryAfter)
  return Number.isNaN(time) ? null : (time - Date.now()) / 1000
}

export function requestRefused(url: string, status: number): PackError {
  const { host } = new URL(url)
  if (BUSY.has(status) || status >= 500) {
    const message = `${host} is busy or out of order (status ${status}, ${shown(url)}). Add the model pack again later.`
    return new PackError('unreachable', message)
  }
  const advice = 'Fetch the model pack in another way and give it as a file'
  const why =
    status === 401 || status === 403
      ? 'wants a login'
      : status === 404 || status === 410
        ? 'does not have it'
        : 'refuses it'
  return new PackError('unreachable', `${host} ${why} (status ${status}, ${shown(url)}). ${advice}.`)
}

export function wrongLength(url: URL, length: number, { bytes, name }: Expected): PackError {
  const sent = Number.isNaN(length) ? 'another part than was asked for' : `${length} bytes`
  return new PackError(
    'tampered',
    `${shown(url.href)} sent ${sent} where ${bytes} are expected: it is not the file ${name} that was announced. Nothing was installed.`,
  )
}

export function wrongDigest(name: string, found: string, expected: string): PackError {
  return new PackError(
    'tampered',
    `${name} is not the file that was announced (SHA-256 ${found.slice(0, 12)}… where ${expected.slice(0, 12)}… is expected). What came was deleted, and nothing was installed.`,
  )
}

/** @param what begins the sentence: a server */
export function connectionFailed(error: unknown, what: string, signal: AbortSignal): PackError {
  if (error instanceof PackError) {
    return error
  }
  if (signal.aborted) {
    return new PackError('cancelled', 'Cancelled.')
  }
  if (error instanceof RefusedRedirect) {
    return new PackError('unreachable', error.message)
  }
  const advice = 'Check the connection, and the proxy in Settings, or give the model pack as a file'
  return new PackError('unreachable', `${what} cannot be reached (${reasonOf(error)}). ${advice}.`)
}

/** Reason of a failed fetch: the message of the cause, because fetch itself reports only "fetch failed". */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'AbortError' || name === 'TimeoutError') {
    return 'nothing came any more'
  }
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

/** Without the query, which can hold a secret of a redirect. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
