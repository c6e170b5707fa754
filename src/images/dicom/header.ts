import type { SliceChoice } from '../../domain/slice-path'
import { HeaderError } from '../header/source'
import type { ByteSource, ImageHeader } from '../header/source'
import { parseAttributes, PIXEL_DATA } from './attributes'
import type { PixelAttributes } from './attributes'

/**
 * Attributes before the pixels are nearly always shorter than the first; an icon or private data may make them longer.
 * Beyond the last one nothing is looked for.
 */
const PREFIXES = [2 ** 16, 2 ** 20, 2 ** 24]

/** DICOM PS3.10, 7.1: "DICM" after a preamble of 128 bytes. @throws HeaderError */
export async function readDicomHeader(
  source: ByteSource,
  slice: SliceChoice | null,
): Promise<Omit<ImageHeader, 'format'>> {
  const found = await readAttributes(source, slice)
  const { width, height } = 'unread' in found ? found : found.attributes
  return {
    width,
    height,
    orientation: 1,
    ...('unread' in found ? { unread: found.unread } : sliceFields(found.attributes)),
  }
}

/** What stands before the pixels. @throws HeaderError */
export async function readAttributes(
  source: ByteSource,
  slice: SliceChoice | null,
): Promise<ReturnType<typeof parseAttributes>> {
  const lengths = new Set(PREFIXES.map((length) => Math.min(length, source.sizeBytes)))
  for (const length of lengths) {
    try {
      const found = parseAttributes(await source.read(0, length), slice, PIXEL_DATA)
      const { width, height } = 'unread' in found ? found : found.attributes
      if (width > 0 && height > 0) {
        return found
      }
    } catch (error) {
      if (!(error instanceof HeaderError)) {
        throw error
      }
    }
  }
  throw new HeaderError('it has no DICOM attributes of an image')
}

function sliceFields({
  frame,
  frameCount,
  spacing,
}: PixelAttributes): Pick<ImageHeader, 'spacing' | 'slices'> {
  return {
    ...(spacing === null ? {} : { spacing }),
    ...(frameCount === 1
      ? {}
      : { slices: { shown: { axis: 'frame', number: frame + 1 }, counts: { frame: frameCount } } }),
  }
}
