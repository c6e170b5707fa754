/** What a photograph or a cutout is and where it comes from. */
export interface SourceFile {
  /** Relative to its folder, with forward slashes. */
  readonly name: string
  readonly kind: 'photograph' | 'cutout'
  /** As its list says; null where none does. */
  readonly licence: string | null
  readonly origin: string | null
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string
}

/** What was left out, and why: a sentence. */
export interface LeftOutSource {
  readonly name: string
  readonly reason: string
}
