import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isBucketAddress } from '../contract/buckets'
import { useBucket } from '../buckets/buckets-in-use'
import { failWith, messageOf } from '../contract/errors'
import { folderImages } from '../engine/workers/pair-folder'
import type { WorkerImages } from '../engine/workers/pair-folder'
import { ServerImages } from '../engine/workers/server-images'
import { isLoopback } from '../network/addresses'
import { imagePlaceOf } from './bucket-options'
import type { BucketOptions } from './bucket-options'

const TOKEN_VARIABLE = 'DELTASCRIBE_WORKER_TOKEN'

/** Options of `worker --database`. */
interface ImageOptions extends BucketOptions {
  images?: string
  server?: string
  tokenFile?: string
}

/** @throws ContractError `invalid-input` */
export async function imagesOf(options: ImageOptions): Promise<WorkerImages> {
  const { images, server, tokenFile } = options
  if (server === undefined) {
    if (tokenFile !== undefined) {
      throw failWith('invalid-input', 'A token is for a server: add --server URL.')
    }
    return folderImages(images === undefined ? null : await placeOf(images, options))
  }
  if (images !== undefined) {
    throw failWith('invalid-input', 'Images come from a folder (--images) or from a server (--server).')
  }
  return new ServerImages({ url: addressOf(server), token: tokenOf(tokenFile) })
}

/** A folder, or that of a bucket, which this process reads from then on. @throws ContractError `invalid-input` */
async function placeOf(images: string, options: ImageOptions): Promise<string> {
  if (!isBucketAddress(images)) {
    return existing(images)
  }
  const { folder, bucket } = await imagePlaceOf(images, options)
  if (bucket !== null) {
    useBucket(bucket)
  }
  return folder
}

/** @throws ContractError `invalid-input`: without its folder a worker would fail at every pair */
function existing(images: string): string {
  const path = resolve(images)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw failWith('invalid-input', `${path} is no folder.`)
  }
  return path
}

/** @throws ContractError `invalid-input` where the token would go over the network in the clear */
function addressOf(server: string): URL {
  const url = URL.canParse(server) ? new URL(server) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw failWith('invalid-input', `${server} is no address of a server: write https://HOST.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw failWith('invalid-input', 'The token would go over the network in the clear: use https.')
  }
  return url
}

/** @throws ContractError `invalid-input` */
function tokenOf(file: string | undefined): string {
  const token = (file === undefined ? (process.env[TOKEN_VARIABLE] ?? '') : read(file)).trim()
  // processes that decode images have no use for it
  Reflect.deleteProperty(process.env, TOKEN_VARIABLE)
  if (!/^[\w-]{20,200}$/.test(token)) {
    throw failWith(
      'invalid-input',
      `There is no token: name the file of "workers token add" with --token-file, or set ${TOKEN_VARIABLE}.`,
    )
  }
  return token
}

/** @throws ContractError `invalid-input` */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw failWith('invalid-input', `${file} cannot be read: ${messageOf(error)}.`)
  }
}
