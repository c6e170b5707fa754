import type { ConnectorReach } from '../contract/connector'
import { reachesOf, parseUrl } from '../network/addresses'
import { ConnectorError } from './connector-error'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** A server that follows OpenAI's protocol: where its chat completions and its list of models lie. */
export interface Endpoint {
  /** `http://127.0.0.1:8080/v1`, without a slash at its end. */
  address: string
  /** `http://127.0.0.1:8080` */
  origin: string
  /** `127.0.0.1:8080` */
  host: string
  /** Without brackets: `::1`. */
  hostname: string
  isEncrypted: boolean
}

/**
 * `localhost:11434`, `http://nas/v1/` and `http://nas/v1/chat/completions` are understood too; a host alone gets
 * `/v1`. @throws ConnectorError `bad-address`
 */
export function parseAddress(typed: string): Endpoint {
  const text = typed.trim()
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (text === '' || url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new ConnectorError('bad-address', message('connector.notAnAddress', { typed: text }))
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new ConnectorError('bad-address', message('connector.hasLogin'))
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  const { origin, host, hostname, protocol } = url
  return {
    address: `${origin}${path === '' ? '/v1' : path}`,
    origin,
    host,
    hostname: hostname.replaceAll(/^\[|\]$/g, ''),
    isEncrypted: protocol === 'https:',
  }
}

/**
 * Reach of a name: that of the farthest address that it resolves to. Calls the system's resolver, unless the name is
 * an IP address.
 */
export async function reachOf({ hostname }: Pick<Endpoint, 'hostname'>): Promise<ConnectorReach> {
  const reaches = await reachesOf(hostname)
  return (['public', 'network', 'machine'] as const).find((reach) => reaches.has(reach)) ?? 'unknown'
}

type Beyond = 'network' | 'public'

/** What a person agreed to, in a dialog of the program or on the command line. */
export interface Consent {
  /** Whether pictures may go to this origin beyond the machine. */
  covers(origin: string, reach: Beyond): boolean
  /** What to do where they may not, without a full stop. */
  howTo(origin: string, reach: Beyond): Message
}

/**
 * Whether pictures may be sent there: always to this machine; farther only if the user agreed to this very origin, and
 * over the public network only encrypted.
 * @throws ConnectorError `not-agreed`
 */
export function checkReach(
  reach: Exclude<ConnectorReach, 'unknown'>,
  endpoint: Endpoint,
  consent: Consent,
): void {
  const problem = reach === 'public' ? publicProblem(endpoint) : null
  if (problem !== null) {
    throw new ConnectorError('not-agreed', problem)
  }
  if (reach !== 'machine' && !consent.covers(endpoint.origin, reach)) {
    const id = reach === 'public' ? 'connector.liesPublic' : 'connector.liesInNetwork'
    const how = consent.howTo(endpoint.origin, reach)
    throw new ConnectorError('not-agreed', message(id, { host: endpoint.host, how }))
  }
}

/** Why pictures cannot be sent there even with the user's consent; null if they can. */
export function publicProblem({ isEncrypted, host }: Endpoint): Message | null {
  return isEncrypted ? null : message('connector.notEncrypted', { host })
}
