import type { Caption, Link } from '../../domain/caption'
import type { Region } from '../../domain/region'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import type { LinkedCaption, WordLink } from '../say'
import { linksBesideCuts, linksToPlaced } from './links'
import type { Look } from './look'
import { isSeenAgain } from './merge'
import { placeInWhole, placeOf, placeSpans } from './place'
import { boxAround, placeAll, unionBox, type Found, type Placed } from './placed'

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
  /** Captions of what was found in a look, best first, one at least; links are to places in `found`. */
  say: (seen: Seen, found: readonly Own[]) => Promise<readonly LinkedCaption[]>,
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
  const groups: SaidOfGroup[] = []
  const parts: SaidOfLook<Seen, Own>[] = []
  for (const look of new Set(placed.map((each) => each.look))) {
    const own = placed.filter((each) => each.look === look)
    const found = own.map((each) => each.found)
    const said = await say(look.seen, found)
    const box = look === whole ? null : boxAround(own.map((each) => each.box))
    groups.push({ said, box, members: own.map((each) => placed.indexOf(each)) })
    parts.push({ look, found, text: said[0].text })
  }
  return { captions: joinSaid(groups, after), parts }
}

/** What was said of some of a pair's regions in the words of their look, best first. */
export interface SaidOfGroup {
  readonly said: readonly LinkedCaption[]
  /** Around them, in the after frame; null where the look was at the whole, whose words of place are true. */
  readonly box: Rect | null
  /** Where each of them is among the pair's regions. */
  readonly members: readonly number[]
}

/** Captions of the whole with their places: of one group all, of several the best of each as one caption, then alone. */
export function joinSaid(groups: readonly SaidOfGroup[], after: Raster): LinkedCaption[] {
  const placed = groups.map(({ said, box, members }) =>
    said.map((caption) => {
      const { links, ...own } = box === null ? caption : inWhole(caption, placeOf(box, after))
      return { ...own, links: links.map((link) => ({ ...link, region: members[link.region] })) }
    }),
  )
  if (placed.length === 1) return placed[0]
  const best = placed.flatMap((said) => said.slice(0, 1))
  return [joined(best), ...best]
}

function joined(captions: readonly LinkedCaption[]): LinkedCaption {
  let text = ''
  const links: WordLink[] = []
  for (const [at, caption] of captions.entries()) {
    if (text !== '') text += ' and '
    const from = text.length
    const own = at < captions.length - 1 ? caption.text.replace(/\s*\.$/, '') : caption.text
    for (const { start, end, region } of caption.links) {
      if (start < own.length)
        links.push({ start: from + start, end: from + Math.min(end, own.length), region })
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
  return said.map((caption) => inWhole(caption, place, begin))
}

function inWhole(caption: LinkedCaption, place: string, begin = ''): LinkedCaption {
  return {
    ...caption,
    text: placeInWhole(caption.text, place, begin),
    links: linksBesideCuts(caption.text, caption.links, placeSpans(caption.text, begin)),
  }
}

/** As a proposal of the model `id` has them; best first. */
export function toCaptions(
  id: string,
  said: readonly LinkedCaption[],
  regions: readonly Pick<Region, 'id'>[],
): { captions: Caption[]; links: Link[] } {
  const captions = said.map(({ text, logProbability }, rank): Caption => {
    const source = { kind: 'proposal', proposalId: 0 } as const
    return { id: `${id.slice(0, 60)}-${rank + 1}`, text, rank, source, logProbability }
  })
  const links = captions.flatMap(({ id: captionId, text, rank }) =>
    toLinks(
      captionId,
      said[rank].links.filter(({ end }) => end <= text.length),
      regions,
    ),
  )
  return { captions, links }
}

/** Links of one caption; what speaks of none of the regions is left out. */
export function toLinks(
  captionId: string,
  links: readonly WordLink[],
  regions: readonly Pick<Region, 'id'>[],
): Link[] {
  return links.flatMap(({ start, end, region }, index) => {
    if (regions[region] === undefined) return []
    const regionId = regions[region].id
    return [{ id: `${captionId}-${index + 1}`.slice(-64), captionId, start, end, regionId }]
  })
}
