import type * as Sdk from '@aws-sdk/client-s3'
import { z } from 'zod'
import { bucketErrorOf } from './bucket-error'
import type { BucketError } from './bucket-error'

/** How a bucket is reached. Credentials are no part of it: each process finds them itself. */
export const connectionSchema = z.object({
  /** Null for Amazon's, or what the SDK's settings say. */
  endpoint: z.string().nullable(),
  /** Null for what the SDK's settings say. */
  region: z.string().nullable(),
  /** The bucket's name in the path, not in the host's name. */
  pathStyle: z.boolean(),
})
export type BucketConnection = z.infer<typeof connectionSchema>

/** Of one request, the first included. */
const MOST_ATTEMPTS = 4
const CONNECT_MILLISECONDS = 5000
/** Without a byte. */
const SILENT_MILLISECONDS = 30_000
export const READS_AT_ONCE = 16
/** Where the settings name none: the server tells where the bucket lies, and the client goes there. */
const ANY_REGION = 'us-east-1'

export interface OpenedConnection {
  client: Sdk.S3Client
  sdk: typeof Sdk
}

const opened = new Map<string, Promise<OpenedConnection>>()

/**
 * One client for each way to reach a bucket. The package is loaded with the first: it takes a quarter of a second.
 * Credentials are of the environment, of the SDK's files, or of the machine, and stay in the SDK.
 */
export function connect(connection: BucketConnection): Promise<OpenedConnection> {
  const key = JSON.stringify(connection)
  const known = opened.get(key)
  if (known !== undefined) {
    return known
  }
  const making = open(connection)
  opened.set(key, making)
  return making
}

/** The next request finds the credentials anew: a person mends them while the program runs. */
export function forgetConnection(connection: BucketConnection): void {
  opened.delete(JSON.stringify(connection))
}

/**
 * What a failed request is told as. Where the credentials may be the reason, the next request finds them anew.
 * @param asked with the name of the object, as `bucketErrorOf` has it
 */
export function requestFailed(
  error: unknown,
  { connection, bucket, name }: { connection: BucketConnection; bucket: string; name: string | null },
): BucketError {
  const failure = bucketErrorOf(error, bucket, name)
  // an answer without a body does not say that a session has ended
  if (['setup', 'refused'].includes(failure.code) || isBadRequest(error)) {
    forgetConnection(connection)
  }
  return failure
}

function isBadRequest(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 400
}

/** For the SDK's finders of credentials, which get the client's settings: else each reads `~/.aws` once a process. */
const FILES_ANEW = { ignoreCache: true }

async function open({ endpoint, region, pathStyle }: BucketConnection): Promise<OpenedConnection> {
  // it warns of Node's version on every command
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const sdk = await import('@aws-sdk/client-s3')
  const inRegion = (name: string | null): Sdk.S3Client =>
    makeClient(sdk, { endpoint, region: name, pathStyle })
  const client = inRegion(region)
  const hasRegion = await client.config.region().then(
    () => true,
    () => false,
  )
  return { client: hasRegion ? client : inRegion(ANY_REGION), sdk }
}

function makeClient(sdk: typeof Sdk, { endpoint, region, pathStyle }: BucketConnection): Sdk.S3Client {
  return new sdk.S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    forcePathStyle: pathStyle,
    followRegionRedirects: true,
    maxAttempts: MOST_ATTEMPTS,
    ...FILES_ANEW,
    // servers that are not Amazon's know no others
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENT_MILLISECONDS,
      httpAgent: { maxSockets: READS_AT_ONCE },
      httpsAgent: { maxSockets: READS_AT_ONCE },
    },
  })
}
