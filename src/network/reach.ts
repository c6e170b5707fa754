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
