import type { Tensor } from 'onnxruntime-node'
import { splitClauses } from '../../text/clauses'
import type { TokenSpan, Tokenizer } from '../../text/bpe/tokenizer'
import { specialTokens } from '../../text/bpe/vocabulary'
import { LONGEST } from '../say'
import { coverageOfAll } from './coverage'
import { TOLD_REGIONS, type CcrcModel, type Seen } from './model'
import type { FoundRegion } from './regions'
import { tellingOf } from './words'

/** A word fits wholly from this share of the chance on that the likeliest word in its place has. */
const FITTING = 0.03

/** Words that say nothing of a thing or a change: another way to build the sentence is no contradiction. */
const FUNCTION_WORDS = new Set(
  (
    'a an the this that these those it its they their there here one ones some someone something and or but of to in ' +
    'on at by from for with into onto near than as so if while where which who is are was were be been being has have ' +
    'had do does did can could will would no not now then also still just very more most much many several other another'
  ).split(' '),
)

/** The first word of a caption that fits what is marked as badly as any, or so. */
export interface WordFit {
  /** 0 to 1; 1 where all words fit. */
  readonly score: number
  readonly word: string
  /** What the model would say in its place. */
  readonly expected: string
}

interface Judged {
  readonly word: string
  /** Its chance as a share of the likeliest word's. */
  readonly share: number
  readonly expected: string
}

/**
 * How well the words of a caption fit regions: is the model, told of them, about as ready to say each word as what it
 * would say there itself? A word that is spelled in pieces is hardly known to it, and what comes after one is judged
 * no more. Null where no word is judged, and where there are more regions than the model can be told of.
 */
export async function wordFit(
  model: CcrcModel,
  seen: Seen,
  found: readonly FoundRegion[],
  caption: string,
): Promise<WordFit | null> {
  if (!model.parts.conditioned || found.length === 0 || found.length > TOLD_REGIONS) return null
  const memory = await model.tell(seen, tellingOf(found, coverageOfAll(found)))
  const text = begunAsKnown(model.tokenizer, caption)
  const isShort = model.tokenizer.encode(text).length <= LONGEST
  const clauses = isShort ? [{ start: 0, end: text.length }] : splitClauses(text)
  const judged: Judged[] = []
  for (const { start, end } of clauses) judged.push(...(await judge(model, memory, text.slice(start, end))))
  if (judged.length === 0) return null
  const least = Math.min(...judged.map(({ share }) => share))
  // what comes after a word that does not fit is judged as if that were right
  const { word, expected } = judged.find(({ share }) => share <= Math.min(FITTING, 10 * least)) ?? judged[0]
  return { score: Math.min(1, Math.sqrt(least / FITTING)), word, expected }
}

/** Without the capital that begins a sentence, where the model was taught captions without. */
function begunAsKnown(tokenizer: Tokenizer, caption: string): string {
  const text = caption.trim()
  const [first] = knownWords(tokenizer, tokenizer.encode(text), text)
  return first?.start === 0 ? text : text.slice(0, 1).toLowerCase() + text.slice(1)
}

async function judge(model: CcrcModel, memory: Tensor, text: string): Promise<Judged[]> {
  const { tokenizer } = model
  const ids = tokenizer.encode(text).slice(0, LONGEST)
  const known = knownWords(tokenizer, ids, text)
  if (known.length === 0) return []
  const prefixes = known.map(({ at }) => [specialTokens.start, ...ids.slice(0, at)])
  const rows = await model.nextWords(memory, prefixes)
  const judged: Judged[] = []
  for (const [row, { at, start, end }] of known.entries()) {
    const word = text.slice(start, end)
    if (FUNCTION_WORDS.has(word.toLowerCase())) continue
    const best = likeliest(rows[row])
    const share = Math.exp(rows[row][ids[at]] - rows[row][best])
    const expected = share < FITTING ? await wordFrom(model, memory, [...prefixes[row], best]) : word
    if (expected !== '' && !FUNCTION_WORDS.has(expected)) judged.push({ word, share, expected })
  }
  return judged
}

interface KnownWord {
  /** Place of its one token. */
  readonly at: number
  readonly start: number
  readonly end: number
}

/** The words of a text that are one token each, up to the first that is not. */
function knownWords(tokenizer: Tokenizer, ids: readonly number[], text: string): KnownWord[] {
  const known: KnownWord[] = []
  const spans = tokenizer.words(ids)
  const isPiece = ({ word }: TokenSpan): boolean => spans.filter((other) => other.word === word).length > 1
  for (const [at, span] of spans.entries()) {
    if (!/^\p{L}+$/u.test(text.slice(span.start, span.end))) continue
    if (isPiece(span)) break
    known.push({ at, start: span.start, end: span.end })
  }
  return known
}

/** The whole word whose first token ends a prefix; '' for none. */
async function wordFrom(model: CcrcModel, memory: Tensor, prefix: readonly number[]): Promise<string> {
  const ids = [...prefix]
  while (ids.length <= LONGEST) {
    const [row] = await model.nextWords(memory, [ids])
    const next = likeliest(row)
    if (!/^\p{L}/u.test(model.tokenizer.piece(next))) break
    ids.push(next)
  }
  return model.tokenizer.decode(ids.slice(prefix.length - 1)).trim()
}

function likeliest(logits: Float32Array): number {
  return logits.indexOf(Math.max(...logits))
}
