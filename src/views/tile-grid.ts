import type { Rect, Size } from '../mask/bitmap'
import type { Homography } from '../domain/pair'
import type { Raster } from '../images/raster'
import { MASK_SIDE } from '../models/layers/sizes'
import { overlapsMostly, locateRegions } from './located-region'
import type { RegionDetector, ChangeEncoding, DetectedRegion } from './located-region'
import { encodeCrops } from './crop-view'

export interface TileOptions {
  /** A tile's side over the image's, 0 to 1. */
  share: number
  /** Of a tile's side, so much lies in the next one at least, 0 to 1. */
  overlap: number
}

/**
 * Parts of one size that cover an image row by row, with its own aspect ratio, in whole pixels. What is no larger
 * than the overlap lies whole in one of them. Their number does not depend on the image's size.
 */
export function tilesOf({ width, height }: Size, { share, overlap }: TileOptions): Rect[] {
  const across = Math.min(width, Math.ceil(share * width))
  const down = Math.min(height, Math.ceil(share * height))
  const steps = Math.ceil((1 - share) / (share * (1 - overlap)) - 1e-9)
  const at = (step: number, side: number): number =>
    steps === 0 ? 0 : Math.round((step * side) / Math.max(1, steps))
  return Array.from({ length: (steps + 1) ** 2 }, (_, index) => ({
    x: at(index % (steps + 1), width - across),
    y: at(Math.floor(index / (steps + 1)), height - down),
    width: across,
    height: down,
  }))
}

/** Whether a box reaches a side of its part of an image that is not the image's own, within `margin` of the part's sides. */
export function isTruncated(box: Rect, part: Rect, { width, height }: Size, margin: number): boolean {
  const [across, down] = [margin * part.width, margin * part.height]
  const right = part.x + part.width
  const bottom = part.y + part.height
  return (
    (part.x > 0 && box.x < part.x + across) ||
    (part.y > 0 && box.y < part.y + down) ||
    (right < width && box.x + box.width > right - across) ||
    (bottom < height && box.y + box.height > bottom - down)
  )
}

/** Images of a shorter side below this are not tiled. */
const MIN_TILED_SIDE = 512
/** 36 tiles, whatever the image's size; objects of up to a tenth of its side lie whole in one (docs/decisions/097). */
const TILES = { share: 1 / 4, overlap: 2 / 5 }
/** Tiles in a batch, if the network does not say: bounds memory. */
const DEFAULT_BATCH = 6

export function isDetectedInTiles({ width, height }: Raster): boolean {
  return Math.min(width, height) >= MIN_TILED_SIDE
}

/**
 * Boxes of possible changes, the likeliest first: detections in tiles of a large image, without duplicates. A region
 * that a tile truncates is left to the next tile, because parts of objects resemble objects that appeared or
 * vanished.
 */
export async function detectInTiles<Encoding extends ChangeEncoding, Detected extends DetectedRegion>(
  network: RegionDetector<Encoding, Detected>,
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
  threshold: number,
): Promise<Rect[]> {
  const tiles = tilesOf(after, TILES)
  const candidates: { box: Rect; score: number }[] = []
  const { tilesAtOnce = DEFAULT_BATCH } = network
  for (let first = 0; first < tiles.length; first += tilesAtOnce) {
    const batch = tiles.slice(first, first + tilesAtOnce)
    const views = (await encodeCrops(network, before, after, batch, alignment)).filter(
      ({ encoding }) => encoding.changeProbability >= threshold,
    )
    const detected = await Promise.all(views.map(({ encoding }) => network.detect(encoding)))
    for (const [at, view] of views.entries()) {
      for (const { box, region: own } of locateRegions(detected[at], view)) {
        if (!isTruncated(box, view.after, after, 1 / MASK_SIDE)) {
          candidates.push({ box, score: own.score })
        }
      }
    }
  }
  const cached: Rect[] = []
  for (const { box } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (!cached.some((other) => overlapsMostly(box, other))) {
      cached.push(box)
    }
  }
  return cached
}
