declare module 'indefinite' {
  /** The phrase with 'a' or 'an' before it, or that article alone. */
  export default function indefinite(phrase: string, options?: { articleOnly?: boolean }): string
}
