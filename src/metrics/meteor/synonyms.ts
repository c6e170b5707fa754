/**
 * Synonyms as METEOR 1.5 finds them: two words are synonyms when they, or their WordNet base forms, share a
 * synset. The base form comes from the exception list, else from the suffix table of WordNet's morphology
 * (morphy, WordNet 3.0, wn(7)), of which METEOR keeps the first rule that leads to a known word.
 */
export interface SynonymDictionary {
  /** Synsets of the word and of its base forms. */
  synsets(word: string): ReadonlySet<string>
}

/** Suffix and what replaces it: nouns, verbs, adjectives. */
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

/** Empty where no rule leads to a known word. METEOR re-appends "ful" to the base of a word that ends so. */
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
