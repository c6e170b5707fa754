import { message, MessageError } from '../messages/message'
import type { MessageText } from '../messages/message'

export type BucketErrorCode =
  /** What was asked for cannot be: an address, credentials, the wrong region. */
  | 'setup'
  | 'no-bucket'
  /** The object. */
  | 'missing'
  /** By the rights of the key, or as it is no key there. */
  | 'refused'
  /** For now: the network, the server, too many requests, a session that has ended. */
  | 'away'
  /** What came is not what the server says the object is. */
  | 'damaged'
  /** The object is another one by now. */
  | 'changed'

export class BucketError extends MessageError {
  override name = 'BucketError'
  constructor(
    readonly code: BucketErrorCode,
    text: MessageText,
  ) {
    super(text)
  }
}

/** Parts of the SDK's errors that are looked at. Their messages are not shown: a server writes them. */
interface SdkError {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

/** Of sessions that have ended. Amazon answers 400 to them. */
const OLD_SESSION = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'])

/** @param name of the object, as the user knows it; null for the bucket as a whole */
export function bucketErrorOf(error: unknown, bucket: string, name: string | null): BucketError {
  if (error instanceof BucketError) {
    return error
  }
  const { name: kind = '', code = '', message: text = '', $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode ?? 0
  if (kind === 'NoSuchBucket') {
    return new BucketError('no-bucket', message('buckets.noBucket', { bucket }))
  }
  if (kind === 'CredentialsProviderError' || text.startsWith('Could not load credentials')) {
    return new BucketError('setup', message('buckets.noCredentials'))
  }
  if ([301, 307].includes(status)) {
    return new BucketError('setup', message('buckets.otherRegion', { bucket }))
  }
  if (status === 404) {
    return name === null
      ? new BucketError('no-bucket', message('buckets.noBucket', { bucket }))
      : new BucketError('missing', message('problems.missing', { name }))
  }
  if (OLD_SESSION.has(kind)) {
    // of the object itself it says nothing
    const code = name === null ? 'refused' : 'away'
    return new BucketError(code, message('buckets.refused', { bucket, code: kind }))
  }
  if (status === 401 || status === 403) {
    return name === null
      ? new BucketError('refused', message('buckets.refused', { bucket, code: codeOf(kind, status) }))
      : new BucketError('refused', message('buckets.objectRefused', { name, code: codeOf(kind, status) }))
  }
  if (status === 412 && name !== null) {
    return new BucketError('changed', message('problems.changedMeanwhile', { name }))
  }
  return new BucketError('away', message('buckets.away', { bucket, code: codeOf(code || kind, status) }))
}

/** A name of the protocol, and nothing else that a server could have written. */
function codeOf(kind: string, status: number): string {
  return /^[A-Za-z_]{3,40}$/.test(kind) && kind !== 'Error' && kind !== 'Unknown' ? kind : `HTTP ${status}`
}
