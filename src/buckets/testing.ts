import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { BucketPlace } from './bucket-folder'
import { connect } from './connection'
import type { BucketConnection } from './connection'

/** The credentials that s3rver knows. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** Sees a request before the server does. Returns true where it has answered it. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

export interface TestBucket {
  /** Its name. */
  bucket: string
  connection: BucketConnection
  /** Method and path with query of each request. */
  requests: string[]
  fault: Fault | null
  put(key: string, bytes: Uint8Array | string): Promise<void>
  /** Objects at these keys. */
  keys(prefix: string): Promise<string[]>
  remove(key: string): Promise<void>
  /** All files of a folder. */
  putFolder(prefix: string, folder: string): Promise<void>
  /** A place with a cache of its own below `folder`. */
  place(folder: string, prefix: string, cacheBytes?: number): BucketPlace
  close(): Promise<void>
}

/** s3rver's marks of pages are DES, which OpenSSL 3 no longer has: AES takes its place. */
function replaceDes(): void {
  const crypto = createRequire(import.meta.url)('node:crypto') as Record<
    'createCipheriv' | 'createDecipheriv',
    (algorithm: string, key: Buffer, iv: Buffer) => unknown
  >
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name]
    crypto[name] = (algorithm, key, iv) =>
      algorithm === 'des'
        ? original('aes-128-cbc', Buffer.concat([key, key]), Buffer.concat([iv, iv]))
        : original(algorithm, key, iv)
  }
}
let hasReplaced = false

/** A real S3 server on loopback, with one bucket. */
export async function startTestBucket(): Promise<TestBucket> {
  if (!hasReplaced) {
    replaceDes()
    hasReplaced = true
  }
  const directory = await mkdtemp(join(tmpdir(), 'deltascribe-s3-'))
  const bucket = 'pictures'
  const store = new S3rver({
    directory,
    silent: true,
    resetOnClose: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await store.configureBuckets()
  const answer = store.callback()
  const server = createServer((request, response) => {
    test.requests.push(`${request.method} ${request.url}`)
    if (test.fault?.(request, response) !== true) {
      answer(request, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection = { endpoint, region: 'us-east-1', pathStyle: true }
  withCredentials()
  const test: TestBucket = {
    bucket,
    connection,
    requests: [],
    fault: null,
    ...objectsOf(connection, bucket),
    place: (folder, prefix, cacheBytes = 1e9) => ({
      folder: join(folder, 'project'),
      bucket,
      prefix,
      connection,
      cacheFolder: join(folder, 'cache'),
      cacheBytes,
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
      withoutCredentials()
    },
  }
  return test
}

/** Of the server, or others. Not those of the machine that runs the tests. */
export function withCredentials(own: Record<string, string> = CREDENTIALS): void {
  Object.assign(process.env, { AWS_EC2_METADATA_DISABLED: 'true' }, own)
}

function withoutCredentials(): void {
  Object.keys(CREDENTIALS).forEach((name) => Reflect.deleteProperty(process.env, name))
}

function objectsOf(
  connection: BucketConnection,
  bucket: string,
): Pick<TestBucket, 'put' | 'keys' | 'remove' | 'putFolder'> {
  const put = async (key: string, bytes: Uint8Array | string): Promise<void> => {
    const { client, sdk } = await connect(connection)
    await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }))
  }
  return {
    put,
    async keys(prefix) {
      const { client, sdk } = await connect(connection)
      const { Contents = [] } = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
      )
      return Contents.map(({ Key = '' }) => Key)
    },
    async remove(key) {
      const { client, sdk } = await connect(connection)
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async putFolder(prefix, folder) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name)
        await put(`${prefix}${path.slice(folder.length + 1)}`, await readFile(path))
      }
    },
  }
}
