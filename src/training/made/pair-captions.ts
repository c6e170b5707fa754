import type { Tokenizer } from '../../text/bpe/tokenizer'
import { encodeCaptions, type EncodedCaption } from './captions'
import type { TrainingPair } from './training-set'

/** The captions of each pair as tokens, encoded once. */
export class PairCaptions {
  private readonly known = new Map<TrainingPair, readonly EncodedCaption[]>()

  constructor(private readonly tokenizer: Tokenizer) {}

  of(pair: TrainingPair): readonly EncodedCaption[] {
    const known = this.known.get(pair)
    if (known !== undefined) return known
    const made = encodeCaptions(pair.record, this.tokenizer)
    this.known.set(pair, made)
    return made
  }
}
