import { isLoopback, reachesOf } from './reach'

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
