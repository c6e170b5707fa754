import type { QueriedThing, CaptionWords, Tag, Tagged } from './caption-query'

/** A thing with the words before it that describe it. */
export interface NounPhrase {
  readonly start: number
  readonly end: number
  readonly thing: QueriedThing
  /** Null for several. */
  readonly count: number | null
  /** `by`: what came in the place of another; `other`: the end of a way. */
  readonly role: 'plain' | 'landmark' | 'by' | 'other'
  /** Index of the thing among the words. */
  readonly at: number
  readonly tokens: readonly Tagged[]
}

/** @param items the words of a segment that say something; `all` of them, with articles */
export function nounPhrases(
  items: readonly Tagged[],
  language: CaptionWords,
  all: readonly Tagged[],
): NounPhrase[] {
  const phrases: NounPhrase[] = []
  items.forEach((item, at) => {
    // "a red sports car": of things beside each other the last one is meant
    const isFirstOfTwo = items[at + 1]?.tag.is === 'thing' && isBeside(item, items[at + 1])
    if (item.tag.is === 'thing' && !(language.hasSpaces && isFirstOfTwo)) {
      phrases.push(phraseAt(items, at, language, all))
    }
  })
  return phrases
}

/** One space between them. */
const isBeside = (one: Tagged, next: Tagged): boolean => next.start - one.end <= 1

const MODIFIERS = new Set<Tag['is']>(['colour', 'size', 'count', 'again'])

function phraseAt(
  items: readonly Tagged[],
  at: number,
  language: CaptionWords,
  all: readonly Tagged[],
): NounPhrase {
  let first = at
  while (first > 0 && isModifier(items, first - 1, all)) {
    first -= 1
  }
  const tokens = items.slice(first, at + 1)
  const { tag } = items[at]
  const counts = tokens.flatMap((token) => (token.tag.is === 'count' ? [token.tag.count] : []))
  const several = tag.is === 'thing' && tag.isMany ? null : 1
  return {
    ...withArticle(tokens, all, language),
    thing: thingOf(tokens),
    // of "one of two people" the first
    count: counts.length === 0 ? several : counts[0],
    role: language.isLandmarkFirst ? roleBefore(items, first, at, all) : roleAfter(items, first),
    at,
    tokens,
  }
}

/** Of "the parked car" and "a new car" too, but not of "there is a car". */
function isModifier(items: readonly Tagged[], at: number, all: readonly Tagged[]): boolean {
  const { tag } = items[at]
  if (MODIFIERS.has(tag.is)) {
    return true
  }
  const before = all[all.indexOf(items[at]) - 1]
  const isAdjective =
    items[at + 1].tag.is !== 'count' && (before?.tag.is === 'count' || before?.tag.is === 'plain')
  return tag.is === 'verb' && isAdjective
}

function thingOf(tokens: readonly Tagged[]): QueriedThing {
  const { tag } = tokens[tokens.length - 1]
  const kinds = tag.is === 'thing' ? tag.kinds : []
  const colours = tokens.flatMap((token) => (token.tag.is === 'colour' ? token.tag.colours : []))
  const [size = null] = tokens.flatMap((token) => (token.tag.is === 'size' ? [token.tag.size] : []))
  const word = tag.is === 'thing' ? tag.word : null
  return { kinds, word, isAny: kinds.length === 0, colours: [...new Set(colours)], size }
}

function roleAfter(items: readonly Tagged[], first: number): NounPhrase['role'] {
  switch (items[first - 1]?.tag.is) {
    case 'near':
    case 'in':
      return 'landmark'
    case 'by':
      return 'by'
    case 'from':
    case 'to':
      return 'other'
    default:
      return 'plain'
  }
}

/** Where the landmark stands first: "公交车旁边", "桌子上". */
function roleBefore(
  items: readonly Tagged[],
  first: number,
  at: number,
  all: readonly Tagged[],
): NounPhrase['role'] {
  const next = all[all.indexOf(items[at]) + 1]
  if (next?.tag.is === 'near' || next?.tag.is === 'place' || items[first - 1]?.tag.is === 'in') {
    return 'landmark'
  }
  return items[first - 1]?.tag.is === 'by' ? 'by' : 'plain'
}

/** From the first to the last of them, with the article before them. */
export function withArticle(
  tokens: readonly Tagged[],
  all: readonly Tagged[],
  { determiners }: CaptionWords,
): { start: number; end: number } {
  const before = all[all.indexOf(tokens[0]) - 1]
  const isArticle = before !== undefined && (before.tag.is === 'count' || determiners.test(before.text))
  return spanOf(isArticle ? [before, ...tokens] : tokens)
}

/** From the first to the last. */
export function spanOf(tokens: readonly Tagged[]): { start: number; end: number } {
  return {
    start: Math.min(...tokens.map(({ start }) => start)),
    end: Math.max(...tokens.map(({ end }) => end)),
  }
}
