import type { Response } from 'undici'
import { RefusedRedirect } from '../network/addresses'
import { message, messageTextOf, MessageError } from '../messages/message'
import type { MessageText } from '../messages/message'

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
export class PackError extends MessageError {
  override name = 'PackError'

  constructor(
    readonly code: PackErrorCode,
    text: MessageText,
  ) {
    super(text)
  }
}

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT'])

/** Turns a system error of writing into words. */
export function writingFailed(path: string, error: unknown): PackError {
  if (error instanceof PackError) {
    return error
  }
  const { code, message: reason } = error as NodeJS.ErrnoException
  return code !== undefined && FULL_DISK.has(code)
    ? new PackError('no-space', message('packs.noSpaceFor', { path }))
    : new PackError('cannot-write', message('packs.cannotWrite', { path, reason }))
}

/** A connection that broke, or a server that is busy; another attempt may go on. */
export class LostConnection extends MessageError {
  constructor(
    text: MessageText,
    /** What the server asks for before another attempt; null where it asks for nothing. */
    readonly waitMilliseconds: number | null = null,
  ) {
    super(text)
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
    throw new LostConnection(message('packs.answersStatus', { status }))
  }
  throw requestRefused(url.href, status)
}

/** Waits of more than a minute are left to the user. */
function busy({ host }: URL, status: number, retryAfter: string | null): LostConnection | PackError {
  const seconds = retryAfter === null ? null : secondsOf(retryAfter)
  if (seconds !== null && seconds > MAX_WAIT_SECONDS) {
    const wait =
      seconds < 7200
        ? message('waits.minutes', { count: Math.ceil(seconds / 60) })
        : message('waits.hours', { count: Math.ceil(seconds / 3600) })
    return new PackError('unreachable', message('packs.asksToWait', { host, wait, status }))
  }
  return new LostConnection(
    message('packs.busyStatus', { status }),
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
  const isLogin = status === 401 || status === 403
  const isGone = status === 404 || status === 410
  const refusal = isLogin ? 'packs.wantsLogin' : isGone ? 'packs.hasNot' : 'packs.refuses'
  const id = BUSY.has(status) || status >= 500 ? 'packs.isBusy' : refusal
  return new PackError('unreachable', message(id, { host, status, url: shown(url) }))
}

export function wrongLength(url: URL, length: number, { bytes, name }: Expected): PackError {
  const values = { url: shown(url.href), bytes, name }
  return new PackError(
    'tampered',
    Number.isNaN(length)
      ? message('packs.wrongPart', values)
      : message('packs.wrongLength', { ...values, length }),
  )
}

export function wrongDigest(name: string, found: string, expected: string): PackError {
  return new PackError(
    'tampered',
    message('packs.wrongDigest', {
      name,
      found: found.slice(0, 12),
      expected: expected.slice(0, 12),
    }),
  )
}

/** @param what begins the sentence: a server */
export function connectionFailed(error: unknown, what: string, signal: AbortSignal): PackError {
  if (error instanceof PackError) {
    return error
  }
  if (signal.aborted) {
    return new PackError('cancelled', message('engine.cancelled'))
  }
  if (error instanceof RefusedRedirect) {
    return new PackError('unreachable', messageTextOf(error))
  }
  return new PackError('unreachable', message('packs.unreachable', { host: what, reason: reasonOf(error) }))
}

/** Reason of a failed fetch: the message of the cause, because fetch itself reports only "fetch failed". */
export function reasonOf(error: unknown): MessageText {
  const { name, cause } = error as Error
  if (name === 'AbortError' || name === 'TimeoutError') {
    return message('packs.nothingCame')
  }
  return cause instanceof Error && cause.message !== '' ? cause.message : messageTextOf(error)
}

/** Without the query, which can hold a secret of a redirect. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
