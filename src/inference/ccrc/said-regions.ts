import type { Raster } from '../../images/raster'
import { splitClauses, type Clause } from '../../text/clauses'
import type { Look } from '../closer/look'
import { linksAcrossCuts } from '../closer/links'
import { mergeLook } from '../closer/merge'
import { isWhereSaid, placeSpans, withoutSpans, type Span } from '../closer/place'
import { placeAll, type Placed } from '../closer/placed'
import { LONGEST, type WordLink } from '../say'
import { regionsFor } from './chain'
import { coverageOfAll } from './coverage'
import { bestPart } from './groups'
import type { CcrcModel, Seen } from './model'
import type { FoundRegion } from './regions'
import { linkWords, lookedAt, tellingOf, toldShares } from './words'

type Own = Placed<Seen, FoundRegion>

/**
 * The regions that a caption speaks of, as the whole of a pair shows them, the first of `looks`, and its windows show
 * them better. Where no look is sure of any, the likeliest one of the look at which the words point most.
 */
export async function regionsSaid(
  model: CcrcModel,
  looks: readonly Look<Seen>[],
  caption: string,
  after: Raster,
): Promise<Own[]> {
  const [whole] = looks
  let placed: Own[] = []
  for (const look of looks) {
    const { regions } = await regionsFor(model, look.seen, heardIn(look, whole, caption).text, {
      isForced: false,
    })
    const own = placeAll(regions, look).filter(
      ({ box }) => look === whole || isWhereSaid(caption, box, after),
    )
    placed = mergeLook(placed, own, after)
  }
  return placed.length > 0 ? placed : likeliest(model, looks, caption)
}

async function likeliest(model: CcrcModel, looks: readonly Look<Seen>[], caption: string): Promise<Own[]> {
  let best: { own: Own[]; heat: number } = { own: [], heat: -Infinity }
  for (const look of looks) {
    const { regions, point } = await regionsFor(model, look.seen, heardIn(look, looks[0], caption).text)
    const own = placeAll(regions, look)
    const heat = Math.max(...point)
    if (own.length > 0 && heat > best.heat) best = { own, heat }
  }
  return best.own
}

/** Which words of a given caption speak of which region; each word of one alone, by the first look that says so. */
export async function linksSaid(
  model: CcrcModel,
  placed: readonly Own[],
  whole: Look<Seen>,
  caption: string,
): Promise<WordLink[]> {
  const links: WordLink[] = []
  const looks = [...new Set(placed.map(({ look }) => look))]
  for (const look of looks) {
    const own = placed.filter((each) => each.look === look)
    const found = own.map((each) => each.found)
    const heard = heardIn(look, whole, caption)
    const all = { start: 0, end: heard.text.length }
    const part = looks.length === 1 ? all : await bestPart(model, look, found, heard.text)
    const inHeard = await linksIn(model, look, found, heard.text, part)
    const inCaption = linksAcrossCuts(
      inHeard.map((link) => ({ ...link, start: heard.lead + link.start, end: heard.lead + link.end })),
      heard.cuts,
    )
    for (const link of inCaption) {
      const isTaken = links.some(({ start, end }) => link.start < end && start < link.end)
      if (!isTaken) links.push({ ...link, region: placed.indexOf(own[link.region]) })
    }
  }
  return links
}

/** What is longer than a caption can be is read clause by clause. */
async function linksIn(
  model: CcrcModel,
  { seen }: Look<Seen>,
  found: readonly FoundRegion[],
  text: string,
  part: Clause,
): Promise<WordLink[]> {
  const memory = await model.tell(seen, tellingOf(found, coverageOfAll(found)))
  const shares = toldShares(found)
  const isShort = model.tokenizer.encode(text.slice(part.start, part.end)).length <= LONGEST
  const pieces = (isShort ? [part] : splitClauses(text)).map(({ start, end }) => ({
    start,
    ids: model.tokenizer.encode(text.slice(start, end)).slice(0, LONGEST),
  }))
  const looked = await lookedAt(model, memory, pieces)
  return pieces.flatMap(({ start, ids }, at) =>
    linkWords(model, ids, looked[at], shares).map((link) => ({
      ...link,
      start: start + link.start,
      end: start + link.end,
    })),
  )
}

/** A caption as it is read in a look: a window knows no places of the whole. */
interface Heard {
  readonly text: string
  /** Blanks that were cut off in front. */
  readonly lead: number
  readonly cuts: readonly Span[]
}

function heardIn(look: Look<Seen>, whole: Look<Seen>, caption: string): Heard {
  const places = look === whole ? [] : placeSpans(caption)
  const cuts = withoutSpans(caption, places).trim() === '' ? [] : places
  const kept = withoutSpans(caption, cuts)
  return { text: kept.trim(), lead: kept.length - kept.trimStart().length, cuts }
}
