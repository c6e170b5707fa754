import { rectOf } from '../mask/measures'
import type { Homography } from '../domain/pair'
import type { Region } from '../domain/document'
import { chooseWindows } from './crop-windows'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import type { LinkedCaption } from '../models/decode-captions'
import { isLarge, encodeWhole, WINDOWS } from './detect-in-crops'
import { joinCaptions, captionsOfWhole } from './view-captions'
import type { GroupCaptions } from './view-captions'
import { encodeCrops } from './crop-view'
import type { PairViewCache, CropView, ViewEncoder } from './crop-view'
import { unionBox } from './located-region'
import { boxAround, contains } from '../mask/rect'

/** A cached view serves regions if its width is within these factors of the window that would be made for them. */
const [MIN_WIDTH_RATIO, MAX_WIDTH_RATIO] = [0.5, 2]
/** Windows for user regions that are cached, the last ones. */
const MAX_EXTRA_VIEWS = WINDOWS.limit

/** The cached views of a pair, and the alignment of its frames. */
export interface PairViews<Encoding> {
  /** Of its proposal, the whole first. */
  readonly views: readonly CropView<Encoding>[]
  /** Windows that were made for a user's regions since, the latest last. */
  readonly extraViews: CropView<Encoding>[]
  readonly alignment: Homography | null
}

interface ImagePair {
  readonly before: Raster
  readonly after: Raster
}

/** The cached views of a pair; where there are none, a view of the whole, which is cached. */
export function cachedViews<Encoding>(
  network: ViewEncoder<Encoding>,
  cached: PairViewCache<PairViews<Encoding>>,
  key: string,
  before: Raster,
  after: Raster,
): Promise<PairViews<Encoding>> {
  return cached.get(key, async () => {
    return { views: [await encodeWhole(network, before, after)], extraViews: [], alignment: null }
  })
}

/**
 * The whole where the regions are large enough there, else the closest window that holds them, encoded where none is
 * cached.
 */
export async function viewOfRegions<Encoding>(
  network: ViewEncoder<Encoding>,
  frames: ImagePair,
  cached: PairViews<Encoding>,
  regions: readonly Pick<Region, 'mask'>[],
): Promise<CropView<Encoding>> {
  const box = unionBox(regions)
  if (box === null || !isLarge(frames.after)) {
    return cached.views[0]
  }
  const [window] = chooseWindows(frames.after, [box], WINDOWS).windows
  if (window === undefined) {
    return cached.views[0]
  }
  const [view] = await closestViews(network, frames, cached, [{ box, window }])
  return view
}

/** Some of a user's regions, with the view that shows them. */
export interface RegionGroup<Encoding> {
  readonly view: CropView<Encoding>
  /** Places in the list of regions. */
  readonly members: readonly number[]
}

/** All regions in one view; where only the whole holds them all, those that are too small for it in windows. */
export async function viewsOfRegions<Encoding>(
  network: ViewEncoder<Encoding>,
  frames: ImagePair,
  cached: PairViews<Encoding>,
  regions: readonly Pick<Region, 'mask'>[],
): Promise<RegionGroup<Encoding>[]> {
  const all = [...regions.keys()]
  const [whole] = cached.views
  const view = await viewOfRegions(network, frames, cached, regions)
  if (view !== whole || !isLarge(frames.after)) {
    return [{ view, members: all }]
  }
  const boxes = regions.map(({ mask }) => rectOf(mask))
  const { windows } = chooseWindows(frames.after, boxes, WINDOWS)
  const groups = new Map<CropView<Encoding>, number[]>()
  const inWhole = all.filter((at) => !windows.some(({ candidates }) => candidates.includes(at)))
  if (inWhole.length > 0 || all.length === 0) {
    groups.set(whole, inWhole)
  }
  const requests = windows.map((window) => {
    return { box: boxAround(window.candidates.map((at) => boxes[at])) ?? window, window }
  })
  const inCrops = await closestViews(network, frames, cached, requests)
  for (const [at, own] of inCrops.entries()) {
    groups.set(own, [...(groups.get(own) ?? []), ...windows[at].candidates])
  }
  return [...groups].map(([own, members]) => ({ view: own, members }))
}

/** A box, and the window that would be made for it. */
interface WindowRequest {
  readonly box: Rect
  readonly window: Rect
}

/** The closest cached window for each; the missing ones are encoded in one batch. */
async function closestViews<Encoding>(
  network: ViewEncoder<Encoding>,
  { before, after }: ImagePair,
  cached: PairViews<Encoding>,
  requests: readonly WindowRequest[],
): Promise<CropView<Encoding>[]> {
  const { extraViews, alignment } = cached
  const cachedOrMissing = requests.map((each) => cachedView(cached, each))
  const missing = requests.filter((_, at) => cachedOrMissing[at] === undefined).map(({ window }) => window)
  const own = await encodeCrops(network, before, after, missing, alignment)
  extraViews.push(...own)
  extraViews.splice(0, extraViews.length - MAX_EXTRA_VIEWS)
  let next = 0
  return cachedOrMissing.map((view) => view ?? own[next++])
}

/** The closest cached window that holds a box, neither much narrower nor much wider than the one made for it. */
function cachedView<Encoding>(
  { views, extraViews }: PairViews<Encoding>,
  { box, window }: WindowRequest,
): CropView<Encoding> | undefined {
  return [...views.slice(1), ...extraViews]
    .filter((view) => contains(view.after, box))
    .filter(
      ({ after: { width } }) =>
        width >= MIN_WIDTH_RATIO * window.width && width <= MAX_WIDTH_RATIO * window.width,
    )
    .toSorted((a, b) => a.after.width - b.after.width)
    .at(0)
}

/**
 * Captions of a user's regions, best first: of each view its own, joined with their places. A typed prefix
 * is completed in one view of all of them.
 */
export async function captionRegionGroups<Encoding, Own extends Pick<Region, 'mask'>>(
  network: ViewEncoder<Encoding>,
  frames: ImagePair,
  cached: PairViews<Encoding>,
  regions: readonly Own[],
  begin: string,
  /** Links are to places in `own`. */
  decode: (view: CropView<Encoding>, own: readonly Own[]) => Promise<readonly LinkedCaption[]>,
): Promise<readonly LinkedCaption[]> {
  const { after } = frames
  if (begin !== '') {
    const view = await viewOfRegions(network, frames, cached, regions)
    return captionsOfWhole(await decode(view, regions), view, regions, after, begin)
  }
  const groups: GroupCaptions[] = []
  for (const { view, members } of await viewsOfRegions(network, frames, cached, regions)) {
    const own = members.map((at) => regions[at])
    const box = view === cached.views[0] ? null : unionBox(own)
    groups.push({ captions: await decode(view, own), box, members })
  }
  return joinCaptions(groups, after)
}
