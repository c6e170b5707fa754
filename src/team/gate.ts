import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../contract/person'

/** Who was let in, for as long as a request or a socket lasts. */
export interface Visitor {
  caller: Caller
  /** Something was asked for. */
  used(): void
  /** Told at once when they are let in no more. Returns the function that stops listening. */
  onEnd(listener: () => void): () => void
}

/** Who may come in at an HTTP server, and how. */
export interface Gate {
  /** Whether the request names this server as the one it is for, against DNS rebinding. */
  isOwnHost(request: IncomingMessage): boolean
  /** What to do for one that does not. */
  readonly wrongHost: string
  /** Whether a page of this server sends it, as browsers tell. */
  isOwnOrigin(request: IncomingMessage): boolean
  /** `ws://127.0.0.1:8080`, one or more: where the page may connect to. */
  sockets(request: IncomingMessage): string
  /** Answers what is about coming in and going out, and returns true; false for all else. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean>
  /** Null where nobody was let in. @throws ContractError `unavailable` where that cannot be known now */
  visitor(request: IncomingMessage): Promise<Visitor | null>
  /** Answers one who was not let in. */
  refuse(request: IncomingMessage, response: ServerResponse, url: URL): void
  /** The address to open first. */
  address(): string
  close(): void
}

/** Browsers leave the port of the scheme itself out. */
const OWN_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }

/** As the Host header has it. */
export function hostsOf(names: readonly string[], scheme: 'http' | 'https', port: number): string[] {
  return names.flatMap((name) => [`${name}:${port}`, ...(port === OWN_PORTS[scheme] ? [name] : [])])
}

export function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

/** Values of a cookie of this name; a browser may send several. */
export function cookiesOf(request: IncomingMessage, name: string): string[] {
  return (request.headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
}
