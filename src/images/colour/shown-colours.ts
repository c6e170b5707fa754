import { memorySource } from '../header/source'
import type { ByteSource } from '../header/source'
import type { Samples } from '../raster'
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

/** What makes the colours of a file sRGB, by its header alone; null as for `converterFor`. */
export async function converterIn(source: ByteSource): Promise<SrgbConverter | null> {
  const bytes = await embeddedProfile(source)
  const profile = bytes === null ? null : readRgbProfile(bytes)
  return profile === null ? null : srgbConverter(profile)
}
