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
