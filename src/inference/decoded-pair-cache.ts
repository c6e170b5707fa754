import { decodePairOrWindow } from '../tiles/decode-by-window'
import type { Raster } from '../images/raster'
import { DEFAULT_MAPPING, mappingKey } from '../domain/value-mapping'
import { ContractError } from '../contract/errors'
import { overlayKey } from '../frames/common-grid'
import { ImageError } from '../images/file'
import { fileIdentity } from '../images/file-identity'
import { messageFields } from '../messages/message'

export interface DecodedPair {
  /** Names both files with their sizes and times, the mapping of their values, and their common grid. */
  key: string
  before: Raster
  after: Raster
  /** 0 where it was cached. */
  milliseconds: number
}

const MAX_PAIRS = 4
const MAX_BYTES = 128_000_000

/** Decodes pairs, and caches the last few for further requests about them. */
export class DecodedPairCache {
  /** The most recently used last. */
  private readonly pairs = new Map<string, { before: Raster; after: Raster }>()

  /** @throws ImageError */
  async get(before: string, after: string, mapping = DEFAULT_MAPPING): Promise<DecodedPair> {
    const files = [await fileIdentity(before), await fileIdentity(after)]
    const key = [...files, mappingKey(mapping), await overlayKey({ before, after })].join('\n')
    const cached = this.pairs.get(key)
    const started = performance.now()
    const pair = cached ?? (await decodePairOrWindow(before, after, mapping))
    this.pairs.delete(key)
    this.pairs.set(key, pair)
    this.evict()
    return { key, ...pair, milliseconds: cached === undefined ? performance.now() - started : 0 }
  }

  private evict(): void {
    let bytes = [...this.pairs.values()].reduce((sum, pair) => sum + bytesOf(pair), 0)
    for (const [key, pair] of this.pairs) {
      if (this.pairs.size <= MAX_PAIRS && bytes <= MAX_BYTES) {
        return
      }
      this.pairs.delete(key)
      bytes -= bytesOf(pair)
    }
  }
}

function bytesOf({ before, after }: { before: Raster; after: Raster }): number {
  return before.data.byteLength + after.data.byteLength
}

/** Maps an unusable image to an error of the contract; other errors pass unchanged. */
export async function withImageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageError) {
      const { code: reason, path, text } = error
      throw new ContractError({ code: 'bad-image', reason, path, ...messageFields(text) })
    }
    throw error
  }
}
