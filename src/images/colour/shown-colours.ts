import { fileSource, withImageFile } from '../file'
import { memorySource } from '../header/source'
import type { ByteSource } from '../header/source'
import type { Samples } from '../raster'
import { isDicom } from '../header/header'
import { embeddedProfile } from './embedded-profile'
import { readRgbProfile } from './rgb-profile'
import { srgbConverter } from './srgb'
import type { SrgbConverter } from './srgb'

/**
 * What makes the colours of an image file sRGB, as browsers show them. Null where they are that, or nearly, where no
 * profile says what they are, and for profiles that are not of three curves and a matrix.
 * @param samples as decoded: colours of 8 bits alone are converted
 */
export async function converterFor(
  bytes: Buffer,
  { data, colours }: Pick<Samples, 'data' | 'colours'>,
): Promise<SrgbConverter | null> {
  return data instanceof Uint8Array && colours === 3 ? converterIn(memorySource(bytes)) : null
}

/** Whether the profile in a file asks for that, by its header alone. */
export async function namesOtherColours(bytes: Buffer): Promise<boolean> {
  return (await converterIn(memorySource(bytes))) !== null
}

async function converterIn(source: ByteSource): Promise<SrgbConverter | null> {
  const bytes = await embeddedProfile(source)
  const profile = bytes === null ? null : readRgbProfile(bytes)
  return profile === null ? null : srgbConverter(profile)
}

/** Raised when the same profile gives other colours than before. */
const COLOURS_VERSION = 1
/** Raised when pairs of DICOM files are shown by other windows than before. */
const WINDOWS_VERSION = 1

/**
 * For names of what is made from an image's pixels: differs where colours are converted or values are shown by windows of
 * the file, or are in another way. By the header alone. Empty for files whose colours are taken as they are, and for one that cannot be read: that is told elsewhere.
 */
export async function coloursKey(path: string): Promise<string> {
  try {
    return await withImageFile(
      path,
      async (handle, sizeBytes) => {
        const source = fileSource(handle, sizeBytes)
        if (await isDicom(source)) {
          return `window${WINDOWS_VERSION}`
        }
        return (await converterIn(source)) === null ? '' : `srgb${COLOURS_VERSION}`
      },
      Infinity,
    )
  } catch {
    return ''
  }
}
