import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import { chooseWindows } from '../../images/crops/windows'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import type { LinkedCaption } from '../say'
import { isLarge, lookAtWhole, WINDOWS } from './closer'
import { joinSaid, saidOfWhole, type SaidOfGroup } from './describe'
import type { KeptPairs } from './kept-pairs'
import { lookThrough, type Look, type Sees } from './look'
import { boxAround, contains, rectOf, unionBox } from './placed'

/** A kept look serves a person's regions if its width is so much of the window that would be made for them. */
const [LEAST_WIDTH, MOST_WIDTH] = [0.5, 2]
/** Of the windows made for a person's regions, so many of the last ones are kept. */
const MADE = WINDOWS.limit

/** What is kept of a pair, and how its before frame lies on the after frame. */
export interface KeptLooks<Seen> {
  /** Of its proposal, the whole first. */
  readonly looks: readonly Look<Seen>[]
  /** Windows that were made for a person's regions since, the latest last. */
  readonly made: Look<Seen>[]
  readonly alignment: Homography | null
}

interface Images {
  readonly before: Raster
  readonly after: Raster
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
    return { looks: [await lookAtWhole(network, before, after)], made: [], alignment: null }
  })
}

/** The whole where the regions can be seen there, else the closest window that holds them, made where there is none. */
export async function lookFor<Seen>(
  network: Sees<Seen>,
  frames: Images,
  kept: KeptLooks<Seen>,
  regions: readonly Pick<Region, 'mask'>[],
): Promise<Look<Seen>> {
  const box = unionBox(regions)
  if (box === null || !isLarge(frames.after)) return kept.looks[0]
  const [window] = chooseWindows(frames.after, [box], WINDOWS).windows
  if (window === undefined) return kept.looks[0]
  const [look] = await closest(network, frames, kept, [{ box, window }])
  return look
}

/** Some of a person's regions, with the look that shows them. */
export interface AskedGroup<Seen> {
  readonly look: Look<Seen>
  /** Places in the list of regions. */
  readonly members: readonly number[]
}

/** All regions in one look; where only the whole holds them all, those that are too small for it in windows. */
export async function looksFor<Seen>(
  network: Sees<Seen>,
  frames: Images,
  kept: KeptLooks<Seen>,
  regions: readonly Pick<Region, 'mask'>[],
): Promise<AskedGroup<Seen>[]> {
  const all = [...regions.keys()]
  const [whole] = kept.looks
  const look = await lookFor(network, frames, kept, regions)
  if (look !== whole || !isLarge(frames.after)) return [{ look, members: all }]
  const boxes = regions.map(({ mask }) => rectOf(mask))
  const { windows } = chooseWindows(frames.after, boxes, WINDOWS)
  const groups = new Map<Look<Seen>, number[]>()
  const inWhole = all.filter((at) => !windows.some(({ candidates }) => candidates.includes(at)))
  if (inWhole.length > 0 || all.length === 0) groups.set(whole, inWhole)
  const asked = windows.map((window) => {
    return { box: boxAround(window.candidates.map((at) => boxes[at])) ?? window, window }
  })
  const closer = await closest(network, frames, kept, asked)
  for (const [at, own] of closer.entries()) {
    groups.set(own, [...(groups.get(own) ?? []), ...windows[at].candidates])
  }
  return [...groups].map(([own, members]) => ({ look: own, members }))
}

/** What is asked about: a box, and the window that would be made for it. */
interface Asked {
  readonly box: Rect
  readonly window: Rect
}

/** The closest kept window for each; those for which there is none are made, all at once. */
async function closest<Seen>(
  network: Sees<Seen>,
  { before, after }: Images,
  kept: KeptLooks<Seen>,
  asked: readonly Asked[],
): Promise<Look<Seen>[]> {
  const { made, alignment } = kept
  const known = asked.map((each) => keptFor(kept, each))
  const missing = asked.filter((_, at) => known[at] === undefined).map(({ window }) => window)
  const own = await lookThrough(network, before, after, missing, alignment)
  made.push(...own)
  made.splice(0, made.length - MADE)
  let next = 0
  return known.map((look) => look ?? own[next++])
}

/** The closest kept window that holds a box, neither much narrower nor much wider than the one made for it. */
function keptFor<Seen>({ looks, made }: KeptLooks<Seen>, { box, window }: Asked): Look<Seen> | undefined {
  return [...looks.slice(1), ...made]
    .filter((look) => contains(look.after, box))
    .filter(
      ({ after: { width } }) => width >= LEAST_WIDTH * window.width && width <= MOST_WIDTH * window.width,
    )
    .toSorted((a, b) => a.after.width - b.after.width)
    .at(0)
}

/**
 * Captions of a person's regions, best first: of each look its own, joined with their places. What somebody has begun
 * to type is gone on with in one look at all of them.
 */
export async function describeAsked<Seen, Own extends Pick<Region, 'mask'>>(
  network: Sees<Seen>,
  frames: Images,
  kept: KeptLooks<Seen>,
  regions: readonly Own[],
  begin: string,
  /** Links are to places in `own`. */
  say: (look: Look<Seen>, own: readonly Own[]) => Promise<readonly LinkedCaption[]>,
): Promise<readonly LinkedCaption[]> {
  const { after } = frames
  if (begin !== '') {
    const look = await lookFor(network, frames, kept, regions)
    return saidOfWhole(await say(look, regions), look, regions, after, begin)
  }
  const groups: SaidOfGroup[] = []
  for (const { look, members } of await looksFor(network, frames, kept, regions)) {
    const own = members.map((at) => regions[at])
    const box = look === kept.looks[0] ? null : unionBox(own)
    groups.push({ said: await say(look, own), box, members })
  }
  return joinSaid(groups, after)
}
