import type { LinkedCaption, WordLink } from '../models/decode-captions'
import type { CropView } from './crop-view'
import { isSameRegion } from './merge-view'
import type { Span } from './place-phrases'
import { boxIou, locateRegions, type DetectedRegion, type LocatedRegion } from './located-region'

/** Captions of the whole with their links to what is placed; a link to what has no place there is dropped. */
export function linksToLocated<Encoding, Detected extends DetectedRegion>(
  first: { readonly regions: readonly DetectedRegion[]; readonly captions: readonly LinkedCaption[] },
  whole: CropView<Encoding>,
  located: readonly LocatedRegion<Encoding, Detected>[],
): LinkedCaption[] {
  const places = first.regions.map((found) => indexOfRegion(located, found, whole))
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
  found: DetectedRegion,
  whole: CropView<Encoding>,
): number {
  const itself = located.findIndex((each) => each.region === found)
  const [own] = itself < 0 ? locateRegions([found], whole) : []
  if (own === undefined) return itself
  const shares = located.map((each) =>
    each.view !== whole && isSameRegion(own, each) ? boxIou(own.box, each.box) : 0,
  )
  const best = Math.max(0, ...shares)
  return best === 0 ? -1 : shares.indexOf(best)
}

/** Links of a text out of which `cuts` were taken, in order; what lies on none of the words left is dropped. */
export function removeCutsFromLinks(
  text: string,
  links: readonly WordLink[],
  cuts: readonly Span[],
): readonly WordLink[] {
  const isCut = (at: number): boolean => cuts.some(({ start, end }) => at >= start && at < end)
  const moved = (at: number): number =>
    cuts.reduce((sum, { start, end }) => sum - Math.max(0, Math.min(at, end) - start), at)
  return links.flatMap((link) => {
    let { start, end } = link
    while (start < end && (isCut(start) || text[start] === ' ')) start++
    while (start < end && (isCut(end - 1) || text[end - 1] === ' ')) end--
    return start === end ? [] : [{ ...link, start: moved(start), end: moved(end) }]
  })
}

/** Links of what is left of a text, as they lie in the text itself, out of which `cuts` were taken, in order. */
export function restoreCutsInLinks(links: readonly WordLink[], cuts: readonly Span[]): WordLink[] {
  const back = (at: number, isBehind: (place: number, cut: number) => boolean): number =>
    cuts.reduce((place, { start, end }) => (isBehind(place, start) ? place + end - start : place), at)
  return links.map((link) => ({
    ...link,
    start: back(link.start, (place, cut) => place >= cut),
    end: back(link.end, (place, cut) => place > cut),
  }))
}
