import { addressText } from './address'
import type { BucketAddress } from './address'
import { BucketError } from './bucket-error'
import { connect, requestFailed } from './connection'
import type { BucketConnection } from './connection'
import { failWith } from '../contract/errors'
import { message } from '../messages/message'

export interface BucketObject {
  key: string
  /** Bytes. */
  size: number
  /** As the server gives it, with its quotes. */
  etag: string
  /** Milliseconds since 1970. */
  modified: number
}

/** The most that the protocol gives. */
const PAGE = 1000
const MOST_OBJECTS = 2_000_000

export interface ListOptions {
  /** Objects so far. */
  onPage?: (count: number) => void
  signal?: AbortSignal
  /** Objects a request. */
  page?: number
}

/**
 * All objects below an address, page by page, in the server's order.
 * @throws BucketError; ContractError `cancelled`
 */
export async function listObjects(
  connection: BucketConnection,
  address: BucketAddress,
  { onPage = () => {}, signal = new AbortController().signal, page = PAGE }: ListOptions = {},
): Promise<BucketObject[]> {
  const { client, sdk } = await connect(connection)
  const { bucket, prefix } = address
  const found: BucketObject[] = []
  let token: string | undefined
  const tokens = new Set<string | undefined>()
  do {
    const listed = await client
      .send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          MaxKeys: page,
          ContinuationToken: token,
          // XML has no room for some characters of keys
          EncodingType: 'url',
        }),
        { abortSignal: signal },
      )
      .catch((error: unknown) => {
        throw signal.aborted ? listingStopped() : requestFailed(error, { connection, bucket, name: null })
      })
    const isEncoded = listed.EncodingType === 'url'
    for (const { Key = '', Size = 0, ETag = '', LastModified } of listed.Contents ?? []) {
      const key = isEncoded ? decodedKey(Key) : Key
      found.push({ key, size: Size, etag: ETag, modified: LastModified?.getTime() ?? 0 })
    }
    if (found.length > MOST_OBJECTS) {
      throw new BucketError('setup', message('buckets.tooMany', { address: addressText(address) }))
    }
    onPage(found.length)
    if (signal.aborted) {
      throw listingStopped()
    }
    token = listed.IsTruncated === true ? (listed.NextContinuationToken ?? '') : undefined
    // a server that gives the same page again would never end
    if (token === '' || tokens.has(token)) {
      throw new BucketError('damaged', message('buckets.listBroken', { address: addressText(address) }))
    }
    tokens.add(token)
  } while (token !== undefined)
  return found
}

function listingStopped(): Error {
  return failWith('cancelled', message('buckets.stopped'))
}

/** One that cannot be decoded is taken as it is, and not found later. */
function decodedKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
