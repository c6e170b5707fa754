/**
 * Sentences as the LEVIR-CC evaluations score them (Chen-Yang-Liu/Change-Agent, Chg2Cap, RSCaMa): no PTB step,
 * each word is its number in a vocabulary, every word outside it is one number, and the scorers see strings of
 * numbers.
 */

/** `<NULL>`, `<UNK>`, `<START>` and `<END>` come first (Change-Agent, preprocess_data.py). */
const LEVIR_UNKNOWN = 1
const SPECIAL_TOKENS = 4
/** A word is kept when it occurs more often than this in the training captions. */
const LEVIR_MINIMUM_COUNT = 5

export type LevirVocabulary = ReadonlyMap<string, number>

/** Lower-case words; `?` and `.` are dropped, `;` and `,` are words of their own. */
export function levirWords(caption: string): string[] {
  return caption
    .toLowerCase()
    .replace(/[?.]/g, '')
    .replace(/([;,])/g, ' $1')
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Numbers the words that occur more than `minimumCount` times, in code-unit order. */
export function buildLevirVocabulary(
  captions: Iterable<string>,
  minimumCount = LEVIR_MINIMUM_COUNT,
): LevirVocabulary {
  const counts = new Map<string, number>()
  for (const caption of captions) {
    for (const word of levirWords(caption)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const frequent = [...counts.keys()].filter((word) => (counts.get(word) ?? 0) > minimumCount)
  return new Map(frequent.sort().map((word, index) => [word, SPECIAL_TOKENS + index]))
}

/** The caption as a string of word numbers. */
export function levirTokens(caption: string, vocabulary: LevirVocabulary): string {
  return levirWords(caption)
    .map((word) => vocabulary.get(word) ?? LEVIR_UNKNOWN)
    .join(' ')
}
