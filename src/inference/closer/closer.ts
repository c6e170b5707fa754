import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import { chooseWindows } from '../../images/crops/windows'
import type { Raster } from '../../images/raster'
import { rleArea } from '../../mask/rle'
import type { Clock } from '../clock'
import type { DifferenceProposer } from '../propose'
import type { KeptPairs } from './kept-pairs'
import { lookThrough, wholeOf, type Look, type Sees } from './look'
import { contains, isSameThing, placeAll, rectOf, unionBox, type Found, type Placed } from './placed'

/** Images of a shorter side below this are seen whole only. */
export const LEAST_SIDE = 200
/** A window shows a thing of 1/7 of its side: as large as most things that a model is taught on. */
export const WINDOWS = { context: 7, loosest: 12, limit: 8 } as const
/** Of what was measured, so many of the largest differences are looked at. */
const MEASURED = 12

/** What a network has seen, with the chance that anything changed in it. */
export interface WithChance {
  readonly chance: number
}

/** A network that can be asked what changed in a part of a pair. */
export interface Finds<Seen extends WithChance, Own extends Found> extends Sees<Seen> {
  /** Whatever the chance. */
  find(seen: Seen): Promise<readonly Own[]>
}

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
 * How the whole lies is known from then on.
 */
export async function lookCloser<Seen extends WithChance, Own extends Found>(
  network: Finds<Seen, Own>,
  { before, after }: { before: Raster; after: Raster },
  whole: Look<Seen>,
  found: readonly Own[],
  { difference, threshold, clock }: CloserOptions,
): Promise<Closer<Seen, Own>> {
  let score = whole.seen.chance
  const looks = [whole]
  if (!isLarge(after)) {
    return { placed: placeAll(found, whole), looks, score, alignment: null, remarks: [] }
  }
  const { alignment, remarks, regions } = await difference.propose(before, after)
  clock.lap('difference')
  whole.alignment = alignment
  let placed = placeAll(found, whole)
  const boxes = [
    ...placed.map(({ box }) => box),
    ...regions.slice(0, MEASURED).map(({ mask }) => rectOf(mask)),
  ]
  const { windows } = chooseWindows(after, boxes, WINDOWS)
  for (const look of await lookThrough(network, before, after, windows, alignment)) {
    if (look.seen.chance < threshold) continue
    const own = placeAll(await network.find(look.seen), look)
    if (own.length === 0) continue
    looks.push(look)
    score = Math.max(score, look.seen.chance)
    placed = [...placed.filter(({ box }) => !own.some((other) => isSameThing(box, other.box))), ...own]
  }
  clock.lap('closer')
  return { placed, looks, score, alignment, remarks: [...remarks] }
}

/** What is kept of a pair: its looks, the whole first, and how the before frame lies on the after frame. */
export interface KeptLooks<Seen> {
  readonly looks: Look<Seen>[]
  readonly alignment: Homography | null
}

export async function lookAtWhole<Seen>(
  network: Sees<Seen>,
  before: Raster,
  after: Raster,
): Promise<Look<Seen>> {
  const [whole] = await lookThrough(network, before, after, [wholeOf(after)], null)
  return whole
}

/** What is kept of a pair; where that is no more, a look at the whole, which is kept. */
export function looksOf<Seen>(
  network: Sees<Seen>,
  kept: KeptPairs<KeptLooks<Seen>>,
  key: string,
  before: Raster,
  after: Raster,
): Promise<KeptLooks<Seen>> {
  return kept.get(key, async () => {
    return { looks: [await lookAtWhole(network, before, after)], alignment: null }
  })
}

/** The whole where the regions can be seen there, else the closest window that holds them, made where there is none. */
export async function lookFor<Seen>(
  network: Sees<Seen>,
  { before, after }: { before: Raster; after: Raster },
  kept: KeptLooks<Seen>,
  regions: readonly Pick<Region, 'mask'>[],
): Promise<Look<Seen>> {
  const [whole] = kept.looks
  const filled = regions.filter(({ mask }) => rleArea(mask) > 0)
  if (filled.length === 0 || !isLarge(after)) return whole
  const box = unionBox(filled)
  const { windows } = chooseWindows(after, [box], WINDOWS)
  if (windows.length === 0) return whole
  const holding = kept.looks.filter((look) => look !== whole && contains(look.after, box))
  const [best] = holding.toSorted((a, b) => a.after.width - b.after.width)
  if (best !== undefined) return best
  const [made] = await lookThrough(network, before, after, windows.slice(0, 1), kept.alignment)
  kept.looks.push(made)
  return made
}

function isLarge({ width, height }: Raster): boolean {
  return Math.min(width, height) >= LEAST_SIDE
}
