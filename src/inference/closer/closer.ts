import type { Homography } from '../../domain/pair'
import { chooseWindows } from '../../images/crops/windows'
import { factorFor } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import type { Clock } from '../clock'
import type { DifferenceProposer } from '../propose'
import type { Finds, WithChance } from './finds'
import { lookThrough, wholeOf, type Look, type Sees } from './look'
import { mergeLook } from './merge'
import { isSameBox, placeAll, type Found, type Placed } from './placed'
import { findInTiles, isTiled } from './tiles'

/** Images of a shorter side below this are seen whole only. */
export const LEAST_SIDE = 200
/** A window shows a thing of 1/7 of its side: as large as most things that a model is taught on. */
export const WINDOWS = { context: 7, loosest: 12, limit: 8 } as const
/** Of what was measured, so many of the largest differences are looked at. */
const MEASURED = 12
/** Pixels of the longer side, at most, at which tiled images are measured: what that costs ends there. */
const MEASURED_SIDE = 1536

/** Score of a pair in which a window's chance just misses the threshold: as uncertain as can be. */
const DOUBT = 0.5

export interface CloserOptions {
  readonly difference: DifferenceProposer
  /** Chance from which a window counts as changed. */
  readonly threshold: number
  readonly clock: Clock
}

export interface Closer<Seen, Own extends Found> {
  readonly placed: readonly Placed<Seen, Own>[]
  /** The whole first. */
  readonly looks: Look<Seen>[]
  /** That anything changed, 0 to 1. */
  readonly score: number
  readonly alignment: Homography | null
  readonly remarks: string[]
}

/**
 * Looks at small regions and at measured differences again, through windows; what is found there counts for more.
 * Large images are looked through in tiles as well, and what a tile shows counts where a window around it shows it
 * too. How the whole lies is known from then on.
 */
export async function lookCloser<Seen extends WithChance, Own extends Found>(
  network: Finds<Seen, Own>,
  frames: { before: Raster; after: Raster },
  whole: Look<Seen>,
  found: readonly Own[],
  { difference, threshold, clock }: CloserOptions,
): Promise<Closer<Seen, Own>> {
  const { before, after } = frames
  let score = whole.seen.chance
  const looks = [whole]
  if (!isLarge(after)) {
    return { placed: placeAll(found, whole), looks, score, alignment: null, remarks: [] }
  }
  const factor = isTiled(after) ? factorFor(after, MEASURED_SIDE) : 1
  const { alignment, remarks, boxes: measured } = await difference.locate(before, after, factor)
  clock.lap('difference')
  whole.alignment = alignment
  let placed = placeAll(found, whole)
  const lookAround = async (
    boxes: readonly Rect[],
    counts: (found: Placed<Seen, Own>) => boolean,
    doubt: number,
  ): Promise<void> => {
    const { windows } = chooseWindows(after, boxes, WINDOWS)
    for (const look of await lookThrough(network, before, after, windows, alignment)) {
      const { chance } = look.seen
      score = Math.max(score, doubt * Math.min(1, chance / threshold))
      if (chance < threshold) continue
      const own = placeAll(await network.find(look.seen), look).filter(counts)
      if (own.length === 0) continue
      score = Math.max(score, chance)
      placed = mergeLook(placed, own, after)
      if (placed.some((each) => each.look === look)) looks.push(look)
    }
  }
  await lookAround([...placed.map(({ box }) => box), ...measured.slice(0, MEASURED)], () => true, DOUBT)
  clock.lap('closer')
  if (isTiled(after)) {
    const hints = await findInTiles(network, frames, alignment, threshold)
    const isSeenCloser = (box: Rect): boolean =>
      placed.some((each) => each.look !== whole && isSameBox(each.box, box))
    const suspects = hints.filter((box) => !isSeenCloser(box))
    // so many places are looked at that chance alone shows something in some
    await lookAround(
      suspects,
      (own) => own.found.score >= threshold && suspects.some((suspect) => isSameBox(own.box, suspect)),
      0,
    )
    clock.lap('tiles')
  }
  return { placed, looks, score, alignment, remarks: [...remarks] }
}

export async function lookAtWhole<Seen>(
  network: Sees<Seen>,
  before: Raster,
  after: Raster,
): Promise<Look<Seen>> {
  const [whole] = await lookThrough(network, before, after, [wholeOf(after)], null)
  return whole
}

export function isLarge({ width, height }: Raster): boolean {
  return Math.min(width, height) >= LEAST_SIDE
}
