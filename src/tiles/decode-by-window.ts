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
  return orByWindow(work, { before, after }, mapping, async (pair) => ({
    before: await readWhole(pair, 'before'),
    after: await readWhole(pair, 'after'),
  }))
}

/** As `decodeFrame`, likewise. @throws ImageError */
export function decodeFrameOrWindow(
  files: FrameFiles,
  frame: Frame,
  mapping: ValueMapping = DEFAULT_MAPPING,
): Promise<Raster> {
  const work = (): Promise<Raster> => decodeFrame(files, frame, mapping)
  return orByWindow(work, files, mapping, (pair) => readWhole(pair, frame))
}

function readWhole(pair: TiledPair, frame: Frame): Promise<Raster> {
  return pair.read(frame, 0, wholeOf(pair))
}

async function orByWindow<T>(
  work: () => Promise<T>,
  files: FrameFiles,
  mapping: ValueMapping,
  read: (pair: TiledPair) => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTooLarge = error instanceof ImageError && error.code === 'too-large'
    const pair = isTooLarge ? await openTiledPair(files, mapping).catch(() => null) : null
    if (pair === null) {
      throw error
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
