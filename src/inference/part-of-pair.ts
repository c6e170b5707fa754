import type { ValueMapping } from '../domain/value-mapping'
import type { Rect } from '../mask/bitmap'
import { readAligned } from '../tiles/read-aligned'
import type { WholeAlignment } from '../tiles/survey/align-whole'
import type { TiledPairCache } from '../tiles/tiled-pair-cache'
import type { DecodedPair } from './decoded-pair-cache'

interface Part {
  before: string
  after: string
  mapping: ValueMapping | undefined
  part: Rect
  whole?: WholeAlignment | undefined
}

/**
 * A part of frames that are too large to be decoded whole, as a pair of its own: its before frame is aligned by `whole`.
 * @throws ImageError
 */
export function readPartOfPair(
  pairs: TiledPairCache,
  { before, after, mapping, part, whole }: Part,
): Promise<DecodedPair> {
  const started = performance.now()
  const { x, y, width, height } = part
  const { alignment = null, mostShift = null } = whole ?? {}
  const place = [x, y, width, height, alignment, mostShift].join(' ')
  return pairs.use({ before, after }, mapping, async (pair, key) => ({
    key: `${key}\n${place}`,
    before: {
      ...(await readAligned(pair, 0, part, alignment)),
      ...(mostShift === null ? {} : { mostShift }),
    },
    after: await pair.read('after', 0, part),
    milliseconds: performance.now() - started,
  }))
}
