import type { Tokenizer } from '../../text/bpe/tokenizer'
import { encodeCaptions, type EncodedCaption } from './caption-tokens'
import type { TrainingPair } from './training-set'

/** Encodes the captions of each pair once. */
export class EncodedCaptionCache {
  private readonly cache = new Map<TrainingPair, readonly EncodedCaption[]>()

  constructor(private readonly tokenizer: Tokenizer) {}

  get(pair: TrainingPair): readonly EncodedCaption[] {
    const cache = this.cache.get(pair)
    if (cache !== undefined) return cache
    const encoded = encodeCaptions(pair.record, this.tokenizer)
    this.cache.set(pair, encoded)
    return encoded
  }
}
