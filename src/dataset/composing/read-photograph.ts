import { decodeImage } from '../../images/decode'
import { shrink } from '../../images/thumbnail'
import type { RgbImage } from '../../synth/image'
import { shared } from './shared-bytes'

/** Pixels of the longer side of what is kept. */
const LONGEST = 640
/** Long pictures keep so many pixels across, as long as they have no more pixels than a square of the longest side. */
const LEAST_ACROSS = 320

export interface ReadPhotograph {
  readonly image: RgbImage
  /** Pixels of the file. */
  readonly width: number
  readonly height: number
}

/** A photograph, reduced for composing: 1.2 MB at most. @throws ImageError */
export async function readPhotograph(path: string): Promise<ReadPhotograph> {
  const raster = await decodeImage(path)
  const { width, height } = raster
  const reduced = await shrink(raster, reducedSide(width, height))
  return {
    image: { width: reduced.width, height: reduced.height, data: shared(reduced.data) },
    width,
    height,
  }
}

/** Of the longer side, pixels. */
export function reducedSide(width: number, height: number): number {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  const least = Math.min(LEAST_ACROSS / shorter, LONGEST / Math.sqrt(width * height))
  const scale = Math.min(1, Math.max(LONGEST / longer, least))
  return Math.max(1, Math.floor(longer * scale))
}
