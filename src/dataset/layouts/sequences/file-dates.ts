import { join } from 'node:path'
import pLimit from 'p-limit'
import { takenAt } from '../../../images/header/taken-at'
import type { ScannedImage } from '../../scan'
import { dated } from './moments'
import type { Moment } from './moments'

/** Some 2 s. */
export const MOST_READ_FILES = 5000
const READS_AT_ONCE = 16

/** When each image was made, as its file says; null where it does not, or says a date that there is not. */
export async function momentsOfFiles(
  root: string,
  images: readonly ScannedImage[],
): Promise<(Moment | null)[]> {
  const limit = pLimit(READS_AT_ONCE)
  return Promise.all(images.map(({ path }) => limit(async () => momentOf(await takenAt(join(root, path))))))
}

function momentOf(text: string | null): Moment | null {
  const match = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text ?? '')
  return match === null ? null : dated(match.slice(1))
}
