import type { LinkedCaption } from '../say'
import { boxInAfter, type Look } from './look'
import { boxIou, isSameThing, type Found, type Placed } from './placed'

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
  const own = itself < 0 ? boxInAfter(found.mask, whole) : null
  if (own === null) return itself
  const shares = placed.map(({ look, box }) =>
    look !== whole && isSameThing(own, box) ? boxIou(own, box) : 0,
  )
  const best = Math.max(0, ...shares)
  return best === 0 ? -1 : shares.indexOf(best)
}
