import { DEFAULT_MAPPING, mappingKey } from '../domain/value-mapping'
import type { ValueMapping } from '../domain/value-mapping'
import type { Rect } from '../mask/bitmap'
import type { TiledPairCache } from '../tiles/tiled-pair-cache'
import type { DecodedPair } from './decoded-pair-cache'

interface Part {
  before: string
  after: string
  mapping: ValueMapping | undefined
  part: Rect
}

/** A part of frames that are too large to be decoded whole, as a pair of its own. @throws ImageError */
export function readPartOfPair(
  pairs: TiledPairCache,
  { before, after, mapping, part }: Part,
): Promise<DecodedPair> {
  const started = performance.now()
  const { x, y, width, height } = part
  const key = [before, after, mappingKey(mapping ?? DEFAULT_MAPPING), x, y, width, height].join('\n')
  return pairs.use({ before, after }, mapping, async (pair) => ({
    key,
    before: await pair.read('before', 0, part),
    after: await pair.read('after', 0, part),
    milliseconds: performance.now() - started,
  }))
}
