import { z } from 'zod'
import type { Endpoint } from './address'
import { ConnectorError } from './connector-error'
import { message, joinSentences } from '../messages/message'
import type { MessageText, Message } from '../messages/message'

export interface Answered {
  status: number
  text: string
  /** The `retry-after` header. */
  retryAfter: string | null
}

/** A connection that broke; another attempt may go through. */
export class LostConnection extends ConnectorError {
  constructor(text: MessageText) {
    super('busy', text)
  }
}

const SHOWN_CHARACTERS = 300

/** A failed connection in plain words. */
export function connectionFailed(error: Error, endpoint: Endpoint, signal: AbortSignal): ConnectorError {
  const { host, origin, isEncrypted } = endpoint
  if (error instanceof ConnectorError) {
    return error
  }
  const { code = '', message: reason } = error as NodeJS.ErrnoException
  if (signal.aborted) {
    return new ConnectorError('cancelled', message('engine.cancelled'))
  }
  if (code === 'ECONNREFUSED') {
    return new ConnectorError('unreachable', message('connector.nothingAnswers', { origin }))
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConnectorError('unreachable', message('connector.unknownName', { host }))
  }
  if (/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/.test(code)) {
    return new LostConnection(message('connector.brokeOff', { host, reason }))
  }
  if (/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT)$/.test(code)) {
    return new ConnectorError('unreachable', message('connector.unreachable', { host, code }))
  }
  if (isEncrypted && /CERT|ALTNAME/.test(code)) {
    return new ConnectorError('unreachable', message('connector.certificate', { host, code }))
  }
  if (/^(?:HPE_|EPROTO|ERR_SSL)/.test(code)) {
    return new ConnectorError(
      'not-the-protocol',
      message(isEncrypted ? 'connector.noHttps' : 'connector.noHttp', { host }),
    )
  }
  return new ConnectorError('unreachable', message('connector.cannotBeAsked', { host, reason }))
}

const errorSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
])

/** Remark in the server's error, short and in one line; empty if it has no readable words. */
export function remarkOf(text: string): string {
  const parsed = errorSchema.safeParse(parseJson(text))
  const remark = parsed.success ? parsed.data : /^\s*[<{[]/.test(text) ? '' : text
  return remark.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS)
}

const pictures = String.raw`\b(?:images?|vision|visual|multi-?modal|mmproj|image_url)\b`
const aboutImages = new RegExp(
  String.raw`\b(?:not?|un\w+|missing|without|cannot|\w+n't)\b.*${pictures}|${pictures}.*\b(?:not|unsupported|missing)\b`,
  'i',
)
const TOO_FEW_IMAGES = /at most (?:0|1|one)\b.*\bimage|only (?:1|one|a single) image|multiple images/i
const ABOUT_MODEL =
  /\bmodel\b.*\b(?:not (?:be )?found|not exist|unknown|not (?:loaded|available)|invalid|try pulling)|\b(?:unknown|invalid|no such) model\b/i

/** A failed answer, in plain words; `attempts`: number of requests. */
export function statusFailed(
  answer: Answered,
  endpoint: Endpoint,
  model: string,
  attempts = 1,
): ConnectorError {
  const { host, address } = endpoint
  const { status, text } = answer
  const remark = remarkOf(text)
  const says =
    remark === '' ? message('connector.saysStatus', { status }) : message('connector.says', { remark })
  if (status === 401 || status === 403) {
    return new ConnectorError('unauthorised', message('connector.otherKey', { host, status, says }))
  }
  if (TOO_FEW_IMAGES.test(remark)) {
    return new ConnectorError('not-for-images', message('connector.fewerPictures', { host, says }))
  }
  if (ABOUT_MODEL.test(remark)) {
    return new ConnectorError('no-model', message('connector.noModel', { host, model, says }))
  }
  if (aboutImages.test(remark) && status !== 429) {
    return new ConnectorError('not-for-images', message('connector.noPictures', { host, model, says }))
  }
  if (status === 404 || status === 405) {
    return new ConnectorError('not-the-protocol', message('connector.noServer', { address, says }))
  }
  if (status === 413) {
    return new ConnectorError('refused', message('connector.tooLarge', { host, says }))
  }
  if (status === 429 || status >= 500) {
    const wait = longWait(answer.retryAfter)
    const busy =
      attempts === 1
        ? message('connector.isBusy', { host })
        : message('connector.isBusyAgain', { host, attempts })
    const advice = wait === null ? [] : [message('connector.leaveAlone', { wait })]
    return new ConnectorError('busy', joinSentences([busy, ...advice, says]) ?? says)
  }
  return new ConnectorError('refused', message('connector.refused', { host, status, says }))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds. A server that asks for a longer pause is not asked again. */
export const LONGEST_PAUSE = 60_000

/** Milliseconds; null if the header cannot be parsed. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) {
    return null
  }
  const seconds = Number(header)
  const until = Number.isFinite(seconds) ? now + 1000 * seconds : Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}

/** The wait that a header asks for, in words; null if it is short enough to ask again. */
export function longWait(header: string | null, now = Date.now()): Message | null {
  const wanted = retryAfter(header, now) ?? 0
  if (wanted <= LONGEST_PAUSE) {
    return null
  }
  const minutes = Math.ceil(wanted / 60_000)
  const hours = Math.ceil(minutes / 60)
  return minutes <= 90
    ? message('waits.minutes', { count: minutes })
    : hours <= 36
      ? message('waits.hours', { count: hours })
      : message('waits.days', { count: Math.ceil(hours / 24) })
}
