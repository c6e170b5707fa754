import type { QueriedChange, QueriedThing, CaptionWords, Tagged } from './caption-query'
import type { ReadClause, Segment, Subject } from './clause'
import { nounPhrases, spanOf, withArticle } from './noun-phrases'
import type { NounPhrase } from './noun-phrases'
import { readPlaces } from './read-places'

interface Reading {
  readonly language: CaptionWords
  /** The thing that was named before, for "another" and "a blue one". */
  readonly last: QueriedThing | null
}

const ANY: QueriedThing = { kinds: [], word: null, isAny: true, colours: [], size: null }

export function readClause({ tokens, joined }: Segment, reading: Reading): ReadClause {
  const { language } = reading
  const items = tokens.filter(({ tag }) => tag.is !== 'plain')
  const phrases = nounPhrases(items, language, tokens)
  const told = verbOf(items)
  const used = new Set(phrases.flatMap((phrase) => phrase.tokens))
  const { subject, former } = rolesOf(phrases, told.change, items, language)
  const named = subject === null ? withoutNoun({ tokens, items, used }, reading) : asSubject(subject)
  const places = readPlaces(items, phrases, told.change === 'moved')
  const loose = items.flatMap((item, at) =>
    item.tag.is === 'colour' && !used.has(item)
      ? [{ colours: item.tag.colours, isFrom: items[at - 1]?.tag.is === 'from' }]
      : [],
  )
  const turned = loose.find(({ isFrom }) => !isFrom)?.colours ?? []
  const isTurned = told.change === 'recoloured' || told.change === 'changed'
  const isPredicate = !isTurned && named !== null && named.thing.colours.length === 0
  const isLandmark = ({ role }: NounPhrase): boolean =>
    role === 'landmark' || (role === 'by' && told.change !== 'replaced')
  const landmark = phrases.find(isLandmark)
  return {
    joined,
    subject: isPredicate && named !== null ? { ...named, thing: { ...named.thing, colours: turned } } : named,
    rest: items.length === 0 ? null : { ...spanOf(tokens), thing: ANY, count: 1 },
    ...told,
    change: told.change === 'changed' && loose.length > 0 ? 'recoloured' : told.change,
    ...places,
    near: landmark?.thing ?? null,
    former,
    light: items.flatMap(({ tag }) => (tag.is === 'light' ? [tag.light] : [])).at(0) ?? null,
    turned: isTurned ? turned : [],
    formerColours: loose.find(({ isFrom }) => isFrom)?.colours ?? [],
    isSame: items.some(({ tag }) => tag.is === 'same'),
  }
}

/** What decides where a part of a sentence has several verbs. */
const PRIORITY: readonly QueriedChange[] = ['replaced', 'gone', 'recoloured', 'moved', 'appeared', 'changed']

function verbOf(items: readonly Tagged[]): Pick<ReadClause, 'change' | 'isWeak'> {
  // "became brighter": its colour is not told
  if (items.some(({ tag }) => tag.is === 'light')) {
    return { change: 'changed', isWeak: false }
  }
  const verbs = items.flatMap(({ tag }) => (tag.is === 'verb' ? [tag] : []))
  const strong = verbs.filter(({ isWeak }) => !isWeak)
  const [best] = (strong.length === 0 ? verbs : strong).toSorted(
    (a, b) => PRIORITY.indexOf(a.change) - PRIORITY.indexOf(b.change),
  )
  return best === undefined ? { change: null, isWeak: true } : { change: best.change, isWeak: best.isWeak }
}

/** Which thing changed, and which was there before it. */
function rolesOf(
  phrases: readonly NounPhrase[],
  change: QueriedChange | null,
  items: readonly Tagged[],
  { isLandmarkFirst }: CaptionWords,
): { subject: NounPhrase | null; former: QueriedThing | null } {
  const plain = phrases.filter(({ role }) => role === 'plain')
  const verbAt = items.findIndex(({ tag }) => tag.is === 'verb' && tag.change === change)
  const [first = null] = plain
  const second = plain.find(({ at }) => at > verbAt && verbAt !== -1) ?? null
  if (change === 'replaced') {
    const came = phrases.find(({ role }) => role === 'by')
    const isActive = came === undefined && second !== null && second !== first
    const subject = came ?? first
    return { subject, former: (isActive ? second : first)?.thing ?? null }
  }
  // "桌上出现了一个杯子": what appears follows its verb
  const isBehind = isLandmarkFirst && change === 'appeared'
  return { subject: (isBehind ? second : null) ?? first, former: null }
}

const asSubject = ({ start, end, thing, count }: NounPhrase): Subject => ({ start, end, thing, count })

/** "Another", "a blue one", or words that are not known. */
function withoutNoun(
  { tokens, items, used }: Record<'tokens' | 'items', readonly Tagged[]> & { used: ReadonlySet<Tagged> },
  { language, last }: Reading,
): Subject | null {
  const free = items.filter((item) => !used.has(item))
  const again = free.filter(({ tag }) => tag.is === 'again')
  const counts = free.filter(({ tag }) => tag.is === 'count')
  if (last !== null && (again.length > 0 || counts.length > 0)) {
    const colours = free.filter(({ tag }) => tag.is === 'colour')
    const [colour] = colours.map(({ tag }) => (tag.is === 'colour' ? tag.colours : []))
    const [count] = counts.map(({ tag }) => (tag.is === 'count' ? tag.count : 1))
    const words = [...counts.slice(0, 1), ...colours.slice(0, 1), ...again]
    return {
      ...spanOf(words),
      thing: { ...last, colours: colour ?? [] },
      count: count === undefined ? 1 : count,
    }
  }
  const run = longestUnknown(tokens)
  return run.length === 0
    ? null
    : { ...withArticle(run, tokens, language), thing: { ...ANY, isAny: false }, count: 1 }
}

/** Unknown words beside each other. */
function longestUnknown(tokens: readonly Tagged[]): Tagged[] {
  let best: Tagged[] = []
  let run: Tagged[] = []
  for (const token of tokens) {
    run = token.tag.is === 'unknown' ? [...run, token] : []
    best = run.length > best.length ? run : best
  }
  return best
}
