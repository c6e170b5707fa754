import type { Homography } from '../domain/pair'
import { isCutOff, tilesOf } from './tile-grid'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { MASK_SIDE } from '../models/layers/sizes'
import {
  overlapsMostly,
  locateRegions,
  type RegionDetector,
  type ChangeEncoding,
  type DetectedRegion,
} from './located-region'
import { encodeCrops } from './crop-view'

/** Images of a shorter side below this are not tiled. */
const MIN_TILED_SIDE = 512
/** 36 tiles, whatever the image's size; things of up to a tenth of its side lie whole in one (docs/decisions/097). */
const TILES = { share: 1 / 4, overlap: 2 / 5 }
/** Tiles in a batch: bounds memory. */
const BATCH = 6

export function isTiled({ width, height }: Raster): boolean {
  return Math.min(width, height) >= MIN_TILED_SIDE
}

/**
 * Where something may have changed, the likeliest first: of what is found in tiles of a large image, each thing once.
 * What a tile cuts off is left to the next one, as parts of things look like things that came or went.
 */
export async function detectInTiles<Encoding extends ChangeEncoding, Detected extends DetectedRegion>(
  network: RegionDetector<Encoding, Detected>,
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
  threshold: number,
): Promise<Rect[]> {
  const tiles = tilesOf(after, TILES)
  const found: { box: Rect; score: number }[] = []
  for (let first = 0; first < tiles.length; first += BATCH) {
    const batch = tiles.slice(first, first + BATCH)
    for (const view of await encodeCrops(network, before, after, batch, alignment)) {
      if (view.encoding.changeProbability < threshold) continue
      for (const { box, region: own } of locateRegions(await network.detect(view.encoding), view)) {
        if (!isCutOff(box, view.after, after, 1 / MASK_SIDE)) found.push({ box, score: own.score })
      }
    }
  }
  const cached: Rect[] = []
  for (const { box } of found.toSorted((a, b) => b.score - a.score)) {
    if (!cached.some((other) => overlapsMostly(box, other))) cached.push(box)
  }
  return cached
}
