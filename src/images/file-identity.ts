import { stat } from 'node:fs/promises'
import { fileOf } from '../domain/slice-path'

/** Path, time and size of an image's file, for caches. A file that is not there is for the decoder to name. */
export async function fileIdentity(path: string): Promise<string> {
  const stats = await stat(fileOf(path)).catch(() => null)
  return `${path} ${stats?.mtimeMs ?? 0} ${stats?.size ?? 0}`
}
