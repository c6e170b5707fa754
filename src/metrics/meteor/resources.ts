import type { SynonymDictionary } from './synonyms'

/** What METEOR looks words up in. The files are described in docs/metrics.md. */
export interface MeteorResources {
  /** Lower-case words that count as function words. */
  functionWords: ReadonlySet<string>
  /** Words after which a full stop does not end a sentence: always, or only before a number. */
  nonbreakingPrefixes: ReadonlyMap<string, 'always' | 'before a number'>
  /** Absent: the synonym module cannot run. */
  synonyms?: SynonymDictionary
}

/** One word a line (METEOR's `function.words`). */
export function parseFunctionWords(text: string): Set<string> {
  return new Set(lines(text))
}

/** One prefix a line, `#` starts a comment, `#NUMERIC_ONLY#` marks those that count before numbers only. */
export function parseNonbreakingPrefixes(text: string): Map<string, 'always' | 'before a number'> {
  const prefixes = new Map<string, 'always' | 'before a number'>()
  for (const line of lines(text)) {
    const [prefix, mark] = line.trim().split(/\s+/)
    if (prefix && !prefix.startsWith('#')) {
      prefixes.set(prefix, mark === '#NUMERIC_ONLY#' ? 'before a number' : 'always')
    }
  }
  return prefixes
}

/** METEOR's two-line records: a key, then its blank-separated values. */
export function parsePairs(text: string): [key: string, values: string][] {
  const all = lines(text)
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < all.length; index += 2) {
    pairs.push([all[index], all[index + 1].trim()])
  }
  return pairs
}

function lines(text: string): string[] {
  const all = text.split(/\r?\n/)
  return all.at(-1) === '' ? all.slice(0, -1) : all
}

/**
 * The word lists that ship with Deltascribe, in place of METEOR's own, which may not be shipped. By how much
 * the scores differ is in docs/metrics.md.
 */

/** Closed classes of English and a few other very common words, with the pieces that tokenising leaves of contractions, and punctuation. */
export const englishFunctionWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those ' +
    'i you he she it we they me him her us them my your his its our their who which what ' +
    'of in on at to for with from by as into over after up out about ' +
    'and or but if than when so ' +
    'be is are was were been am has have had do does did will would can could may should ' +
    "not no 's 't 're 've 'll 'd 'm s t " +
    'there all more some also one two other new ' +
    ', . : ; ? ! \' " ` ( ) - -- -lrb- -rrb- “ ” ’ — $'
  ).split(' '),
)

/** Abbreviations after which METEOR's tokenisation keeps the full stop on the word. */
export const englishNonbreakingPrefixes: ReadonlyMap<string, 'always' | 'before a number'> = new Map([
  ...(
    'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
    'Mr Mrs Ms Dr Prof St Gen Col Capt Lt Sgt Maj Rev Sen Rep Gov Pres Hon Jr Sr Mt Ft ' +
    'Ave Blvd Bldg Dept Corp Inc Ltd Co Bros vs etc'
  )
    .split(' ')
    .map((word) => [word, 'always'] as const),
  ...'No Nos Art Vol pp Fig'.split(' ').map((word) => [word, 'before a number'] as const),
])

/**
 * Synsets from WordNet's own index files (wndb(5WN)): `lemma pos synset_cnt p_cnt [pointers] sense_cnt
 * tagsense_cnt offset...`. Parts of speech share one table, as in METEOR's data.
 */
export function parseWordNetIndex(text: string, synsets: Map<string, string>): void {
  for (const line of text.split('\n')) {
    // The licence at the top is indented.
    if (line === '' || line.startsWith(' ')) {
      continue
    }
    const fields = line.trim().split(' ')
    const offsets = fields.slice(-Number(fields[2])).join(' ')
    const known = synsets.get(fields[0])
    synsets.set(fields[0], known === undefined ? offsets : `${known} ${offsets}`)
  }
}
