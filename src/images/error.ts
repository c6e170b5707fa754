import { basename } from 'node:path'

export type ImageErrorCode = 'missing' | 'unreadable' | 'not-an-image' | 'too-large' | 'size-mismatch'

/** A picture file that cannot be used. The message names the file, what happened and what to do. */
export class ImageError extends Error {
  override name = 'ImageError'
  constructor(
    readonly code: ImageErrorCode,
    readonly path: string,
    what: string,
  ) {
    super(`${basename(path)} ${what}`)
  }
}
