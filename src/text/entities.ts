import { captionPhrases } from './phrases'

/** A caption, with the spans of the grammar that made it, if any. */
export interface SpannedCaption {
  readonly text: string
  readonly spans?: readonly {
    readonly kind: 'subject' | 'noun' | 'verb'
    readonly start: number
    readonly end: number
  }[]
}

/** Phrases of one caption. */
export interface PhraseTexts {
  readonly nouns: readonly string[]
  readonly verbs: readonly string[]
  /** The subject, without words that only locate it; null if the caption names nothing. */
  readonly subject: string | null
}

/** From the spans of a grammar if there are any, else by patterns over tags. */
export function phraseTexts({ text, spans = [] }: SpannedCaption): PhraseTexts {
  if (spans.length === 0) {
    const { nouns, verbs, subject } = captionPhrases(text)
    return { nouns: nouns.map(textOf), verbs: verbs.map(textOf), subject: subject?.text ?? null }
  }
  const of = (kind: 'subject' | 'noun' | 'verb') => spans.filter((span) => span.kind === kind)
  const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  const [subject] = of('subject')
  if (subject === undefined) {
    return { nouns: of('noun').map(cut), verbs: of('verb').map(cut), subject: null }
  }
  // the subject of "the ball behind the cube" is the ball, which has a noun's span at its start
  const heads = of('noun').filter(({ start }) => start === subject.start)
  const head = heads.sort((a, b) => a.end - b.end).at(0) ?? subject
  const others = of('noun').filter(({ start }) => start !== subject.start)
  return {
    nouns: [head, ...others].sort((a, b) => a.start - b.start).map(cut),
    verbs: of('verb').map(cut),
    subject: cut(head),
  }
}

function textOf({ text }: { text: string }): string {
  return text
}

/** Phrases as RDD+ACR reads them: joined by "and". */
export function joinPhrases(phrases: readonly string[]): string {
  return phrases.join(' and ')
}

const DETERMINERS = /^(?:the|a|an|this|that|these|those|some|another|one of the)\s+/

/** The name in a phrase: in lower case, without determiners. */
export function entityName(phrase: string): string {
  return phrase.toLowerCase().trim().replaceAll(/\s+/g, ' ').replace(DETERMINERS, '')
}

/**
 * The entities of a set's captions, the commonest first: their subjects (CHEERS), or all noun phrases (DAVIR); those
 * that occur in fewer than `least` captions are left out.
 */
export function changeEntities(
  captions: Iterable<SpannedCaption>,
  { from = 'subjects', least = 1 }: { from?: 'subjects' | 'nouns'; least?: number } = {},
): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const caption of captions) {
    const { nouns, subject } = phraseTexts(caption)
    const phrases = from === 'nouns' ? nouns : subject === null ? [] : [subject]
    for (const name of new Set(phrases.map(entityName))) {
      if (name !== '') {
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
  }
  return [...counts]
    .filter(([, count]) => count >= least)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
