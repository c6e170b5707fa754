import { resolve } from 'node:path'
import { BucketFolder } from './bucket-folder'
import type { BucketPlace } from './bucket-folder'

/** By the absolute path of the project's folder. */
const places = new Map<string, BucketFolder>()

/** From now on the images of this folder are those of the bucket, in this process. One that is the same stays. */
export function useBucket(place: BucketPlace): BucketFolder {
  const known = bucketOf(place.folder)
  if (known !== null && JSON.stringify(known.place) === JSON.stringify(place)) {
    return known
  }
  const bucket = new BucketFolder(place)
  setBucket(place.folder, bucket)
  return bucket
}

/** @param bucket as `bucketOf` gave it before */
export function setBucket(folder: string, bucket: BucketFolder | null): void {
  if (bucket === null) {
    places.delete(resolve(folder))
  } else {
    places.set(resolve(folder), bucket)
  }
}

/** Null for a folder whose images lie in it. */
export function bucketOf(folder: string): BucketFolder | null {
  return places.size === 0 ? null : (places.get(resolve(folder)) ?? null)
}
