import type { Bands } from '../domain/value-mapping'
import type { Samples } from '../images/raster'
import { rangeOf } from '../images/samples'
import type { SampleRange } from '../images/samples'
import type { Rect } from '../mask/bitmap'
import { wholeOf } from '../mask/rect'
import { levelSize } from '../domain/picture-tile'
import type { TiledImage } from './tiled-image'

/** Pixels of a level that is looked at whole. */
const SMALL = 2 ** 22
/** Parts of a larger one that are looked at, in a row and in a column, and their side in pixels. */
const PARTS = 8
const PART_SIDE = 256

/** The range of values wider than a byte, as `rangeOf` finds it, of some of them. */
export async function rangeOfSome(image: TiledImage, bands: Bands | null): Promise<SampleRange | null> {
  return rangeOf((await someSamples(image, bands)).samples)
}

/** The file's coarsest level, which is the whole image at another size, or parts of it; of bytes one part. */
export async function someSamples(
  image: TiledImage,
  bands: Bands | null,
): Promise<{ samples: Samples; isWhole: boolean }> {
  const level = Math.max(...image.levels)
  const size = levelSize(image, level)
  const { width, height } = size
  if (width * height <= SMALL) {
    return { samples: await image.read(level, wholeOf(size), bands), isWhole: true }
  }
  const parts: Samples[] = []
  for (const part of spread(width, height)) {
    const samples = await image.read(level, part, bands)
    if (samples.data instanceof Uint8Array) {
      return { samples, isWhole: false }
    }
    parts.push(samples)
  }
  return { samples: joined(parts), isWhole: false }
}

function spread(width: number, height: number): Rect[] {
  const [across, down] = [Math.min(width, PART_SIDE), Math.min(height, PART_SIDE)]
  return Array.from({ length: PARTS * PARTS }, (_, index) => ({
    x: Math.round(((width - across) * (index % PARTS)) / (PARTS - 1)),
    y: Math.round(((height - down) * Math.floor(index / PARTS)) / (PARTS - 1)),
    width: across,
    height: down,
  }))
}

/** One below the other. */
function joined(parts: readonly Samples[]): Samples {
  const [first] = parts
  const type = first.data.constructor as new (length: number) => Samples['data']
  const data = new type(first.data.length * parts.length)
  parts.forEach((part, index) => data.set(part.data, index * first.data.length))
  return { ...first, height: first.height * parts.length, data }
}
