import { overlayOrNull } from '../../frames/common-grid'
import { fileSource, withImageFile } from '../../images/file'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import { openTiledImage } from '../../tiles/tiled-image'
import type { CountedPair, WrittenPair } from './export-pair'

// Frames that are laid over each other are written as 8-bit RGB, whatever their files hold.

type Files = Pick<CountedPair['item'], 'beforePath' | 'afterPath'>

/** A sentence where the files of a pair on a common grid hold more than was written of them; else none. */
export async function lostValuesOf(written: readonly WrittenPair[]): Promise<Message[]> {
  for (const { pair, commonGrid } of written) {
    if (commonGrid !== null && (await holdMoreThanRgb(pair.item))) {
      return [message('formats.valuesLost')]
    }
  }
  return []
}

/** Headers take some milliseconds a pair, and a preview is waited for. */
const PREVIEW_MILLISECONDS = 60
/** So many are read, however long it takes. */
const FEWEST_LOOKED_AT = 16
const MOST_LOOKED_AT = 64

/** The same before anything is written: pairs from all over the list are looked at, as far as there is time. */
export async function valuesToBeLost(pairs: readonly Pick<CountedPair, 'item'>[]): Promise<Message[]> {
  const begun = performance.now()
  const step = Math.max(1, Math.floor(pairs.length / MOST_LOOKED_AT))
  for (let at = 0, count = 0; at < pairs.length; at += step, count += 1) {
    if (count >= FEWEST_LOOKED_AT && performance.now() - begun > PREVIEW_MILLISECONDS) {
      break
    }
    const { item } = pairs[at]
    // headers of most images tell of neither
    if ((await holdMoreThanRgb(item)) && (await overlayOrNull(framesOf(item))) !== null) {
      return [message('formats.valuesLost')]
    }
  }
  return []
}

function framesOf({ beforePath, afterPath }: Files): { before: string; after: string } {
  return { before: beforePath, after: afterPath }
}

async function holdMoreThanRgb({ beforePath, afterPath }: Files): Promise<boolean> {
  return (await holdsMoreThanRgb(afterPath)) || holdsMoreThanRgb(beforePath)
}

/** Length of a PNG header, whose byte 24 is the bit depth. */
const HEADER_BYTES = 33
const PNG = 0x89504e47

/** Whether an image has values of more than 8 bits, or bands that are no red, green and blue. False for a damaged one. */
async function holdsMoreThanRgb(path: string): Promise<boolean> {
  try {
    const start = await withImageFile(
      path,
      async (handle, bytes) => Buffer.from(await fileSource(handle, bytes).read(0, HEADER_BYTES)),
      Infinity,
    )
    if (start.length === HEADER_BYTES && start.readUInt32BE(0) === PNG) {
      return start[24] > 8
    }
    return ['II', 'MM'].includes(start.toString('latin1', 0, 2)) && (await isDeepTiff(path))
  } catch {
    return false
  }
}

/** @throws whatever the library throws for damaged bytes */
async function isDeepTiff(path: string): Promise<boolean> {
  const image = await openTiledImage(path)
  try {
    const { count } = await image.bands()
    return image.bits > 8 || count === 2 || count > 3
  } finally {
    await image.close()
  }
}
