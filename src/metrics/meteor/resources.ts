/** Word lists and dictionaries of METEOR. The files are described in docs/metrics.md. */
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
 * The word lists that ship with Deltascribe, in place of METEOR's own, which may not be shipped. The difference in
 * scores is in docs/metrics.md.
 */

/**
 * Closed classes of English and a few other very common words, with the pieces of contractions after tokenising, and
 * punctuation.
 */
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

/**
 * Synonyms as METEOR 1.5 finds them: two words are synonyms when they, or their WordNet base forms, share a
 * synset. The base form comes from the exception list, else from the suffix table of WordNet's morphology
 * (morphy, WordNet 3.0, wn(7)), of which METEOR keeps the first rule that leads to a known word.
 */
interface SynonymDictionary {
  /** Synsets of the word and of its base forms. */
  synsets(word: string): ReadonlySet<string>
}

/** Suffixes and their replacements: nouns, verbs, adjectives. */
const SUFFIX_RULES: readonly (readonly [suffix: string, replacement: string])[] = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
  ['s', ''],
  ['ies', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
  ['er', ''],
  ['est', ''],
  ['er', 'e'],
  ['est', 'e'],
]

/**
 * `synsets` maps a word (blanks as underscores) to its blank-separated synset numbers, which stay text until the
 * word is looked up: there are 147,306 words; `bases` maps an irregular form to its base
 * forms ("mice" to "mouse").
 */
export function synonymDictionary(
  synsets: ReadonlyMap<string, string>,
  bases: ReadonlyMap<string, readonly string[]>,
): SynonymDictionary {
  const known = new Map<string, ReadonlySet<string>>()
  function lookUp(word: string): ReadonlySet<string> {
    const forms = [word, ...(bases.get(word) ?? [regularBase(word, synsets)])]
    return new Set(forms.flatMap((form) => synsets.get(form)?.split(' ') ?? []))
  }
  return {
    synsets(word) {
      let found = known.get(word)
      if (!found) {
        found = lookUp(word)
        known.set(word, found)
      }
      return found
    },
  }
}

/** Empty if no rule leads to a known word. METEOR re-appends "ful" to the base of a word that ends so. */
function regularBase(word: string, synsets: ReadonlyMap<string, unknown>): string {
  if (word.endsWith('ss') || word.length <= 2) {
    return word
  }
  const ending = word.endsWith('ful') ? 'ful' : ''
  for (const [suffix, replacement] of SUFFIX_RULES) {
    if (word.endsWith(suffix)) {
      const base = word.slice(0, word.length - suffix.length) + replacement
      if (synsets.has(base)) {
        return base + ending
      }
    }
  }
  return ''
}
