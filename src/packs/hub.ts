import { createHash } from 'node:crypto'
import type { Hop } from '../network/client'
import { isLoopback } from '../network/addresses'
import { connectionFailed, requestRefused, PackError } from './pack-error'
import { MAX_FILE_BYTES } from './catalogue'
import type { HubSource, PackFile } from './catalogue'
import type { Digest, HubDigests } from './records'
import { hubAddress } from './sources'
import type { Network } from './sources'
import { message } from '../messages/message'
import { signalWithin } from '../process/signal-within'

/** Under this a digest is recorded: what a commit holds never changes. */
export function hubKey({ repository, commit, path }: HubSource): string {
  return `${repository}@${commit}/${path}`
}

/**
 * Length and digest of a hub file that the catalogue does not pin: as the hub says for that commit, and as it was at
 * the first install where there was one.
 * @throws PackError, `tampered` where the hub says another digest than at the first install
 */
export async function digestOfHubFile(
  file: PackFile,
  source: HubSource,
  { network, digests, signal }: { network: Network; digests: HubDigests; signal: AbortSignal },
): Promise<Digest> {
  const url = hubAddress(source, network.settings)
  const { protocol, host, hostname } = new URL(url)
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new PackError('unreachable', message('packs.noDigest', { name: file.name, host }))
  }
  const recorded = digests.get(hubKey(source))
  const said = await ask(url, source, network, signal)
  if (recorded !== null && (said.sha256 !== recorded.sha256 || said.bytes !== recorded.bytes)) {
    throw new PackError(
      'tampered',
      message('packs.otherDigest', {
        host,
        name: hubKey(source),
        found: said.sha256.slice(0, 12),
        expected: recorded.sha256.slice(0, 12),
      }),
    )
  }
  if (said.bytes > 2 * file.bytes || said.bytes > MAX_FILE_BYTES) {
    const { name, bytes } = file
    throw new PackError('tampered', message('packs.tooLong', { host, name, length: said.bytes, bytes }))
  }
  return said
}

/** Reads the headers of the hub itself, which answers before it sends on to another server; and a small file whole. */
async function ask(url: string, source: HubSource, network: Network, signal: AbortSignal): Promise<Digest> {
  const { host, origin } = new URL(url)
  try {
    const { response, hops } = await network.client.ask({
      url,
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
      signal: signalWithin(signal, 60_000),
      isFollowed: (_, to) => to.origin === origin,
    })
    if (response.status >= 400) {
      throw requestRefused(url, response.status)
    }
    const commits = hops.flatMap(({ headers }) => headers.get('x-repo-commit') ?? [])
    if (commits.some((commit) => commit !== source.commit)) {
      throw new PackError('tampered', message('packs.otherCommit', { host, commit: source.commit }))
    }
    const found = hops.map(digestIn).find((digest) => digest !== null)
    const blob = hops.map(blobIn).find((name) => name !== null)
    const read = found == null && blob != null ? await digestOfBlob(url, blob, source, network, signal) : null
    if (read !== null) {
      return read
    }
    if (found == null) {
      throw new PackError('unreachable', message('packs.saysNothing', { host, name: hubKey(source) }))
    }
    return found
  } catch (error) {
    throw connectionFailed(error, host, signal)
  }
}

/** The digest of a large file is its SHA-256. */
function digestIn({ status, headers }: Hop): Digest | null {
  // a redirect's own tag and length are not the file's
  const own = status === 200 ? headers : new Headers()
  const tag = headers.get('x-linked-etag') ?? own.get('etag') ?? ''
  const sha256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(tag)?.[1]
  const bytes = Number(headers.get('x-linked-size') ?? own.get('content-length') ?? Number.NaN)
  return sha256 !== undefined && Number.isSafeInteger(bytes) && bytes > 0 ? { sha256, bytes } : null
}

/** A small file is in the repository itself: Git's name for it, a SHA-1 in hexadecimal. */
function blobIn({ status, headers }: Hop): string | null {
  const tag = headers.get('x-linked-etag') ?? (status === 200 ? headers.get('etag') : null) ?? ''
  return /^(?:W\/)?"?([0-9a-f]{40})"?$/.exec(tag)?.[1] ?? null
}

/** A file that is larger than this is none that Git holds itself. */
const MAX_BLOB_BYTES = 32 * 2 ** 20

/**
 * Git's name proves too little by itself: the file is read here, must have that name, and its SHA-256 is recorded at
 * the first install. Null where the hub sends on to another server. @throws PackError `tampered` for other bytes
 */
async function digestOfBlob(
  url: string,
  blob: string,
  source: HubSource,
  network: Network,
  signal: AbortSignal,
): Promise<Digest | null> {
  const { origin } = new URL(url)
  const { response } = await network.client.ask({
    url,
    headers: { 'accept-encoding': 'identity' },
    signal: signalWithin(signal, 60_000),
    isFollowed: (_, to) => to.origin === origin,
  })
  if (!response.ok) {
    await response.body?.cancel()
    return null
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BLOB_BYTES) {
      throw new PackError('tampered', message('packs.longerThanMay', { name: hubKey(source) }))
    }
    parts.push(part)
  }
  const name = createHash('sha1').update(`blob ${bytes}\0`)
  const sha256 = createHash('sha256')
  for (const part of parts) {
    name.update(part)
    sha256.update(part)
  }
  if (bytes === 0 || name.digest('hex') !== blob) {
    throw new PackError('tampered', message('packs.otherBytes', { name: hubKey(source) }))
  }
  return { bytes, sha256: sha256.digest('hex') }
}
