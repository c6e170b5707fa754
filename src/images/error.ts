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

interface Size {
  width: number
  height: number
}

/** Masks of both frames share one grid. Null where the frames have one size, else what to tell the user. */
export function sizesDisagree(before: Size, after: Size): string | null {
  if (before.width === after.width && before.height === after.height) {
    return null
  }
  const sizes = `before is ${before.width} x ${before.height}, after ${after.width} x ${after.height} pixels`
  return `The frames have two sizes: ${sizes}. Bring both to one size.`
}
