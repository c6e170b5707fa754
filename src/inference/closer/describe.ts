import type { Caption, Link } from '../../domain/caption'
import type { Region } from '../../domain/region'
import type { Raster } from '../../images/raster'
import type { LinkedCaption } from '../say'
import { linksBesideCuts, linksToPlaced } from './links'
import { boxInAfter, type Look } from './look'
import { placeInWhole, placeOf, placeSpans } from './place'
import { isSameThing, unionBox, type Found, type Placed } from './placed'

/** What was found and said of the whole pair. */
export interface SaidOfWhole {
  readonly regions: readonly Found[]
  readonly captions: readonly LinkedCaption[]
}

/** Captions of the whole where it saw everything; else the windows' own, with their place. */
export async function describePlaced<Seen, Own extends Found>(
  placed: readonly Placed<Seen, Own>[],
  whole: Look<Seen>,
  first: SaidOfWhole,
  after: Raster,
  /** The likeliest caption of what was found in a look. */
  say: (seen: Seen, found: readonly Own[]) => Promise<LinkedCaption>,
): Promise<readonly LinkedCaption[]> {
  const closer = placed.filter(({ look }) => look !== whole)
  const seenByBoth = closer.every(({ box }) =>
    first.regions.some((region) => {
      const own = boxInAfter(region.mask, whole)
      return own !== null && isSameThing(own, box)
    }),
  )
  if (seenByBoth) return linksToPlaced(first, whole, placed)
  const parts: LinkedCaption[] = []
  for (const look of new Set(placed.map((each) => each.look))) {
    const own = placed.filter((each) => each.look === look)
    const said = await say(
      look.seen,
      own.map(({ found }) => found),
    )
    const place = placeOf(own[0].box, after)
    parts.push({ ...said, text: look === whole ? said.text : placeInWhole(said.text, place), links: [] })
  }
  if (parts.length === 1) return parts
  const text = parts.map((part) => part.text).join(' and ')
  const logProbability = parts.reduce((sum, part) => sum + part.logProbability, 0)
  return [{ ids: [], text, logProbability, links: [] }, ...parts]
}

/** Captions of a look at these regions, said of the whole image; what they `begin` with stays. */
export function saidOfWhole(
  said: readonly LinkedCaption[],
  look: Look<unknown>,
  regions: readonly Pick<Region, 'mask'>[],
  after: Raster,
  begin: string,
): readonly LinkedCaption[] {
  const isWhole = look.after.width === after.width && look.after.height === after.height
  const box = unionBox(regions)
  if (isWhole || box === null) return said
  const place = placeOf(box, after)
  return said.map((caption) => ({
    ...caption,
    text: placeInWhole(caption.text, place, begin),
    links: linksBesideCuts(caption.text, caption.links, placeSpans(caption.text, begin)),
  }))
}

/** As a proposal of the model `id` has them; best first. */
export function toCaptions(
  id: string,
  said: readonly LinkedCaption[],
  regions: readonly Pick<Region, 'id'>[],
): { captions: Caption[]; links: Link[] } {
  const links: Link[] = []
  const captions = said.map(({ text, logProbability, links: own }, rank): Caption => {
    const captionId = `${id.slice(0, 60)}-${rank + 1}`
    own.forEach(({ start, end, region }, index) => {
      if (regions[region] === undefined || end > text.length) return
      const regionId = regions[region].id
      links.push({ id: `${captionId}-${index + 1}`.slice(-64), captionId, start, end, regionId })
    })
    return { id: captionId, text, rank, source: { kind: 'proposal', proposalId: 0 }, logProbability }
  })
  return { captions, links }
}
