import type { Raster } from '../../../images/raster'
import { mostThings, splitClauses } from '../../../text/clauses'
import type { TextSpan } from '../../../text/clauses'
import type { CropView } from '../../../views/crop-view'
import { shiftLinksToFullText } from '../../../views/view-captions'
import { isSameRegion, mergeView } from '../../../views/merge-view'
import {
  isAtNamedPlace,
  partsWithPlaces,
  placeSpans,
  withoutPlaces,
  withoutSpans,
} from '../../../views/place-phrases'
import type { Span } from '../../../views/place-phrases'
import { locateRegions } from '../../../views/located-region'
import type { LocatedRegion } from '../../../views/located-region'
import { MAX_CAPTION_TOKENS } from '../../decode-captions'
import type { WordLink } from '../../decode-captions'
import { captionMaskScore, MIN_CAPTION_MASK_SCORE } from './caption-mask-score'
import { groundCaption } from './predict-scene'
import { regionCoverage } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'
import { bestClause } from './region-groups'
import type { CcrcModel, SceneEncoding } from './model'
import { linkWords, captionAttention, regionContext, contextCoverages } from './caption-states'

type LocatedCcrcRegion = LocatedRegion<SceneEncoding, CcrcRegion>

/** The regions of a caption in one view. */
interface GroundedView {
  readonly view: CropView<SceneEncoding>
  readonly own: readonly LocatedCcrcRegion[]
  readonly isSure: boolean
  /** Logit of the token at which the words are grounded most. */
  readonly heat: number
}

/**
 * The regions that a caption describes, in the whole of a pair, the first of `views`, and better ones in its windows;
 * where the whole shows all, windows add nothing. Where no view has a likely region, the likeliest one of the view with
 * the highest grounding logit.
 */
export async function locateCaption(
  model: CcrcModel,
  views: readonly CropView<SceneEncoding>[],
  caption: string,
  after: Raster,
): Promise<readonly LocatedCcrcRegion[]> {
  const [whole] = views
  const predictions: GroundedView[] = []
  for (const view of views) {
    const { regions, groundingLogits, isSure } = await groundCaption(
      model,
      view.encoding,
      captionForView(view, whole, caption).text,
    )
    const own = locateRegions(regions, view).filter(
      ({ box }) => view === whole || isAtNamedPlace(caption, box, after),
    )
    if (own.length > 0) {
      predictions.push({ view, own, isSure, heat: Math.max(...groundingLogits) })
    }
  }
  const confident = predictions.filter(({ isSure }) => isSure)
  if (confident.length === 0) {
    return predictions.toSorted((a, b) => b.heat - a.heat).at(0)?.own ?? []
  }
  const isAllShown =
    confident.length > 1 && confident[0].view === whole && (await showsAll(model, confident[0], caption))
  let located: LocatedCcrcRegion[] = []
  for (const { view, own } of confident) {
    const adds = view === whole || !isAllShown
    const better = own.filter((fresh) => adds || located.some((old) => isSameRegion(old, fresh)))
    located = mergeView(located, better, after)
  }
  return located
}

/** Whether the whole shows as many objects as a caption describes, and the words fit them. */
async function showsAll(model: CcrcModel, { view, own }: GroundedView, caption: string): Promise<boolean> {
  if (own.length < mostThings(withoutPlaces(caption))) {
    return false
  }
  const regions = own.map((each) => each.region)
  const { score } = await captionMaskScore(model, view, regions, caption)
  return score >= MIN_CAPTION_MASK_SCORE
}

/**
 * Links the words of a given caption to regions; each word to one alone, by the first view that links it. Words are
 * not linked by a window to a region that lies outside the place that their part of the caption names.
 */
export async function linkCaption(
  model: CcrcModel,
  located: readonly LocatedCcrcRegion[],
  whole: CropView<SceneEncoding>,
  caption: string,
  after: Raster,
): Promise<WordLink[]> {
  const links: WordLink[] = []
  const parts = partsWithPlaces(caption)
  const views = [...new Set(located.map(({ view }) => view))]
  for (const view of views) {
    const own = located.filter((each) => each.view === view)
    const regions = own.map((each) => each.region)
    const viewCaption = captionForView(view, whole, caption)
    const isThere = ({ start, region }: WordLink): boolean => {
      const part = parts.find(({ end }) => end > start)
      const text = part === undefined ? caption : caption.slice(part.start, part.end)
      return view === whole || isAtNamedPlace(text, own[region].box, after)
    }
    const mayShow = (clause: TextSpan): boolean =>
      own.some((_, region) => toCaptionOffsets(viewCaption, [{ ...clause, region }]).every(isThere))
    const all = { start: 0, end: viewCaption.text.length }
    const part = views.length === 1 ? all : await bestClause(model, view, regions, viewCaption.text, mayShow)
    const viewLinks = await linksIn(model, view, regions, viewCaption.text, part)
    for (const link of toCaptionOffsets(viewCaption, viewLinks).filter(isThere)) {
      const isLinked = links.some(({ start, end }) => link.start < end && start < link.end)
      if (!isLinked) {
        links.push({ ...link, region: located.indexOf(own[link.region]) })
      }
    }
  }
  return links
}

/** Links of one part of a text; what is longer than a caption can be is read clause by clause. */
async function linksIn(
  model: CcrcModel,
  { encoding }: CropView<SceneEncoding>,
  regions: readonly CcrcRegion[],
  text: string,
  part: TextSpan,
): Promise<WordLink[]> {
  const memory = await model.encodeContext(encoding, regionContext(regions, regionCoverage(regions)))
  const shares = contextCoverages(regions)
  const isShort = model.tokenizer.encode(text.slice(part.start, part.end)).length <= MAX_CAPTION_TOKENS
  const clauses = splitClauses(text).filter(({ start, end }) => start >= part.start && end <= part.end)
  const pieces = (isShort ? [part] : clauses).map(({ start, end }) => ({
    start,
    ids: model.tokenizer.encode(text.slice(start, end)).slice(0, MAX_CAPTION_TOKENS),
  }))
  const attention = await captionAttention(model, memory, pieces)
  return pieces.flatMap(({ start, ids }, at) =>
    linkWords(model, ids, attention[at], shares).map((link) => ({
      ...link,
      start: start + link.start,
      end: start + link.end,
    })),
  )
}

/** A caption as it is read in a view: without the words that name a place in the whole image. */
interface ViewCaption {
  readonly text: string
  /** Blanks that were cut off in front. */
  readonly lead: number
  readonly removedSpans: readonly Span[]
}

function captionForView(
  view: CropView<SceneEncoding>,
  whole: CropView<SceneEncoding>,
  caption: string,
): ViewCaption {
  const places = view === whole ? [] : placeSpans(caption)
  const removedSpans = withoutSpans(caption, places).trim() === '' ? [] : places
  const unique = withoutSpans(caption, removedSpans)
  return { text: unique.trim(), lead: unique.length - unique.trimStart().length, removedSpans }
}

/** Maps links in a view's caption to offsets in the whole caption. */
function toCaptionOffsets({ lead, removedSpans }: ViewCaption, links: readonly WordLink[]): WordLink[] {
  const moved = links.map((link) => ({ ...link, start: lead + link.start, end: lead + link.end }))
  return shiftLinksToFullText(moved, removedSpans)
}
