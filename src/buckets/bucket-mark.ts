import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { message } from '../messages/message'
import { addressText } from './address'
import { BucketError } from './bucket-error'
import type { BucketPlace } from './bucket-folder'

/** In the folder of a project whose images lie in a bucket: which one. It is never followed by itself. */
export const MARK_NAME = 'deltascribe-bucket.json'

const markSchema = z.object({ address: z.string(), endpoint: z.string().nullable() })
type BucketMark = z.infer<typeof markSchema>

/** Null where there is none, or it is damaged. */
export async function bucketMarkOf(folder: string): Promise<BucketMark | null> {
  try {
    return markSchema.parse(JSON.parse(await readFile(join(folder, MARK_NAME), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Makes the folder of a project for a bucket, or sees that it is the one of this bucket: work on one bucket never goes
 * to the images of another one.
 * @throws BucketError `setup` where the folder is another one's; the system's error
 */
export async function markFolder(place: BucketPlace): Promise<void> {
  const { folder, connection } = place
  const mark: BucketMark = { address: addressText(place), endpoint: connection.endpoint }
  await mkdir(folder, { recursive: true })
  const found = await bucketMarkOf(folder)
  if (found !== null && (found.address !== mark.address || found.endpoint !== mark.endpoint)) {
    const there = found.endpoint === null ? found.address : `${found.address} (${found.endpoint})`
    throw new BucketError('setup', message('buckets.otherMark', { path: folder, address: there }))
  }
  if (found === null) {
    // a folder with images of its own would lose them from sight
    const others = (await readdir(folder)).filter((name) => !name.startsWith('.'))
    if (others.length > 0) {
      throw new BucketError('setup', message('buckets.notEmpty', { path: folder }))
    }
    await writeFile(join(folder, MARK_NAME), `${JSON.stringify(mark)}\n`)
  }
}
