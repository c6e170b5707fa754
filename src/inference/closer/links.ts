import type { LinkedCaption, WordLink } from '../say'
import type { Look } from './look'
import { isSeenAgain } from './merge'
import type { Span } from './place'
import { boxIou, placeAll, type Found, type Placed } from './placed'

/** Captions of the whole with their links to what is placed; a link to what has no place there is dropped. */
export function linksToPlaced<Seen, Own extends Found>(
  first: { readonly regions: readonly Found[]; readonly captions: readonly LinkedCaption[] },
  whole: Look<Seen>,
  placed: readonly Placed<Seen, Own>[],
): LinkedCaption[] {
  const places = first.regions.map((found) => placeIn(placed, found, whole))
  return first.captions.map((caption) => ({
    ...caption,
    links: caption.links.flatMap((link) => {
      const region = places[link.region] ?? -1
      return region < 0 ? [] : [{ ...link, region }]
    }),
  }))
}

/** Where a region of the whole is in what is placed: itself, else what a window found in its place; -1 for nowhere. */
function placeIn<Seen, Own extends Found>(
  placed: readonly Placed<Seen, Own>[],
  found: Found,
  whole: Look<Seen>,
): number {
  const itself = placed.findIndex((each) => each.found === found)
  const [own] = itself < 0 ? placeAll([found], whole) : []
  if (own === undefined) return itself
  const shares = placed.map((each) =>
    each.look !== whole && isSeenAgain(own, each) ? boxIou(own.box, each.box) : 0,
  )
  const best = Math.max(0, ...shares)
  return best === 0 ? -1 : shares.indexOf(best)
}

/** Links of a text out of which `cuts` were taken, in order; what lies on none of the words left is dropped. */
export function linksBesideCuts(
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
export function linksAcrossCuts(links: readonly WordLink[], cuts: readonly Span[]): WordLink[] {
  const back = (at: number, isBehind: (place: number, cut: number) => boolean): number =>
    cuts.reduce((place, { start, end }) => (isBehind(place, start) ? place + end - start : place), at)
  return links.map((link) => ({
    ...link,
    start: back(link.start, (place, cut) => place >= cut),
    end: back(link.end, (place, cut) => place > cut),
  }))
}
