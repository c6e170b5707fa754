import { stat } from 'node:fs/promises'
import { objectStat } from '../buckets/object-file'
import { fileOf } from '../domain/slice-path'

/** Time in milliseconds since 1970, and bytes, of an image's file. @throws the system's error */
export async function imageStat(path: string): Promise<{ mtimeMs: number; size: number }> {
  const file = fileOf(path)
  try {
    return await stat(file)
  } catch (error) {
    const object = await objectStat(file)
    if (object === null) {
      throw error
    }
    return object
  }
}

/** Path, time and size of an image's file, for caches. A file that is not there is for the decoder to name. */
export async function fileIdentity(path: string): Promise<string> {
  const stats = await imageStat(path).catch(() => null)
  return `${path} ${stats?.mtimeMs ?? 0} ${stats?.size ?? 0}`
}
