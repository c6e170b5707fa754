import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { PathError, resolveInside } from '../dataset/inside'
import type { Georeference, PairGeoreference } from '../domain/georeference'
import type { Pair } from '../domain/pair'
import { georeferenceForScreen, georeferenceOf } from '../georeference/read'
import type { ImageGeoreference } from '../georeference/read'
import { ImageError } from '../images/file'

/** The headers are read each time; the grid of places, which takes some milliseconds, is kept for these many. */
const KEPT = 64
const kept = new Map<string, Georeference>()

/**
 * Where the frames of a pair lie; null where neither frame says it. An image that cannot be read has none: that is the
 * pair's problem already. @param folder of the project
 */
export async function pairGeoreference(
  folder: string,
  { before, after }: Pick<Pair, 'before' | 'after'>,
): Promise<PairGeoreference | null> {
  const [one, other] = [await ofFile(folder, before), await ofFile(folder, after)]
  const reasons = [one, other].flatMap(({ reason }) => (reason === null ? [] : [reason]))
  return one.found === null && other.found === null && reasons.length === 0
    ? null
    : { before: one.found, after: other.found, reasons }
}

async function ofFile(
  folder: string,
  path: string,
): Promise<{ found: Georeference | null; reason: Message | null }> {
  try {
    const found = await georeferenceOf(await resolveInside(folder, path))
    return found !== null && 'reason' in found
      ? { found: null, reason: message('joining.about', { what: path, text: found.reason }) }
      : { found: found === null ? null : forScreen(found), reason: null }
  } catch (error) {
    if (error instanceof ImageError || error instanceof PathError) {
      return { found: null, reason: null }
    }
    throw error
  }
}

function forScreen(found: ImageGeoreference): Georeference {
  const key = JSON.stringify(found)
  const known = kept.get(key)
  if (known !== undefined) {
    return known
  }
  const made = georeferenceForScreen(found)
  kept.set(key, made)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) {
    kept.delete(oldest)
  }
  return made
}
