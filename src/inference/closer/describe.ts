import type { Caption, Link } from '../../domain/caption'
import type { Region } from '../../domain/region'
import type { Raster } from '../../images/raster'
import type { LinkedCaption } from '../say'
import { linksBesideCuts, linksToPlaced } from './links'
import type { Look } from './look'
import { isSeenAgain } from './merge'
import { placeInWhole, placeOf, placeSpans } from './place'
import { placeAll, unionBox, type Found, type Placed } from './placed'

/** What was found and said of the whole pair. */
export interface SaidOfWhole<Own extends Found> {
  readonly regions: readonly Own[]
  readonly captions: readonly LinkedCaption[]
}

/** What was said of what a look shows, in the words of that look. */
export interface SaidOfLook<Seen, Own extends Found> {
  readonly look: Look<Seen>
  readonly found: readonly Own[]
  readonly text: string
}

export interface SaidOfPlaced<Seen, Own extends Found> {
  /** Best first. */
  readonly captions: readonly LinkedCaption[]
  /** What the best caption is made of; one at least. */
  readonly parts: readonly SaidOfLook<Seen, Own>[]
}

/** Captions of the whole where it saw everything; else the windows' own, with their place. */
export async function describePlaced<Seen, Own extends Found>(
  placed: readonly Placed<Seen, Own>[],
  whole: Look<Seen>,
  first: SaidOfWhole<Own>,
  after: Raster,
  /** The likeliest caption of what was found in a look. */
  say: (seen: Seen, found: readonly Own[]) => Promise<LinkedCaption>,
): Promise<SaidOfPlaced<Seen, Own>> {
  const seenByWhole = placeAll(first.regions, whole)
  const isAllSeen = placed
    .filter(({ look }) => look !== whole)
    .every((each) => seenByWhole.some((own) => isSeenAgain(own, each)))
  if (isAllSeen) {
    const found = seenByWhole.map((each) => each.found)
    const text = first.captions[0]?.text ?? ''
    return { captions: linksToPlaced(first, whole, placed), parts: [{ look: whole, found, text }] }
  }
  const captions: LinkedCaption[] = []
  const parts: SaidOfLook<Seen, Own>[] = []
  for (const look of new Set(placed.map((each) => each.look))) {
    const own = placed.filter((each) => each.look === look)
    const found = own.map((each) => each.found)
    const said = await say(look.seen, found)
    const text = look === whole ? said.text : placeInWhole(said.text, placeOf(own[0].box, after))
    captions.push({ ...said, text, links: [] })
    parts.push({ look, found, text: said.text })
  }
  if (captions.length === 1) return { captions, parts }
  const text = captions.map((part) => part.text).join(' and ')
  const logProbability = captions.reduce((sum, part) => sum + part.logProbability, 0)
  return { captions: [{ ids: [], text, logProbability, links: [] }, ...captions], parts }
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
