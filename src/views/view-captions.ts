import type { Caption, Link, Region } from '../domain/document'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import type { LinkedCaption, WordLink } from '../models/decode-captions'
import type { CropView } from './crop-view'
import { isSameRegion } from './merge-view'
import { withImagePlace, placeOf, placeSpans } from './place-phrases'
import type { Span } from './place-phrases'
import { boxIou, boxAround } from '../mask/rect'
import { locateRegions, unionBox } from './located-region'
import type { DetectedRegion, LocatedRegion } from './located-region'

/** Regions and captions of the whole pair. */
export interface WholeCaptions<Detected extends DetectedRegion> {
  readonly regions: readonly Detected[]
  readonly captions: readonly LinkedCaption[]
}

/** The caption of a view's regions. */
export interface ViewCaption<Encoding, Detected extends DetectedRegion> {
  readonly view: CropView<Encoding>
  readonly regions: readonly Detected[]
  readonly text: string
}

export interface LocatedCaptions<Encoding, Detected extends DetectedRegion> {
  /** Best first. */
  readonly captions: readonly LinkedCaption[]
  /** The parts of the best caption; one at least. */
  readonly parts: readonly ViewCaption<Encoding, Detected>[]
}

/** Captions of the whole where it shows every region; else those of the crops, with their places. */
export async function captionLocatedRegions<Encoding, Detected extends DetectedRegion>(
  located: readonly LocatedRegion<Encoding, Detected>[],
  whole: CropView<Encoding>,
  first: WholeCaptions<Detected>,
  after: Raster,
  /** Captions of the regions of a view, best first, one at least; links are to indices of `found`. */
  decode: (encoding: Encoding, regions: readonly Detected[]) => Promise<readonly LinkedCaption[]>,
): Promise<LocatedCaptions<Encoding, Detected>> {
  const ofWhole = locateRegions(first.regions, whole)
  const showsAll = located
    .filter(({ view }) => view !== whole)
    .every((each) => ofWhole.some((own) => isSameRegion(own, each)))
  if (showsAll) {
    const regions = ofWhole.map((each) => each.region)
    const text = first.captions[0]?.text ?? ''
    return { captions: linksToLocated(first, whole, located), parts: [{ view: whole, regions, text }] }
  }
  const groups: GroupCaptions[] = []
  const parts: ViewCaption<Encoding, Detected>[] = []
  const perView = [...new Set(located.map((each) => each.view))].map((view) => {
    const own = located.filter((each) => each.view === view)
    return { view, own, regions: own.map((each) => each.region) }
  })
  const decoded = await Promise.all(perView.map(({ view, regions }) => decode(view.encoding, regions)))
  for (const [at, { view, own, regions }] of perView.entries()) {
    const captions = decoded[at]
    const box = view === whole ? null : boxAround(own.map((each) => each.box))
    groups.push({ captions, box, members: own.map((each) => located.indexOf(each)) })
    parts.push({ view, regions, text: captions[0].text })
  }
  return { captions: joinCaptions(groups, after), parts }
}

/** Captions of some of a pair's regions, best first. */
export interface GroupCaptions {
  readonly captions: readonly LinkedCaption[]
  /** Around them, in the after frame; null for the view of the whole, whose words of place are true. */
  readonly box: Rect | null
  /** Where each of them is among the pair's regions. */
  readonly members: readonly number[]
}

/** Captions of the whole with their places: of one group all, of several the best of each as one caption, then alone. */
export function joinCaptions(groups: readonly GroupCaptions[], after: Raster): LinkedCaption[] {
  const located = groups.map(({ captions, box, members }) =>
    captions.map((caption) => {
      const { links, ...own } = box === null ? caption : inWhole(caption, placeOf(box, after))
      return { ...own, links: links.map((link) => ({ ...link, region: members[link.region] })) }
    }),
  )
  if (located.length === 1) {
    return located[0]
  }
  const best = located.flatMap((captions) => captions.slice(0, 1))
  return [joinTexts(best), ...best]
}

function joinTexts(captions: readonly LinkedCaption[]): LinkedCaption {
  let text = ''
  const links: WordLink[] = []
  for (const [at, caption] of captions.entries()) {
    if (text !== '') {
      text += ' and '
    }
    const from = text.length
    const own = at < captions.length - 1 ? caption.text.replace(/\s*\.$/, '') : caption.text
    for (const { start, end, region } of caption.links) {
      if (start < own.length) {
        links.push({ start: from + start, end: from + Math.min(end, own.length), region })
      }
    }
    text += own
  }
  return {
    ids: [],
    text,
    links,
    logProbability: captions.reduce((sum, each) => sum + each.logProbability, 0),
  }
}

