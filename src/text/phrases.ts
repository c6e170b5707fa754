import { tagWords } from './tagger'
import type { TaggedWord } from './tagger'

/**
 * Noun phrases, verb phrases and the subject of a caption, by patterns over parts of speech. Systems that learn from
 * phrases (RDD+ACR, CHEERS, DAVIR) take them from a parser; these patterns cover captions of changes, and are checked
 * against a second library in the tests.
 */

interface Phrase {
  text: string
  /** Start and end in the caption, UTF-16 units; end exclusive. */
  start: number
  end: number
}

export interface CaptionPhrases {
  nouns: Phrase[]
  verbs: Phrase[]
  /** The subject of the caption; undefined if it names nothing. */
  subject?: Phrase
}

/** Indices of words, the second exclusive. */
type Range = readonly [from: number, to: number]

const NOUN_TAGS = new Set(['NOUN', 'PROPN'])
const MODIFIER_TAGS = new Set(['ADJ', 'NUM', 'ADV', 'NOUN', 'PROPN', 'VERB'])
const VERB_TAGS = new Set(['AUX', 'VERB'])
const POSSESSIVES = new Set(['my', 'your', 'his', 'her', 'its', 'our', 'their'])
/** Adjectives that state a change, after a form of "be". */
const STATE_PREDICATES = new Set(['missing', 'gone', 'absent', 'visible', 'present', 'new', 'different'])

/** The phrases of one English caption, in order. */
export function captionPhrases(caption: string): CaptionPhrases {
  const words = tagWords(caption)
  const verbRanges = findVerbs(words)
  const nounRanges = findNouns(words, verbRanges)
  const phrase = ([from, to]: Range): Phrase => {
    const [start, end] = [words[from].start, words[to - 1].end]
    return { text: caption.slice(start, end), start, end }
  }
  const subject = findSubject(words, nounRanges, verbRanges)
  const phrases: CaptionPhrases = { nouns: nounRanges.map(phrase), verbs: verbRanges.map(phrase) }
  if (subject) {
    phrases.subject = phrase(subject)
  }
  return phrases
}

/** (ADV | AUX | VERB | PART)+ with an auxiliary or a verb in it; "no longer" and "missing" belong to it. */
function findVerbs(words: readonly TaggedWord[]): Range[] {
  const ranges: Range[] = []
  for (let index = 0; index < words.length; index++) {
    if (!startsVerb(words, index)) {
      continue
    }
    let end = index
    while (end < words.length && continuesVerb(words, index, end)) {
      end += isNoLonger(words, end) ? 2 : 1
    }
    // Adverbs at the end belong to the next phrase ("is now | at the left").
    while (end > index + 1 && words[end - 1].tag === 'ADV' && !isNoLonger(words, end - 2)) {
      end--
    }
    ranges.push([index, end])
    index = end - 1
  }
  return ranges
}

function startsVerb(words: readonly TaggedWord[], index: number): boolean {
  const { tag } = words[index]
  if (tag === 'AUX') {
    return true
  }
  return tag === 'VERB' && !isParticipleModifier(words, index)
}

function continuesVerb(words: readonly TaggedWord[], from: number, index: number): boolean {
  const { tag, text } = words[index]
  if (VERB_TAGS.has(tag)) {
    // "was parked | is missing": an auxiliary after a verb begins the next phrase.
    return (
      index === from ||
      (tag === 'AUX' ? words[index - 1].tag !== 'VERB' : !isParticipleModifier(words, index))
    )
  }
  const isNegation = tag === 'PART' && (text.toLowerCase() === 'not' || /^n['’]t$/i.test(text))
  const isInfinitive = tag === 'PART' && text.toLowerCase() === 'to' && words.at(index + 1)?.tag === 'VERB'
  return (
    isNegation ||
    isInfinitive ||
    isNoLonger(words, index) ||
    (tag === 'ADV' && index > from) ||
    (index > from &&
      STATE_PREDICATES.has(text.toLowerCase()) &&
      !NOUN_TAGS.has(words.at(index + 1)?.tag ?? ''))
  )
}

/** "the parked car": between a determiner or an adjective and a noun. */
function isParticipleModifier(words: readonly TaggedWord[], index: number): boolean {
  const before = words.at(index - 1)
  const next = words.at(index + 1)?.tag
  return (
    index > 0 &&
    before !== undefined &&
    (before.tag === 'DET' || before.tag === 'ADJ' || before.tag === 'NUM' || isPossessive(before)) &&
    (next === 'NOUN' || next === 'PROPN' || next === 'ADJ')
  )
}

function isNoLonger(words: readonly TaggedWord[], index: number): boolean {
  return words.at(index)?.text.toLowerCase() === 'no' && words.at(index + 1)?.text.toLowerCase() === 'longer'
}

/** (DET | possessive)? (ADJ | NUM | ADV | NOUN)* NOUN, or a pronoun that stands for one. */
function findNouns(words: readonly TaggedWord[], verbs: readonly Range[]): Range[] {
  const inVerb = new Set(verbs.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)))
  const ranges: Range[] = []
  for (let index = 0; index < words.length; index++) {
    const end = inVerb.has(index) ? index : nounPhraseEnd(words, inVerb, index)
    if (end > index) {
      ranges.push([index, end])
      index = end - 1
    }
  }
  return ranges
}

/** `start` if no noun phrase begins there. */
function nounPhraseEnd(words: readonly TaggedWord[], inVerb: ReadonlySet<number>, start: number): number {
  const first = words[start]
  if (first.tag === 'PRON' && !isPossessive(first)) {
    return first.text.toLowerCase() === 'there' ? start : start + 1
  }
  let index = first.tag === 'DET' || isPossessive(first) ? start + 1 : start
  let end = start
  while (index < words.length && !inVerb.has(index) && isNounPart(words[index])) {
    const isPlace =
      first.tag === 'DET' && /^(?:top|bottom|left|right|middle|front|back)$/i.test(words[index].text)
    if (NOUN_TAGS.has(words[index].tag) || isPlace) {
      end = index + 1
    }
    index++
  }
  return end
}

function isNounPart(word: TaggedWord): boolean {
  return MODIFIER_TAGS.has(word.tag) || (word.tag === 'PART' && /^['’]s?$/.test(word.text))
}

function isPossessive(word: TaggedWord): boolean {
  return POSSESSIVES.has(word.text.toLowerCase())
}

/**
 * The noun phrase before the first verb; after "there is" and after an instruction, the one that follows; else
 * the first. A phrase after a preposition is not the subject ("in the after image there is a car").
 */
function findSubject(
  words: readonly TaggedWord[],
  nouns: readonly Range[],
  verbs: readonly Range[],
): Range | undefined {
  if (verbs.length === 0) {
    return nouns[0]
  }
  const [from, to] = verbs[0]
  const isExistential = from > 0 && words[from - 1].text.toLowerCase() === 'there'
  const leading = isExistential
    ? undefined
    : nouns.find((noun) => noun[1] <= from && (noun[0] === 0 || words[noun[0] - 1].tag !== 'ADP'))
  return leading ?? nouns.find((noun) => noun[0] >= to) ?? nouns[0]
}
