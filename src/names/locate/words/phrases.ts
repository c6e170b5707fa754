import type { QueriedChange, QueriedPlace, Tag } from '../caption-query'

/** Phrases of a list, parted by commas. */
export const listed = (text: string): string[] => text.split(',').map((phrase) => phrase.trim())

/** Lists of one language, each with its phrases parted by commas. */
export interface PhraseLists {
  /** Verbs and what stands for them, by the change. */
  readonly verbs: Readonly<Record<QueriedChange, string>>
  /** Of states, which count where no other verb stands. */
  readonly weak: Readonly<Partial<Record<QueriedChange, string>>>
  readonly columns: Readonly<Record<'left' | 'centre' | 'right', string>>
  readonly rows: Readonly<Record<'upper' | 'centre' | 'lower', string>>
  readonly middle: string
  /** Directions that are no places: "moved up". */
  readonly up: string
  readonly down: string
  readonly numbers: readonly string[]
  readonly several: string
  readonly small: string
  readonly large: string
  readonly brighter: string
  readonly darker: string
  readonly words: Readonly<Record<WordTag, string>>
}

type WordTag = 'near' | 'in' | 'from' | 'to' | 'by' | 'again' | 'same' | 'plain' | 'view' | 'and' | 'comma'

/** Words for a thing: the singular and the plural each, and what they may mean. */
export type NounEntry = readonly [one: string, many: string, kinds: readonly string[]]

export function phraseTags(lists: PhraseLists): Map<string, Tag> {
  const tags = new Map<string, Tag>()
  const add = (phrases: string, tag: Tag): void => {
    for (const phrase of listed(phrases)) {
      if (phrase !== '') {
        tags.set(phrase, tag)
      }
    }
  }
  for (const [is, phrases] of Object.entries(lists.words)) {
    add(phrases, { is: is as WordTag })
  }
  for (const [change, phrases] of Object.entries(lists.weak)) {
    add(phrases, { is: 'verb', change: change as QueriedChange, isWeak: true })
  }
  for (const [change, phrases] of Object.entries(lists.verbs)) {
    add(phrases, { is: 'verb', change: change as QueriedChange, isWeak: false })
  }
  for (const [column, phrases] of Object.entries(lists.columns)) {
    add(phrases, { is: 'place', column: column as QueriedPlace['column'], row: null })
  }
  for (const [row, phrases] of Object.entries(lists.rows)) {
    add(phrases, { is: 'place', column: null, row: row as QueriedPlace['row'] })
  }
  add(lists.up, { is: 'course', column: null, row: 'upper' })
  add(lists.down, { is: 'course', column: null, row: 'lower' })
  add(lists.middle, { is: 'place', column: 'centre', row: 'centre' })
  lists.numbers.forEach((phrases, count) => add(phrases, { is: 'count', count }))
  add(lists.several, { is: 'count', count: null })
  add(lists.small, { is: 'size', size: 'small' })
  add(lists.large, { is: 'size', size: 'large' })
  add(lists.brighter, { is: 'light', light: 'brighter' })
  add(lists.darker, { is: 'light', light: 'darker' })
  return tags
}

/** Adds words for things; those that are there stay. */
export function addNouns(tags: Map<string, Tag>, entries: readonly NounEntry[]): void {
  for (const [one, many, kinds] of entries) {
    for (const [phrases, isMany] of [
      [one, false],
      [many, true],
    ] as const) {
      for (const phrase of listed(phrases)) {
        if (phrase !== '' && !tags.has(phrase)) {
          tags.set(phrase, { is: 'thing', kinds, word: null, isMany })
        }
      }
    }
  }
}

/** Adds colours: each with the names that `colourName` may give to it. */
export function addColours(
  tags: Map<string, Tag>,
  colours: readonly (readonly [phrases: string, colours: string])[],
): void {
  for (const [phrases, names] of colours) {
    for (const phrase of listed(phrases)) {
      tags.set(phrase, { is: 'colour', colours: listed(names) })
    }
  }
}
