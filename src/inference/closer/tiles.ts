import type { Homography } from '../../domain/pair'
import { isCutOff, tilesOf } from '../../images/crops/tiles'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { Finds, WithChance } from './finds'
import { lookThrough } from './look'
import { isSameThing, placeAll, type Found } from './placed'

/** Images of a shorter side below this are not looked at in tiles. */
const LEAST_SIDE = 512
/** 36 tiles, whatever the image's size; things of up to a tenth of its side lie whole in one (docs/decisions/097). */
const TILES = { share: 1 / 4, overlap: 2 / 5 }
/** Tiles that a network sees at once: what bounds memory. */
const BATCH = 6

export function isTiled({ width, height }: Raster): boolean {
  return Math.min(width, height) >= LEAST_SIDE
}

/**
 * Where something may have changed, the likeliest first: of what is found in tiles of a large image, each thing once.
 * What a tile cuts off is left to the next one, as parts of things look like things that came or went.
 */
export async function findInTiles<Seen extends WithChance, Own extends Found>(
  network: Finds<Seen, Own>,
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
  threshold: number,
): Promise<Rect[]> {
  const tiles = tilesOf(after, TILES)
  const found: { box: Rect; score: number }[] = []
  for (let first = 0; first < tiles.length; first += BATCH) {
    const batch = tiles.slice(first, first + BATCH)
    for (const look of await lookThrough(network, before, after, batch, alignment)) {
      if (look.seen.chance < threshold) continue
      for (const { box, found: own } of placeAll(await network.find(look.seen), look)) {
        if (!isCutOff(box, look.after, after, 1 / MASK_SIDE)) found.push({ box, score: own.score })
      }
    }
  }
  const kept: Rect[] = []
  for (const { box } of found.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => isSameThing(box, other))) kept.push(box)
  }
  return kept
}
