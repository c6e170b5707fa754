import { ImageError } from './error'
import type { ImageHeader } from './header/source'

/** Why the pixels of a file could not be had, as far as its header and the decoder's error tell. */
export function decodeFailure(path: string, header: ImageHeader, error: unknown): ImageError {
  if (isMemoryLimit(error)) {
    return tooLarge(path, header)
  }
  return header.unread === undefined
    ? incomplete(path)
    : new ImageError('unreadable', path, `is ${header.unread}`)
}

export function tooLarge(path: string, { width, height }: ImageHeader): ImageError {
  const limit = 'the limit is 134 megapixels (89 at 16 bits): cut it into tiles'
  return new ImageError('too-large', path, `has ${width} x ${height} pixels; ${limit}`)
}

export function incomplete(path: string): ImageError {
  return new ImageError('unreadable', path, 'is damaged or incomplete: copy it again from its source')
}

/**
 * The codec refuses to take more than 512 MiB for one image: 89 megapixels of 16-bit RGB. Other range errors
 * come of damage: numbers read past the end of what there is.
 */
function isMemoryLimit(error: unknown): boolean {
  return (
    error instanceof Error && /Memory limit exceeded|allocation failed|out of memory/i.test(error.message)
  )
}
