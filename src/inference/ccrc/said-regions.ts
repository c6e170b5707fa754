import type { Raster } from '../../images/raster'
import { mostThings, splitClauses, type Clause } from '../../text/clauses'
import type { Look } from '../closer/look'
import { linksAcrossCuts } from '../closer/links'
import { isSeenAgain, mergeLook } from '../closer/merge'
import { isWhereSaid, placedParts, placeSpans, withoutPlaces, withoutSpans, type Span } from '../closer/place'
import { placeAll, type Placed } from '../closer/placed'
import { LONGEST, type WordLink } from '../say'
import { agreementIn, LEAST_AGREEMENT } from './agreement'
import { regionsFor } from './chain'
import { coverageOfAll } from './coverage'
import { bestPart } from './groups'
import type { CcrcModel, Seen } from './model'
import type { FoundRegion } from './regions'
import { linkWords, lookedAt, tellingOf, toldShares } from './words'

type Own = Placed<Seen, FoundRegion>

/** What one look shows of a caption. */
interface Answer {
  readonly look: Look<Seen>
  readonly own: readonly Own[]
  readonly isSure: boolean
  /** Logit of the token at which the words point most. */
  readonly heat: number
}

/**
 * The regions that a caption speaks of, as the whole of a pair shows them, the first of `looks`, and its windows show
 * them better; where the whole shows all, they add nothing. Where no look is sure of any, the likeliest one of the
 * look at which the words point most.
 */
export async function regionsSaid(
  model: CcrcModel,
  looks: readonly Look<Seen>[],
  caption: string,
  after: Raster,
): Promise<readonly Own[]> {
  const [whole] = looks
  const answers: Answer[] = []
  for (const look of looks) {
    const { regions, point, isSure } = await regionsFor(model, look.seen, heardIn(look, whole, caption).text)
    const own = placeAll(regions, look).filter(
      ({ box }) => look === whole || isWhereSaid(caption, box, after),
    )
    if (own.length > 0) answers.push({ look, own, isSure, heat: Math.max(...point) })
  }
  const sure = answers.filter(({ isSure }) => isSure)
  if (sure.length === 0) return answers.toSorted((a, b) => b.heat - a.heat).at(0)?.own ?? []
  const isAllShown = sure.length > 1 && sure[0].look === whole && (await showsAll(model, sure[0], caption))
  let placed: Own[] = []
  for (const { look, own } of sure) {
    const adds = look === whole || !isAllShown
    const better = own.filter((fresh) => adds || placed.some((old) => isSeenAgain(old, fresh)))
    placed = mergeLook(placed, better, after)
  }
  return placed
}

/** Whether the whole shows as many things as a caption speaks of, and the words fit them. */
async function showsAll(model: CcrcModel, { look, own }: Answer, caption: string): Promise<boolean> {
  if (own.length < mostThings(withoutPlaces(caption))) return false
  const found = own.map((each) => each.found)
  const { score } = await agreementIn(model, look, found, caption)
  return score >= LEAST_AGREEMENT
}

/**
 * Which words of a given caption speak of which region; each word of one alone, by the first look that says so. Words
 * that a window reads speak of none that lies where their part of the caption does not say.
 */
export async function linksSaid(
  model: CcrcModel,
  placed: readonly Own[],
  whole: Look<Seen>,
  caption: string,
  after: Raster,
): Promise<WordLink[]> {
  const links: WordLink[] = []
  const parts = placedParts(caption)
  const looks = [...new Set(placed.map(({ look }) => look))]
  for (const look of looks) {
    const own = placed.filter((each) => each.look === look)
    const found = own.map((each) => each.found)
    const heard = heardIn(look, whole, caption)
    const isThere = ({ start, region }: WordLink): boolean => {
      const part = parts.find(({ end }) => end > start)
      const text = part === undefined ? caption : caption.slice(part.start, part.end)
      return look === whole || isWhereSaid(text, own[region].box, after)
    }
    const mayShow = (clause: Clause): boolean =>
      own.some((_, region) => inCaption(heard, [{ ...clause, region }]).every(isThere))
    const all = { start: 0, end: heard.text.length }
    const part = looks.length === 1 ? all : await bestPart(model, look, found, heard.text, mayShow)
    const inHeard = await linksIn(model, look, found, heard.text, part)
    for (const link of inCaption(heard, inHeard).filter(isThere)) {
      const isTaken = links.some(({ start, end }) => link.start < end && start < link.end)
      if (!isTaken) links.push({ ...link, region: placed.indexOf(own[link.region]) })
    }
  }
  return links
}

/** Links of one part of a text; what is longer than a caption can be is read clause by clause. */
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
  const clauses = splitClauses(text).filter(({ start, end }) => start >= part.start && end <= part.end)
  const pieces = (isShort ? [part] : clauses).map(({ start, end }) => ({
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

/** Links of what is heard as they lie in the caption itself. */
function inCaption({ lead, cuts }: Heard, links: readonly WordLink[]): WordLink[] {
  const moved = links.map((link) => ({ ...link, start: lead + link.start, end: lead + link.end }))
  return linksAcrossCuts(moved, cuts)
}
