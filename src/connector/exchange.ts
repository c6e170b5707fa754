import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request as requestPlain } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { reachOfIp, parseUrl } from '../network/addresses'
import { checkReach } from './address'
import type { Consent, Endpoint } from './address'
import { ConnectorError } from './connector-error'
import { connectionFailed } from './explain'
import type { Answered } from './explain'
import { message } from '../messages/message'

/**
 * One HTTP exchange. Uses `node:http` and not `fetch`: its built-in limit of 300 s for the first byte cannot be
 * raised, and it does not give the address that a name resolved to at the connection.
 */
export interface Exchange {
  endpoint: Endpoint
  /** Below the endpoint's address: `/chat/completions`. */
  path: string
  /** JSON of a POST; null for a GET. */
  body: string | null
  key: string | null
  consent: Consent
  milliseconds: number
  /** Bytes of the answer. */
  atMost: number
  signal: AbortSignal
}

const MOST_REDIRECTS = 3

/** @throws ConnectorError; `reset` connections as `LostConnection` */
export async function exchange(given: Exchange): Promise<Answered> {
  const { endpoint, consent, path } = given
  if (isIP(endpoint.hostname) !== 0) {
    checkReach(reachOfIp(endpoint.hostname), endpoint, consent)
  }
  let url = new URL(`${endpoint.address}${path}`)
  const until = performance.now() + given.milliseconds
  for (let hop = 0; ; hop += 1) {
    const answer = await once(url, given, until - performance.now())
    const location = answer.location === null ? null : parseUrl(answer.location, url)
    if (answer.status < 300 || answer.status >= 400 || location === null) {
      return answer
    }
    url = checkedHop(given, location, answer.status, hop)
  }
}

/** Sends nothing to another server, and repeats a question only if the server asks for that (307, 308). */
function checkedHop({ endpoint, body }: Exchange, location: URL, status: number, hop: number): URL {
  const keepsBody = status === 307 || status === 308
  if (location.origin === endpoint.origin && (body === null || keepsBody) && hop < MOST_REDIRECTS) {
    return location
  }
  const to = `${location.origin}${location.pathname}`
  const id = location.origin === endpoint.origin ? 'connector.sendsOnHere' : 'connector.sendsOn'
  throw new ConnectorError('redirected', message(id, { host: endpoint.host, to }))
}

type Raw = Answered & { location: string | null }

function once(url: URL, given: Exchange, milliseconds: number): Promise<Raw> {
  const { endpoint, body, key, signal, atMost } = given
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: body === null ? 'GET' : 'POST',
      // no connection is kept: the server may be ended between two questions
      agent: false,
      lookup: checkedLookup(given),
      signal,
      headers: {
        accept: 'application/json',
        ...(body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    }
    const request: ClientRequest = endpoint.isEncrypted
      ? requestEncrypted(url, options)
      : requestPlain(url, options)
    let lateness: ConnectorError | null = null
    const timer = setTimeout(
      () => {
        lateness = timedOut(endpoint, given.milliseconds)
        request.destroy(lateness)
      },
      Math.max(1, milliseconds),
    )
    const fail = (error: Error): void => {
      clearTimeout(timer)
      request.destroy()
      // an answer that stops half-way reports a broken connection instead
      reject(connectionFailed(lateness ?? error, endpoint, signal))
    }
    request.once('error', fail)
    request.once('response', (response) => {
      read(response, atMost, endpoint).then((text) => {
        clearTimeout(timer)
        const { statusCode = 0, headers } = response
        const { location = null, 'retry-after': retryAfter = null } = headers
        resolve({ status: statusCode, text, location, retryAfter })
      }, fail)
    })
    request.end(body ?? undefined)
  })
}

function timedOut({ host }: Endpoint, milliseconds: number): ConnectorError {
  const seconds = Math.round(milliseconds / 1000)
  return new ConnectorError('timeout', message('connector.timedOut', { host, seconds }))
}

async function read(response: IncomingMessage, atMost: number, { host }: Endpoint): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > atMost) {
      const most = `${(atMost / 2 ** 20).toFixed(0)} MiB`
      throw new ConnectorError('bad-answer', message('connector.sentTooMuch', { host, most }))
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Checks the resolved addresses at the connection, so that they cannot change in between. */
function checkedLookup({ endpoint, consent }: Exchange): LookupFunction {
  return (hostname, options, answer) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) {
        answer(error, '')
        return
      }
      try {
        found.forEach(({ address }) => checkReach(reachOfIp(address), endpoint, consent))
      } catch (refusal) {
        answer(refusal as Error, '')
        return
      }
      if (options.all === true) {
        answer(null, found)
      } else {
        answer(null, found[0].address, found[0].family)
      }
    })
  }
}
