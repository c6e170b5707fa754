import type { CaptionWords, Tag, Tagged } from './caption-query'

/** A word of the project, with the detector's names that it stands for; none for a word that people taught. */
export interface ProjectWord {
  readonly word: string
  readonly kinds: readonly string[]
}

interface Token {
  /** In lower case. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Letters and digits with hyphens and apostrophes in them, or one sign. */
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|\n|[^\s\p{L}\p{N}]/gu
/** Each character alone, and words of Latin letters. */
const CHARACTER = /[\p{Script=Latin}\p{N}]+(?:[-'’][\p{Script=Latin}\p{N}]+)*|\n|\S/gu

const SIGNS: ReadonlyMap<string, Tag['is']> = new Map([
  ['\n', 'stop'],
  ...'.!?。！？'.split('').map((sign) => [sign, 'stop'] as const),
  ...',;:，；：–—()（）'.split('').map((sign) => [sign, 'comma'] as const),
])

/** The meaning of each word and phrase, the longest phrases first. The project's words come before all others. */
export function tagWords(caption: string, language: CaptionWords, project: readonly ProjectWord[]): Tagged[] {
  const tokens = tokensOf(caption, language.hasSpaces)
  const own = ownPhrases(language, project)
  const texts = tokens.map(({ text }) => text)
  const tagged: Tagged[] = []
  for (let at = 0; at < tokens.length;) {
    const { tag, length } = tagAt(texts, at, language, own)
    const [start, end] = [tokens[at].start, tokens[at + length - 1].end]
    tagged.push({ tag, text: caption.slice(start, end).toLowerCase(), start, end })
    at += length
  }
  return tagged
}

function tokensOf(caption: string, hasSpaces: boolean): Token[] {
  return [...caption.matchAll(hasSpaces ? WORD : CHARACTER)].map(({ 0: text, index }) => ({
    text: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }))
}

type Phrases = ReadonlyMap<string, Tag>

function ownPhrases({ formsOf }: CaptionWords, project: readonly ProjectWord[]): Phrases {
  const tags = new Map<string, Tag>()
  for (const { word, kinds } of project) {
    const meant = kinds.length === 0 ? [word] : kinds
    for (const [form, isMany] of formsOf(word)) {
      const known = tags.get(form)
      // one word may stand for several kinds
      const others = known?.is === 'thing' && known.word === word ? known.kinds : []
      tags.set(form, { is: 'thing', kinds: [...new Set([...others, ...meant])], word, isMany })
    }
  }
  return tags
}

/** Words of one phrase. */
const LONGEST_PHRASE = 6
/** Characters of one, where no spaces part words. */
const LONGEST_RUN = 12

function tagAt(
  texts: readonly string[],
  at: number,
  language: CaptionWords,
  own: Phrases,
): { tag: Tag; length: number } {
  const { hasSpaces, phrases, settle, compound } = language
  const most = Math.min(texts.length - at, hasSpaces ? LONGEST_PHRASE : LONGEST_RUN)
  for (let length = most; length > 0; length -= 1) {
    const phrase = texts.slice(at, at + length).join(hasSpaces ? ' ' : '')
    const settled = length === 1 ? settle(texts, at) : null
    const tag = own.get(phrase) ?? settled ?? phrases.get(phrase)
    if (tag !== undefined) {
      return { tag, length }
    }
  }
  const sign = SIGNS.get(texts[at])
  const tag: Tag = sign === undefined ? (compound(texts[at]) ?? unknown(texts[at])) : ({ is: sign } as Tag)
  return { tag, length: 1 }
}

/** Signs and pictures say nothing. */
function unknown(text: string): Tag {
  return /[\p{L}\p{N}]/u.test(text) ? { is: 'unknown' } : { is: 'plain' }
}
