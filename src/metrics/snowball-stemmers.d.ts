declare module 'snowball-stemmers' {
  /** Porter2 for `english`. */
  export function newStemmer(language: 'english'): { stem(word: string): string }
}
