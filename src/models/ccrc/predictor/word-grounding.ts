import type { Tensor } from 'onnxruntime-node'
import { splitClauses } from '../../../text/clauses'
import type { TokenSpan, Tokenizer } from '../../../text/bpe/tokenizer'
import { SPECIAL_TOKENS } from '../../../text/bpe/vocabulary'
import { MAX_CAPTION_TOKENS } from '../../decode-captions'
import { regionCoverage } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'
import { MAX_CONTEXT_REGIONS } from './model'
import type { CcrcModel, SceneEncoding } from './model'
import { regionContext } from './caption-states'

/** A word fits from this share of the probability of the likeliest word in its place. */
const FITTING_SHARE = 0.03

/** Words without content: another way to build the sentence is no contradiction. */
const FUNCTION_WORDS = new Set(
  (
    'a an the this that these those it its they their there here one ones some someone something and or but of to in ' +
    'on at by from for with into onto near than as so if while where which who is are was were be been being has have ' +
    'had do does did can could will would no not now then also still just very more most much many several other another'
  ).split(' '),
)

/** The first word of a caption that fits what is marked as badly as any, or so. */
export interface WordGrounding {
  /** 0 to 1; 1 where all words fit. */
  readonly score: number
  readonly word: string
  /** The word that the model expects in its place. */
  readonly expected: string
}

interface ScoredWord {
  readonly word: string
  /** Its probability as a share of the likeliest word's. */
  readonly share: number
  readonly expected: string
}

/**
 * How well the words of a caption fit regions: the probability of each word, conditioned on the regions, over that of
 * the likeliest word in its place. Words of several tokens, and what comes after one, are not scored. Null where no word
 * is scored, and where there are more than `MAX_CONTEXT_REGIONS` regions.
 */
export async function wordGrounding(
  model: CcrcModel,
  encoding: SceneEncoding,
  regions: readonly CcrcRegion[],
  caption: string,
): Promise<WordGrounding | null> {
  if (!model.parts.conditioned || regions.length === 0 || regions.length > MAX_CONTEXT_REGIONS) {
    return null
  }
  const memory = await model.encodeContext(encoding, regionContext(regions, regionCoverage(regions)))
  const text = matchCase(model.tokenizer, caption)
  const isShort = model.tokenizer.encode(text).length <= MAX_CAPTION_TOKENS
  const clauses = isShort ? [{ start: 0, end: text.length }] : splitClauses(text)
  const scored: ScoredWord[] = []
  for (const { start, end } of clauses) {
    scored.push(...(await scoreWords(model, memory, text.slice(start, end))))
  }
  if (scored.length === 0) {
    return null
  }
  const least = Math.min(...scored.map(({ share }) => share))
  // what comes after a word that does not fit is judged as if that were right
  const { word, expected } =
    scored.find(({ share }) => share <= Math.min(FITTING_SHARE, 10 * least)) ?? scored[0]
  return { score: Math.min(1, Math.sqrt(least / FITTING_SHARE)), word, expected }
}

/** Lowercases the first letter of a sentence, where the vocabulary does not have the capitalised word. */
function matchCase(tokenizer: Tokenizer, caption: string): string {
  const text = caption.trim()
  const [first] = singleTokenWords(tokenizer, tokenizer.encode(text), text)
  return first?.start === 0 ? text : text.slice(0, 1).toLowerCase() + text.slice(1)
}

async function scoreWords(model: CcrcModel, memory: Tensor, text: string): Promise<ScoredWord[]> {
  const { tokenizer } = model
  const ids = tokenizer.encode(text).slice(0, MAX_CAPTION_TOKENS)
  const words = singleTokenWords(tokenizer, ids, text)
  if (words.length === 0) {
    return []
  }
  const prefixes = words.map(({ at }) => [SPECIAL_TOKENS.start, ...ids.slice(0, at)])
  const rows = await model.nextTokenLogits(memory, prefixes)
  const scored: ScoredWord[] = []
  for (const [row, { at, start, end }] of words.entries()) {
    const word = text.slice(start, end)
    if (FUNCTION_WORDS.has(word.toLowerCase())) {
      continue
    }
    const best = likeliest(rows[row])
    const share = Math.exp(rows[row][ids[at]] - rows[row][best])
    const expected =
      share < FITTING_SHARE ? await completeWord(model, memory, [...prefixes[row], best]) : word
    if (expected !== '' && !FUNCTION_WORDS.has(expected)) {
      scored.push({ word, share, expected })
    }
  }
  return scored
}

interface SingleTokenWord {
  /** Place of its one token. */
  readonly at: number
  readonly start: number
  readonly end: number
}

/** The words of a text that are one token each, up to the first that is not. */
function singleTokenWords(tokenizer: Tokenizer, ids: readonly number[], text: string): SingleTokenWord[] {
  const words: SingleTokenWord[] = []
  const spans = tokenizer.words(ids)
  const isPiece = ({ word }: TokenSpan): boolean => spans.filter((other) => other.word === word).length > 1
  for (const [at, span] of spans.entries()) {
    if (!/^\p{L}+$/u.test(text.slice(span.start, span.end))) {
      continue
    }
    if (isPiece(span)) {
      break
    }
    words.push({ at, start: span.start, end: span.end })
  }
  return words
}

/** The whole word whose first token ends a prefix; '' for none. */
async function completeWord(model: CcrcModel, memory: Tensor, prefix: readonly number[]): Promise<string> {
  const ids = [...prefix]
  while (ids.length <= MAX_CAPTION_TOKENS) {
    const [row] = await model.nextTokenLogits(memory, [ids])
    const next = likeliest(row)
    if (!/^\p{L}/u.test(model.tokenizer.piece(next))) {
      break
    }
    ids.push(next)
  }
  return model.tokenizer.decode(ids.slice(prefix.length - 1)).trim()
}

function likeliest(logits: Float32Array): number {
  return logits.indexOf(Math.max(...logits))
}
