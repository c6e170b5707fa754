import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import { chooseWindows } from '../../images/crops/windows'
import type { Raster } from '../../images/raster'
import { isLarge, lookAtWhole, WINDOWS } from './closer'
import type { KeptPairs } from './kept-pairs'
import { lookThrough, type Look, type Sees } from './look'
import { contains, unionBox } from './placed'

/** A kept look serves a person's regions if it is at least this share of the window that would be made for them. */
const LEAST_WIDTH = 0.5

/** What is kept of a pair: its looks, the whole first, and how the before frame lies on the after frame. */
export interface KeptLooks<Seen> {
  readonly looks: Look<Seen>[]
  readonly alignment: Homography | null
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
  const box = unionBox(regions)
  if (box === null || !isLarge(after)) return whole
  const { windows } = chooseWindows(after, [box], WINDOWS)
  if (windows.length === 0) return whole
  const holding = kept.looks
    .filter((look) => look !== whole && contains(look.after, box))
    .filter((look) => look.after.width >= LEAST_WIDTH * windows[0].width)
  const [best] = holding.toSorted((a, b) => a.after.width - b.after.width)
  if (best !== undefined) return best
  const [made] = await lookThrough(network, before, after, windows.slice(0, 1), kept.alignment)
  kept.looks.push(made)
  return made
}
