import type { EnvHttpProxyAgent, fetch as Fetch, Headers, Response } from 'undici'
import { MOST_REDIRECTS, nextAddress, parseUrl, RefusedRedirect, splitLogin } from './addresses'

/** One answer on the way to the last one. */
export interface Hop {
  url: URL
  status: number
  headers: Headers
}

export interface Answer {
  /** The last one, whose body is open. */
  response: Response
  /** All answers in their order, the last one included. */
  hops: readonly Hop[]
  /** Where the last one came from. */
  url: URL
}

export interface Asked {
  url: string
  method?: 'GET' | 'HEAD'
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Redirects are not followed where this is false for the next address. */
  isFollowed?(from: URL, to: URL): boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Requests over the network, through a proxy where one is set. */
export class HttpClient {
  private constructor(
    private readonly fetch: typeof Fetch,
    private readonly dispatcher: EnvHttpProxyAgent,
    /** Then names are looked up by the proxy. */
    readonly hasProxy: boolean,
  ) {}

  /**
   * Loads the package for it now, as most runs of the program need none.
   * @param proxy `http://host:port`; null takes `HTTPS_PROXY` and `HTTP_PROXY` of the environment. `NO_PROXY` counts
   * for both
   * @throws Error where the proxy's address is none
   */
  static async open(proxy: string | null, env: NodeJS.ProcessEnv = process.env): Promise<HttpClient> {
    const { EnvHttpProxyAgent, fetch } = await import('undici')
    const plain = withProtocol(proxy ?? env['http_proxy'] ?? env['HTTP_PROXY'] ?? '')
    const encrypted = withProtocol(proxy ?? env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '')
    try {
      const dispatcher = new EnvHttpProxyAgent({
        httpProxy: plain,
        httpsProxy: encrypted === '' ? plain : encrypted,
        noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
      })
      return new HttpClient(fetch, dispatcher, plain !== '' || encrypted !== '')
    } catch (error) {
      const name = proxy === null ? 'HTTPS_PROXY or HTTP_PROXY of the environment' : 'The proxy in Settings'
      throw new Error(`${name} is no address of a proxy: ${(error as Error).message}.`, { cause: error })
    }
  }

  /**
   * Follows redirects as `nextAddress` allows. A login in the address goes as a header, to its own origin alone.
   * @throws RefusedRedirect; errors of fetch
   */
  async ask({ url, method = 'GET', headers = {}, signal, isFollowed }: Asked): Promise<Answer> {
    const hops: Hop[] = []
    const { url: first, authorization } = splitLogin(new URL(url))
    const withLogin = authorization === null ? headers : { ...headers, authorization }
    let at = first
    while (true) {
      const { dispatcher } = this
      const response = await this.fetch(at, {
        method,
        headers: at.origin === first.origin ? withLogin : headers,
        signal,
        dispatcher,
        redirect: 'manual',
      })
      hops.push({ url: at, status: response.status, headers: response.headers })
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      const next = location === null ? null : parseUrl(location, at)
      if (location === null || (next !== null && isFollowed?.(at, next) === false)) {
        return { response, hops, url: at }
      }
      await response.body?.cancel()
      if (hops.length > MOST_REDIRECTS) {
        throw new RefusedRedirect(`${first.host} sends on more than ${MOST_REDIRECTS} times.`)
      }
      at = await nextAddress(at, location, !this.hasProxy)
    }
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.dispatcher.destroy()
  }
}

/** `proxy:3128` is common in environments. */
function withProtocol(address: string): string {
  return address === '' || address.includes('://') ? address : `http://${address}`
}
