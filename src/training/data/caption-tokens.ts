import type { TrainingRecord } from '../../dataset/synthetic/training-record'
import { SPECIAL_TOKENS } from '../../text/bpe/vocabulary'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { CAPTION_LENGTH } from '../../models/layers/sizes'
import { IGNORED } from '../../models/layers/training-inputs'
import type { TrainingPair } from './training-set'

/** A reference caption as tokens, each with the regions that it refers to. */
export interface EncodedCaption {
  /** Index among the pair's captions. */
  readonly captionIndex: number
  readonly ids: readonly number[]
  /** For each token a bit mask of regions. */
  readonly regionBits: readonly number[]
}

/** The captions of a pair that fit into `CAPTION_LENGTH`; where none fits, the first one truncated. */
function encodeCaptions(record: TrainingRecord, tokenizer: Tokenizer): EncodedCaption[] {
  const all = record.captions.map((caption, captionIndex) => ({
    captionIndex,
    ...encodeCaption(caption, tokenizer),
  }))
  const fitting = all.filter(({ ids }) => ids.length < CAPTION_LENGTH)
  return fitting.length > 0 ? fitting : [truncate(all[0])]
}

function truncate({ captionIndex, ids, regionBits }: EncodedCaption): EncodedCaption {
  return {
    captionIndex,
    ids: ids.slice(0, CAPTION_LENGTH - 1),
    regionBits: regionBits.slice(0, CAPTION_LENGTH - 1),
  }
}

function encodeCaption(
  caption: TrainingRecord['captions'][number],
  tokenizer: Tokenizer,
): Omit<EncodedCaption, 'captionIndex'> {
  const ids = tokenizer.encode(caption.text)
  const nounSpans = caption.spans.filter(({ kind, regions }) => kind !== 'verb' && regions.length > 0)
  const regionBits = tokenizer.words(ids).map(({ start, end }) => {
    const over = nounSpans.filter((span) => start < span.end && end > span.start)
    return over.flatMap(({ regions }) => regions).reduce((bits, region) => bits | (1 << region), 0)
  })
  return { ids, regionBits }
}

/** Writes start, tokens and padding at `at`. */
export function writeCaptionInputs(out: BigInt64Array, at: number, ids: readonly number[]): void {
  out.fill(BigInt(SPECIAL_TOKENS.pad), at, at + CAPTION_LENGTH)
  out[at] = BigInt(SPECIAL_TOKENS.start)
  ids.forEach((id, index) => (out[at + 1 + index] = BigInt(id)))
}

/** Writes tokens, end and `IGNORED` padding at `at`. */
export function writeCaptionTargets(out: BigInt64Array, at: number, ids: readonly number[]): void {
  out.fill(BigInt(IGNORED), at, at + CAPTION_LENGTH)
  ids.forEach((id, index) => (out[at + index] = BigInt(id)))
  if (ids.length < CAPTION_LENGTH) {
    out[at + ids.length] = BigInt(SPECIAL_TOKENS.end)
  }
}

/** Encodes the captions of each pair once. */
export class EncodedCaptionCache {
  private readonly cache = new Map<TrainingPair, readonly EncodedCaption[]>()

  constructor(private readonly tokenizer: Tokenizer) {}

  get(pair: TrainingPair): readonly EncodedCaption[] {
    const cache = this.cache.get(pair)
    if (cache !== undefined) {
      return cache
    }
    const encoded = encodeCaptions(pair.record, this.tokenizer)
    this.cache.set(pair, encoded)
    return encoded
  }
}
