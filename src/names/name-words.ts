import type { NameWords } from '../contract/names'

/** The project's word for a kind; null where the project leaves it out. */
export function wordFor(words: NameWords, kind: string): string | null {
  return Object.hasOwn(words, kind) ? words[kind] : kind
}

/** Each word once, the first with its score; without those that are left out or are the name already. */
export function otherWords(
  names: readonly { readonly name: string; readonly score: number }[],
  words: NameWords,
  word: string,
): { word: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const { name, score } of names) {
    const other = wordFor(words, name)
    if (other !== null && other !== word && !scores.has(other)) {
      scores.set(other, score)
    }
  }
  return [...scores].map(([other, score]) => ({ word: other, score })).slice(0, MOST_OTHERS)
}

const MOST_OTHERS = 8
