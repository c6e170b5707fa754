import type { Frame } from '../domain/document'
import { isServedInTiles } from '../domain/picture-tile'
import { DEFAULT_MAPPING } from '../domain/value-mapping'
import type { ValueMapping } from '../domain/value-mapping'
import type { FrameFiles } from '../frames/common-grid'
import { decodeFrame, decodePair } from '../frames/decode-pair'
import { ImageError } from '../images/file'
import type { Raster } from '../images/raster'
import { openTiledPair } from './tiled-pair'
import type { TiledPair } from './tiled-pair'
import { wholeOf } from '../mask/rect'

/**
 * As `decodePair`. Of files that are too large to be decoded whole, the part that lies on a common grid is read, where
 * that grid is small enough. @throws ImageError
 */
export function decodePairOrWindow(
  before: string,
  after: string,
  mapping: ValueMapping = DEFAULT_MAPPING,
): Promise<Record<Frame, Raster>> {
  const work = (): Promise<Record<Frame, Raster>> => decodePair(before, after, mapping)
  return orByWindow(work, { before, after }, mapping, readBoth, (error) => Promise.reject(error))
}

/**
 * As `decodeFrame`, likewise, where either file is too large. Without a common grid the other one does not count.
 * @throws ImageError
 */
export function decodeFrameOrWindow(
  files: FrameFiles,
  frame: Frame,
  mapping: ValueMapping = DEFAULT_MAPPING,
): Promise<Raster> {
  const work = (): Promise<Raster> => decodeFrame(files, frame, mapping)
  const read = (pair: TiledPair): Promise<Raster> => readWhole(pair, frame)
  return orByWindow(work, files, mapping, read, async (error) => {
    if (error.path === files[frame]) {
      throw error
    }
    return decodeFrame(files, frame, mapping, 'own')
  })
}

async function readBoth(pair: TiledPair): Promise<Record<Frame, Raster>> {
  return { before: await readWhole(pair, 'before'), after: await readWhole(pair, 'after') }
}

function readWhole(pair: TiledPair, frame: Frame): Promise<Raster> {
  return pair.read(frame, 0, wholeOf(pair))
}

/** @param otherwise where the files are not read part by part */
async function orByWindow<T>(
  work: () => Promise<T>,
  files: FrameFiles,
  mapping: ValueMapping,
  read: (pair: TiledPair) => Promise<T>,
  otherwise: (tooLarge: ImageError) => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ImageError && error.code === 'too-large')) {
      throw error
    }
    const pair = await openTiledPair(files, mapping).catch(() => null)
    if (pair === null) {
      return await otherwise(error)
    }
    try {
      if (isServedInTiles(pair)) {
        throw error
      }
      return await read(pair)
    } finally {
      await pair.close()
    }
  }
}
