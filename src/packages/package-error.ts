export type PackageProblem =
  | 'missing-file'
  | 'unreadable'
  | 'too-large'
  | 'damaged'
  | 'wrong-hash'
  | 'newer-format'
  | 'other-version'
  | 'wrong-family'
  | 'duplicate'
  | 'exists'
  | 'cannot-write'

/** A problem of a model package. The message is for the user: the file, the problem, a way out. */
export class PackageError extends Error {
  override readonly name = 'PackageError'
  constructor(
    readonly code: PackageProblem,
    /** The file or folder. */
    readonly path: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${message}`, options)
  }
}

export function damaged(path: string, reason: string, cause?: unknown): PackageError {
  return new PackageError('damaged', path, `is damaged: ${reason}. Copy or make the model again.`, { cause })
}
