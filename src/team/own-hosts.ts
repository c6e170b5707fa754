import { isIP, isIPv6 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { hostsOf } from './gate'

/** How a team's server is reached. */
export interface Reach {
  /** The address that it listens at. */
  listen: string
  /** Names that browsers know it by, with a port or without. */
  hosts: readonly string[]
  /** Who keeps others on the way from reading: nobody, as on loopback; this server; or a proxy before it. */
  secured: 'nobody' | 'tls' | 'proxy'
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Whether only this machine reaches it. */
export function isLoopback(listen: string): boolean {
  return listen === 'localhost' || bracketed(listen) === '[::1]' || /^127(\.\d{1,3}){3}$/.test(listen)
}

/** An IPv6 address as browsers write it, in brackets; null for anything else. */
function bracketed(address: string): string | null {
  // browsers know no zones
  return isIPv6(address) ? new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname : null
}

/** A name with a port or without, as browsers write it. */
function asBrowsersWrite(given: string): string {
  const inBrackets = /^\[([^\]]*)\](:\d+)?$/.exec(given)
  const [address, port = ''] = inBrackets === null ? [given] : [inBrackets[1], inBrackets[2]]
  const host = bracketed(address)
  return host === null ? given.toLowerCase() : `${host}${port}`
}

/** The names that a request may call this server by. */
export class OwnHosts {
  private readonly scheme: 'http' | 'https'

  /** @param port the server's, once it listens */
  constructor(
    private readonly reach: Reach,
    private readonly port: () => number,
  ) {
    this.scheme = reach.secured === 'nobody' ? 'http' : 'https'
  }

  has(request: IncomingMessage): boolean {
    return this.all().includes((request.headers.host ?? '').toLowerCase())
  }

  /** Whether a page of this server sends it. */
  isOrigin({ headers }: IncomingMessage): boolean {
    return (
      headers.origin !== undefined &&
      headers.origin === `${this.scheme}://${(headers.host ?? '').toLowerCase()}`
    )
  }

  /** Where a page of this server connects to. */
  socket({ headers }: IncomingMessage): string {
    return `${this.scheme === 'https' ? 'wss' : 'ws'}://${headers.host ?? ''}`
  }

  /** To open in a browser. */
  address(): string {
    const [named] = this.named()
    const own = hostsOf([this.listening() ?? '127.0.0.1'], this.scheme, this.port()).at(-1) ?? ''
    return `${this.scheme}://${named ?? own}/`
  }

  private all(): string[] {
    const { scheme } = this
    const listening = this.listening()
    const names = listening === null ? LOOPBACK : [...LOOPBACK, listening]
    return [...this.named(), ...hostsOf(names, scheme, this.port())]
  }

  /** The shortest first. */
  private named(): string[] {
    const { hosts, secured } = this.reach
    return hosts.flatMap((given) => {
      const host = asBrowsersWrite(given)
      if (/:\d+$/.test(host)) {
        return [host]
      }
      return secured === 'proxy' ? [host, `${host}:443`] : hostsOf([host], this.scheme, this.port()).reverse()
    })
  }

  /** Null where it listens at all addresses, which have names of their own. */
  private listening(): string | null {
    const { listen } = this.reach
    const written = bracketed(listen) ?? listen
    return written === '0.0.0.0' || written === '[::]' || isIP(listen) === 0 ? null : written
  }
}