/** Captions of a view of these regions, with places in the whole image; what they `begin` with stays. */
export function captionsOfWhole(
  captions: readonly LinkedCaption[],
  view: CropView<unknown>,
  regions: readonly Pick<Region, 'mask'>[],
  after: Raster,
  begin: string,
): readonly LinkedCaption[] {
  const isWhole = view.after.width === after.width && view.after.height === after.height
  const box = unionBox(regions)
  if (isWhole || box === null) {
    return captions
  }
  const place = placeOf(box, after)
  return captions.map((caption) => inWhole(caption, place, begin))
}

function inWhole(caption: LinkedCaption, place: string, begin = ''): LinkedCaption {
  return {
    ...caption,
    text: withImagePlace(caption.text, place, begin),
    links: shiftLinksToShortText(caption.text, caption.links, placeSpans(caption.text, begin)),
  }
}

/** As a proposal of the model `id` has them; best first. */
export function toCaptions(
  id: string,
  decoded: readonly LinkedCaption[],
  regions: readonly Pick<Region, 'id'>[],
): { captions: Caption[]; links: Link[] } {
  const captions = decoded.map(({ text, logProbability }, rank): Caption => {
    const source = { kind: 'proposal', proposalId: 0 } as const
    return { id: `${id.slice(0, 60)}-${rank + 1}`, text, rank, source, logProbability }
  })
  const links = captions.flatMap(({ id: captionId, text, rank }) =>
    toLinks(
      captionId,
      decoded[rank].links.filter(({ end }) => end <= text.length),
      regions,
    ),
  )
  return { captions, links }
}

/** Links of one caption; links to none of the regions are dropped. */
export function toLinks(
  captionId: string,
  links: readonly WordLink[],
  regions: readonly Pick<Region, 'id'>[],
): Link[] {
  return links.flatMap(({ start, end, region }, index) => {
    if (regions[region] === undefined) {
      return []
    }
    const regionId = regions[region].id
    return [{ id: `${captionId}-${index + 1}`.slice(-64), captionId, start, end, regionId }]
  })
}

/** Captions of the whole with their links to what is placed; a link to what has no place there is dropped. */
function linksToLocated<Encoding, Detected extends DetectedRegion>(
  first: { readonly regions: readonly DetectedRegion[]; readonly captions: readonly LinkedCaption[] },
  whole: CropView<Encoding>,
  located: readonly LocatedRegion<Encoding, Detected>[],
): LinkedCaption[] {
  const places = first.regions.map((region) => indexOfRegion(located, region, whole))
  return first.captions.map((caption) => ({
    ...caption,
    links: caption.links.flatMap((link) => {
      const region = places[link.region] ?? -1
      return region < 0 ? [] : [{ ...link, region }]
    }),
  }))
}

/** Where a region of the whole is in what is placed: itself, else what a window found in its place; -1 for nowhere. */
function indexOfRegion<Encoding, Detected extends DetectedRegion>(
  located: readonly LocatedRegion<Encoding, Detected>[],
  region: DetectedRegion,
  whole: CropView<Encoding>,
): number {
  const itself = located.findIndex((each) => each.region === region)
  const [own] = itself < 0 ? locateRegions([region], whole) : []
  if (own === undefined) {
    return itself
  }
  const shares = located.map((each) =>
    each.view !== whole && isSameRegion(own, each) ? boxIou(own.box, each.box) : 0,
  )
  const best = Math.max(0, ...shares)
  return best === 0 ? -1 : shares.indexOf(best)
}

/** Links of a text out of which `cuts` were taken, in order; what lies on none of the words left is dropped. */
function shiftLinksToShortText(
  text: string,
  links: readonly WordLink[],
  removed: readonly Span[],
): readonly WordLink[] {
  const isRemoved = (at: number): boolean => removed.some(({ start, end }) => at >= start && at < end)
  const moved = (at: number): number =>
    removed.reduce((sum, { start, end }) => sum - Math.max(0, Math.min(at, end) - start), at)
  return links.flatMap((link) => {
    let { start, end } = link
    while (start < end && (isRemoved(start) || text[start] === ' ')) {
      start++
    }
    while (start < end && (isRemoved(end - 1) || text[end - 1] === ' ')) {
      end--
    }
    return start === end ? [] : [{ ...link, start: moved(start), end: moved(end) }]
  })
}

/** Links of what is left of a text, as they lie in the text itself, out of which `cuts` were taken, in order. */
export function shiftLinksToFullText(links: readonly WordLink[], removed: readonly Span[]): WordLink[] {
  const back = (at: number, isBehind: (position: number, removedAt: number) => boolean): number =>
    removed.reduce(
      (position, { start, end }) => (isBehind(position, start) ? position + end - start : position),
      at,
    )
  return links.map((link) => ({
    ...link,
    start: back(link.start, (position, removedAt) => position >= removedAt),
    end: back(link.end, (position, removedAt) => position > removedAt),
  }))
}
