import { basename } from 'node:path'
import { message } from '../messages/message'
import { NoSuchBandError } from './bands'
import { ImageError } from './file'
import type { ImageHeader } from './header/source'

/** Why the pixels of a file could not be had, as far as its header and the decoder's error tell. */
export function decodeFailure(path: string, header: ImageHeader, error: unknown): ImageError {
  if (error instanceof NoSuchBandError) {
    const { band, count } = error
    return new ImageError(
      'no-such-band',
      path,
      message('problems.tooFewBands', { name: basename(path), band, count }),
    )
  }
  if (isMemoryLimit(error)) {
    return tooLarge(path, header)
  }
  return header.unread === undefined
    ? incomplete(path)
    : new ImageError('unreadable', path, header.unread(basename(path)))
}

export function tooLarge(path: string, { width, height }: ImageHeader): ImageError {
  const text = message('problems.tooManyPixels', { name: basename(path), width, height })
  return new ImageError('too-large', path, text)
}

export function incomplete(path: string): ImageError {
  return new ImageError('unreadable', path, message('problems.incomplete', { name: basename(path) }))
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
