declare module 'indefinite' {
  /** The phrase with 'a' or 'an' before it, or that article alone. */
  export default function indefinite(phrase: string, options?: { articleOnly?: boolean }): string
}

declare module 'snowball-stemmers' {
  /** Porter2 for `english`. */
  export function newStemmer(language: 'english'): { stem(word: string): string }
}

declare module 'tar-stream/headers.js' {
  /** Null for a block of zeros. @throws Error where it is no header */
  export function decode(
    block: Uint8Array,
    encoding: string,
    allowsUnknownFormat: boolean,
  ): { size: number; type: string | null } | null
}
