import { resolve } from 'node:path'
import { connectionOf } from '../buckets/connection-options'
import {
  dataSetPlace,
  isWholeInBucket,
  readFromBucket,
  writeToBucket,
} from '../engine/buckets/bucket-data-sets'
import type { DataSetPlace } from '../engine/buckets/bucket-data-sets'
import { inWords } from '../engine/buckets/bucket-place'
import type { ExportPlaces } from '../engine/workers/export-jobs'
import type { BucketOptions } from './bucket-options'
import { progressLine, remark } from './output'
import { stoppable } from './with-engine'

/** @throws ContractError `invalid-input` */
async function placeOf(given: string, options: BucketOptions): Promise<DataSetPlace> {
  return inWords(() => Promise.resolve(dataSetPlace(given, connectionOf(options))))
}

/**
 * Has a data set written into a folder of this disk, then uploads it. Nothing is written where the bucket refuses.
 * @throws ContractError
 */
export async function writtenToBucket<T>(
  out: string,
  options: BucketOptions,
  write: (folder: string) => Promise<T>,
  cancelled = new AbortController().signal,
): Promise<T> {
  const onFile = progressLine('files')
  return writeToBucket(await placeOf(out, options), write, (send) =>
    stoppable((stopped) => send({ signal: AbortSignal.any([stopped, cancelled]), onFile })),
  )
}

/** Where a worker writes data sets: below a folder, or in buckets by its own credentials. */
export function exportPlaces(folder: string, options: BucketOptions): ExportPlaces {
  return {
    folder: resolve(folder),
    toBucket: (out, signal, write) => writtenToBucket(out, options, write, signal),
    isWholeInBucket: async (out) => isWholeInBucket(await placeOf(out, options)),
  }
}

/** Has a data set of a bucket read from a folder of this disk. @throws ContractError */
export async function fetchedFromBucket<T>(
  source: string,
  options: BucketOptions,
  read: (folder: string) => Promise<T>,
): Promise<T> {
  return readFromBucket(await placeOf(source, options), stoppable, (folder, leftOut) => {
    leftOut.forEach((name) => remark(`left out: ${name}: its name reads as another path`))
    return read(folder)
  })
}
