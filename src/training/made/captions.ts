import type { TrainingRecord } from '../../dataset/made/training-record'
import { specialTokens } from '../../text/bpe/vocabulary'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { CAPTION_LENGTH } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'

/** A reference as tokens, with the regions that each of them points at. */
export interface EncodedCaption {
  /** Its place among the pair's captions. */
  readonly place: number
  readonly ids: readonly number[]
  /** A bit for each region, by token. */
  readonly points: readonly number[]
}

/** The captions of a pair that fit, each with its end; where none fits, the first one cut short. */
export function encodeCaptions(record: TrainingRecord, tokenizer: Tokenizer): EncodedCaption[] {
  const all = record.captions.map((caption, place) => ({ place, ...encodeCaption(caption, tokenizer) }))
  const fitting = all.filter(({ ids }) => ids.length < CAPTION_LENGTH)
  return fitting.length > 0 ? fitting : [cutShort(all[0])]
}

function cutShort({ place, ids, points }: EncodedCaption): EncodedCaption {
  return { place, ids: ids.slice(0, CAPTION_LENGTH - 1), points: points.slice(0, CAPTION_LENGTH - 1) }
}

function encodeCaption(
  caption: TrainingRecord['captions'][number],
  tokenizer: Tokenizer,
): Omit<EncodedCaption, 'place'> {
  const ids = tokenizer.encode(caption.text)
  const pointing = caption.spans.filter(({ kind, regions }) => kind !== 'verb' && regions.length > 0)
  const points = tokenizer.words(ids).map(({ start, end }) => {
    const over = pointing.filter((span) => start < span.end && end > span.start)
    return over.flatMap(({ regions }) => regions).reduce((bits, region) => bits | (1 << region), 0)
  })
  return { ids, points }
}

/** Writes start, tokens and padding at `at`. */
export function writeInputs(out: BigInt64Array, at: number, ids: readonly number[]): void {
  out.fill(BigInt(specialTokens.pad), at, at + CAPTION_LENGTH)
  out[at] = BigInt(specialTokens.start)
  ids.forEach((id, index) => (out[at + 1 + index] = BigInt(id)))
}

/** Writes tokens, end and what does not count at `at`. */
export function writeTargets(out: BigInt64Array, at: number, ids: readonly number[]): void {
  out.fill(BigInt(IGNORED), at, at + CAPTION_LENGTH)
  ids.forEach((id, index) => (out[at + index] = BigInt(id)))
  if (ids.length < CAPTION_LENGTH) out[at + ids.length] = BigInt(specialTokens.end)
}
