import type { Samples } from '../raster'
import type { PixelAttributes, StoredSamples } from './attributes'
import { asValues } from './file-windows'

/**
 * Grey values after the rescale slope and intercept (Hounsfield units in CT). MONOCHROME1, in which the lowest value is
 * white, is mirrored: lowest and highest possible value change places, and so do the ends of the file's windows.
 */
export function rescaled(attributes: PixelAttributes, stored: StoredSamples): Samples {
  const { width, height, slope, intercept, padding, photometric } = attributes
  const isMirrored = photometric === 'MONOCHROME1'
  const isPlain = slope === 1 && intercept === 0
  const [lowest, highest] = possibleValues(attributes)
  const sum = (lowest + highest) * slope + 2 * intercept
  const mapped = (value: number): number => {
    const own = value * slope + intercept
    return isMirrored ? sum - own : own
  }
  const data = isPlain && !isMirrored ? stored : mappedSamples(stored, mapped, attributes)
  return {
    width,
    height,
    channels: 1,
    colours: 1,
    hasAlpha: false,
    noData: padding === null ? null : asStoredIn(data, mapped(padding)),
    ...windowFields(attributes, isMirrored ? (value) => sum - value : null),
    data,
  }
}

/** As it is compared with the values. */
function asStoredIn(data: Samples['data'], value: number): number {
  return data instanceof Float32Array ? Math.fround(value) : value
}

function possibleValues({ bitsStored, isSigned }: PixelAttributes): [number, number] {
  const count = 2 ** bitsStored
  return isSigned ? [-count / 2, count / 2 - 1] : [0, count - 1]
}

/** Bytes stay bytes where only their order changes. */
function mappedSamples(
  stored: StoredSamples,
  mapped: (value: number) => number,
  { slope, intercept }: PixelAttributes,
): Samples['data'] {
  const isPlain = slope === 1 && intercept === 0
  if (isPlain) {
    return stored.map(mapped)
  }
  const areWhole =
    Number.isInteger(slope) && Number.isInteger(intercept) && Math.abs(slope) * 2 ** 16 < 2 ** 31
  return areWhole && stored.BYTES_PER_ELEMENT < 4
    ? Int32Array.from(stored, mapped)
    : Float32Array.from(stored, mapped)
}

/** Bytes are taken as they are. */
function windowFields(
  { windows, bitsAllocated, slope, intercept }: PixelAttributes,
  mirror: ((value: number) => number) | null,
): Pick<Samples, 'window' | 'windows'> {
  const isByte = bitsAllocated === 8 && slope === 1 && intercept === 0
  if (isByte) {
    return {}
  }
  const named = windows.map((window) => asValues(window, mirror))
  return { windows: named, ...(named.length === 0 ? {} : { window: named[0].window }) }
}
