import { z } from 'zod'
import type { Endpoint } from './address'
import { ConnectorError } from './connector-error'

export interface Answered {
  status: number
  text: string
  /** The `retry-after` header. */
  retryAfter: string | null
}

/** A connection that broke; another attempt may go through. */
export class LostConnection extends ConnectorError {
  constructor(message: string) {
    super('busy', message)
  }
}

const SHOWN_CHARACTERS = 300

/** A failed connection in plain words. */
export function connectionFailed(error: Error, endpoint: Endpoint, signal: AbortSignal): ConnectorError {
  const { host, origin, isEncrypted } = endpoint
  if (error instanceof ConnectorError) {
    return error
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  if (signal.aborted) {
    return new ConnectorError('cancelled', 'Cancelled.')
  }
  if (code === 'ECONNREFUSED') {
    const advice = 'Start the server, or correct the address in Settings'
    return new ConnectorError('unreachable', `Nothing answers at ${origin}. ${advice}.`)
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConnectorError(
      'unreachable',
      `The name ${host} is not known. Correct the address in Settings.`,
    )
  }
  if (/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/.test(code)) {
    return new LostConnection(`${host} broke the connection off (${message}). It may have run out of memory.`)
  }
  if (/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT)$/.test(code)) {
    return new ConnectorError(
      'unreachable',
      `${host} cannot be reached (${code}). Is it on, and in your network?`,
    )
  }
  if (isEncrypted && /CERT|ALTNAME/.test(code)) {
    return new ConnectorError('unreachable', `The certificate of ${host} is not trusted here (${code}).`)
  }
  if (/^(?:HPE_|EPROTO|ERR_SSL)/.test(code)) {
    const other = isEncrypted ? 'Try http://' : 'Try https://, or another port'
    return new ConnectorError(
      'not-the-protocol',
      `${host} does not speak ${isEncrypted ? 'https' : 'http'}. ${other}.`,
    )
  }
  return new ConnectorError('unreachable', `${host} cannot be asked: ${message}.`)
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
  const says = remark === '' ? `It answers with status ${status}.` : `It says: ${remark}`
  if (status === 401 || status === 403) {
    return new ConnectorError('unauthorised', `${host} wants another API key (status ${status}). ${says}`)
  }
  if (TOO_FEW_IMAGES.test(remark)) {
    const advice = 'A pair is two: let the server take two (vLLM: --limit-mm-per-prompt \'{"image": 2}\')'
    return new ConnectorError('not-for-images', `${host} takes fewer pictures. ${advice}. ${says}`)
  }
  if (ABOUT_MODEL.test(remark)) {
    return new ConnectorError('no-model', `${host} has no model “${model}”. ${says}`)
  }
  if (aboutImages.test(remark) && status !== 429) {
    const advice = 'Take a vision language model (llama.cpp: with its --mmproj file)'
    return new ConnectorError(
      'not-for-images',
      `“${model}” at ${host} cannot look at pictures. ${advice}. ${says}`,
    )
  }
  if (status === 404 || status === 405) {
    const advice = 'Correct the address in Settings; it mostly ends in /v1'
    return new ConnectorError(
      'not-the-protocol',
      `There is no OpenAI-compatible server at ${address}. ${advice}. ${says}`,
    )
  }
  if (status === 413) {
    return new ConnectorError(
      'refused',
      `The pictures are too large for ${host}. Take smaller ones in Settings. ${says}`,
    )
  }
  if (status === 429 || status >= 500) {
    const wait = longWait(answer.retryAfter)
    const advice = wait === null ? '' : ` It asks to be left alone for ${wait}.`
    const often = attempts === 1 ? '' : `, after ${attempts} attempts`
    return new ConnectorError('busy', `${host} is busy or failed${often}.${advice} ${says}`)
  }
  return new ConnectorError('refused', `${host} refused the question (status ${status}). ${says}`)
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
export function longWait(header: string | null, now = Date.now()): string | null {
  const wanted = retryAfter(header, now) ?? 0
  if (wanted <= LONGEST_PAUSE) {
    return null
  }
  const minutes = Math.ceil(wanted / 60_000)
  const hours = Math.ceil(minutes / 60)
  return minutes <= 90
    ? `${minutes} minutes`
    : hours <= 36
      ? `${hours} hours`
      : `${Math.ceil(hours / 24)} days`
}
