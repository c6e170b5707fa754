import { bucketOf } from '../buckets/buckets-in-use'
import { fileOf } from '../domain/slice-path'
import { readVolume } from '../images/nifti/read-volume'
import type { NiftiVolume } from '../images/nifti/volume'
import { PathError, resolveInside } from './inside'
import type { DiscoveredPair, DiscoveredReading, Volumes } from './reading'

const VOLUME = /\.nii(?:\.gz)?$/i

export function isVolumeName(path: string): boolean {
  return VOLUME.test(fileOf(path))
}

/** As many files are read at once. */
const READ_AT_ONCE = 16

/**
 * Reads the headers of the volumes that the pairs of a folder are made of. Those in a bucket are not read: their slices
 * are paired by their numbers.
 */
export async function readVolumes(folder: string, readings: readonly DiscoveredReading[]): Promise<Volumes> {
  const volumes = new Map<string, NiftiVolume>()
  const paths =
    bucketOf(folder) === null ? [...new Set(readings.flatMap(({ pairs }) => pairs.flatMap(filesOf)))] : []
  for (let start = 0; start < paths.length; start += READ_AT_ONCE) {
    const some = paths.slice(start, start + READ_AT_ONCE)
    const read = await Promise.all(some.map((path) => volumeInside(folder, path)))
    read.forEach((volume, index) => {
      if (volume !== null) {
        volumes.set(some[index], volume)
      }
    })
  }
  return volumes
}

function filesOf({ before, after, label }: DiscoveredPair): string[] {
  // most folders have none, and there may be 100,000 pairs
  if (!isVolumeName(before) || !isVolumeName(after)) {
    return []
  }
  const images = [fileOf(before), fileOf(after)]
  return label !== null && isVolumeName(label) ? [...images, label] : images
}

/** Null where it cannot be read: that is told when the pair is. */
async function volumeInside(folder: string, path: string): Promise<NiftiVolume | null> {
  try {
    return await readVolume(await resolveInside(folder, path))
  } catch (error) {
    if (error instanceof PathError) {
      return null
    }
    throw error
  }
}
