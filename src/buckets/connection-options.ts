import { bucketEndpointSchema, bucketRegionSchema } from '../contract/buckets'
import { message } from '../messages/message'
import { BucketError } from './bucket-error'
import type { BucketConnection } from './connection'

/** What a person says of how a bucket is reached. */
export interface ConnectionOptions {
  endpoint?: string | null | undefined
  region?: string | null | undefined
  pathStyle?: boolean | null | undefined
}

/** The first of these variables of the environment that says anything. */
function variable(...names: string[]): string | null {
  return names.map((name) => process.env[name]).find((value) => value !== undefined && value !== '') ?? null
}

/** Of the variables that other programs know. */
export function connectionDefaults(): Pick<BucketConnection, 'endpoint' | 'region'> {
  return {
    endpoint: variable('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'),
    region: variable('AWS_REGION', 'AWS_DEFAULT_REGION'),
  }
}

/** By options, else by variables. @throws BucketError `setup` */
export function connectionOf({ endpoint, region, pathStyle }: ConnectionOptions): BucketConnection {
  const defaults = connectionDefaults()
  const url = endpoint ?? defaults.endpoint
  const chosen = region ?? defaults.region
  if (chosen !== null && !bucketRegionSchema.safeParse(chosen).success) {
    throw new BucketError('setup', message('buckets.noRegion', { region: chosen }))
  }
  return {
    endpoint: url === null ? null : endpointOf(url),
    // servers that are not Amazon's have no regions, and the signature needs a name
    region: chosen ?? (url === null ? null : 'us-east-1'),
    pathStyle: pathStyle ?? url !== null,
  }
}

/** As it is compared and stored. @throws BucketError `setup`, which repeats nothing: it could be a password */
function endpointOf(text: string): string {
  if (!bucketEndpointSchema.safeParse(text).success || !URL.canParse(text)) {
    throw new BucketError('setup', message('buckets.noEndpoint'))
  }
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`.replace(/\/$/, '')
}
