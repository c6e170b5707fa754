import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { PathError, resolveInside } from '../dataset/inside'
import type { Frame } from '../domain/document'
import type { Georeference, PairGeoreference } from '../domain/georeference'
import type { Pair } from '../domain/pair'
import { readMap } from '../frames/common-grid'
import type { MapReading } from '../frames/common-grid'
import { overlayInWords } from '../frames/overlay-words'
import { georeferenceForScreen, georeferenceOf, isPlaced } from '../georeference/read'
import type { Found, ImageGeoreference } from '../georeference/read'
import { ImageError } from '../images/file'

/** The headers are read each time; the grid of places, which takes some milliseconds, is kept for these many. */
const KEPT = 64
const kept = new Map<string, Georeference>()

/**
 * Where the frames of a pair lie: both on their common grid, where they are laid over each other by the map; null where
 * neither frame says it and they are not laid over each other. An image that cannot be read has none: that is the pair's problem already.
 * @param folder of the project
 */
export async function pairGeoreference(
  folder: string,
  pair: Pick<Pair, 'before' | 'after'>,
): Promise<PairGeoreference | null> {
  const map = await mapOf(folder, pair)
  const { found, overlay } = map
  const reasons = [reasonOf(found.before, pair.before), reasonOf(found.after, pair.after)].flatMap((reason) =>
    reason === null ? [] : [reason],
  )
  const laid = overlayInWords(map)
  if (overlay?.isOnMap === true) {
    const place = forScreen(overlay.grid)
    return { before: place, after: place, reasons, overlay: laid }
  }
  return found.before === null && found.after === null && overlay === null
    ? null
    : { before: placeOf(found.before), after: placeOf(found.after), reasons, overlay: laid }
}

/** One frame that cannot be read leaves the other one. */
async function mapOf(folder: string, pair: Pick<Pair, 'before' | 'after'>): Promise<MapReading> {
  const paths = { before: await pathOf(folder, pair.before), after: await pathOf(folder, pair.after) }
  if (paths.before !== null && paths.after !== null) {
    const map = await orNull(readMap({ before: paths.before, after: paths.after }))
    if (map !== null) {
      return map
    }
  }
  const foundIn = async (frame: Frame): Promise<Found> => {
    const path = paths[frame]
    return path === null ? null : orNull(georeferenceOf(path))
  }
  return {
    overlay: null,
    reason: null,
    found: { before: await foundIn('before'), after: await foundIn('after') },
  }
}

function pathOf(folder: string, path: string): Promise<string | null> {
  return orNull(resolveInside(folder, path))
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImageError || error instanceof PathError) {
      return null
    }
    throw error
  }
}

function reasonOf(found: Found, path: string): Message | null {
  return found !== null && 'reason' in found
    ? message('joining.about', { what: path, text: found.reason })
    : null
}

function placeOf(found: Found): Georeference | null {
  return isPlaced(found) ? forScreen(found) : null
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
