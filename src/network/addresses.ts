import { BlockList, isIP } from 'node:net'
import { lookup } from 'node:dns/promises'

/** How far away an IP address lies. */
export type Reach = 'machine' | 'network' | 'public'

const machine = blockList(['127.0.0.0/8', '::1/128', '0.0.0.0/32', '::/128'])
/** RFC 1918, RFC 6598 (shared, as VPNs use it), link-local, RFC 4193. */
const network = blockList([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
])

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base, bits] = range.split('/')
    list.addSubnet(base, Number(bits), base.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Reach of an IP address; IPv4 within IPv6 counts as the IPv4 address. */
export function reachOfIp(ip: string): Reach {
  const plain = ip.replace(/%.*$/, '')
  const family = plain.includes(':') ? 'ipv6' : 'ipv4'
  return machine.check(plain, family) ? 'machine' : network.check(plain, family) ? 'network' : 'public'
}

/** Reaches of all addresses of a host. Calls the system's resolver for a name; empty where it knows none. */
export async function reachesOf(hostname: string): Promise<Set<Reach>> {
  const plain = withoutBrackets(hostname)
  if (isIP(plain) !== 0) {
    return new Set([reachOfIp(plain)])
  }
  const found = await lookup(plain, { all: true }).catch(() => [])
  return new Set(found.map(({ address }) => reachOfIp(address)))
}

/** Whether a host is this machine by its spelling alone: no name is looked up. */
export function isLoopback(hostname: string): boolean {
  const plain = withoutBrackets(hostname)
  return plain === 'localhost' || (isIP(plain) !== 0 && reachOfIp(plain) === 'machine')
}

function withoutBrackets(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '')
}

/** Redirects of one request. */
export const MOST_REDIRECTS = 5

/** Null where it is none. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** The address alone, and the header that its login asks for; none where it has no login (RFC 7617). */
export function splitLogin(url: URL): { url: URL; authorization: string | null } {
  if (url.username === '' && url.password === '') {
    return { url, authorization: null }
  }
  const login = [url.username, url.password].map(decodedLogin).join(':')
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return { url: bare, authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

/** A percent sign that begins no code stands for itself. */
function decodedLogin(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A server sent on to an address that is not asked. */
export class RefusedRedirect extends Error {
  override name = 'RefusedRedirect'
}

/**
 * The address that a server sends on to. It is encrypted and public, or of the same origin. Plain http is taken only
 * from this machine to this machine.
 * @param canLookUp false behind a proxy, which looks names up itself
 * @throws RefusedRedirect
 */
export async function nextAddress(from: URL, location: string, canLookUp: boolean): Promise<URL> {
  const to = parseUrl(location, from)
  if (to === null) {
    throw new RefusedRedirect(`${from.host} sends on to an address that is none.`)
  }
  const problem = await problemOf(from, to, canLookUp)
  if (problem !== null) {
    throw new RefusedRedirect(`${from.host} sends on to ${shown(to)}: ${problem}. Nothing was asked there.`)
  }
  return to
}

async function problemOf(from: URL, to: URL, canLookUp: boolean): Promise<string | null> {
  if (to.protocol !== 'https:' && to.protocol !== 'http:') {
    return 'that is no address of the web'
  }
  if (to.username !== '' || to.password !== '') {
    return 'that address carries a login'
  }
  if (to.origin === from.origin) {
    return null
  }
  if (isLoopback(from.hostname) && isLoopback(to.hostname)) {
    return null
  }
  if (to.protocol === 'http:') {
    return 'that address is not encrypted'
  }
  return (await isPrivate(to, canLookUp)) ? 'that address lies on this machine or in a private network' : null
}

/** Whether any address of the host is not public; a name behind a proxy is judged by its spelling. */
async function isPrivate({ hostname }: URL, canLookUp: boolean): Promise<boolean> {
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[')
  if (isLoopback(hostname)) {
    return true
  }
  if (isName && !canLookUp) {
    return false
  }
  const reaches = await reachesOf(hostname)
  return reaches.has('machine') || reaches.has('network')
}

/** Without the query, which can hold a secret. */
function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}
