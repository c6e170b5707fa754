import type { Agreement } from '../../domain/caption'
import type { RegionMasks } from '../../domain/region'
import { decodeRle } from '../../mask/rle'
import { splitClauses, type Clause } from '../../text/clauses'
import type { RegionGroup } from '../../views/region-views'
import { toCropMask, type CropView } from '../../views/crop-view'
import { presenceScore } from '../predictor/presence-score'
import { withoutPlaces } from '../../views/place-phrases'
import { rectOf, sharedArea } from '../../views/located-region'
import { captionMaskScore, lowestScore } from './caption-mask-score'
import type { CcrcModel, SceneEncoding } from './model'
import type { CcrcRegion } from './detect-regions'
import { encodeRegions } from './encode-regions'

/** Regions of a person as the network's own, in one look. */
export async function encodeUserRegions(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  regions: readonly RegionMasks[],
): Promise<CcrcRegion[]> {
  const given = regions.map(({ mask, beforeMask }) => ({
    after: toCropMask(decodeRle(mask), view.after),
    before: beforeMask === null ? null : toCropMask(decodeRle(beforeMask), view.before),
  }))
  return encodeRegions(model, view, given)
}

/**
 * How well a caption and the regions of a person agree, by the group that agrees least. A window knows no places of
 * the whole. Where there are several groups, a caption need not speak of each throughout: the clause that fits best
 * counts.
 */
export async function captionMaskScoreOfGroups(
  model: CcrcModel,
  groups: readonly RegionGroup<SceneEncoding>[],
  whole: CropView<SceneEncoding>,
  regions: readonly RegionMasks[],
  caption: string,
): Promise<Agreement> {
  const plain = presenceScore(regions.length, caption)
  if (plain !== null) return plain
  const agreements: Agreement[] = []
  for (const { view } of groups) {
    const shown = groups.length === 1 ? regions : regions.filter((region) => isShown(region, view))
    const found = await encodeUserRegions(model, view, shown)
    const text = view === whole ? caption : withoutPlaces(caption) || caption
    const { agreement } = await bestClause(model, view, found, text, () => groups.length > 1)
    agreements.push(agreement)
  }
  return lowestScore(agreements)
}

/** What of a text fits regions in a look best: all of it, or one of its clauses that `mayFit`. */
export async function bestClause(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  found: readonly CcrcRegion[],
  text: string,
  mayFit: (clause: Clause) => boolean = () => true,
): Promise<Clause & { readonly agreement: Agreement }> {
  const all = { start: 0, end: text.length }
  let best = { ...all, agreement: await captionMaskScore(model, view, found, text) }
  for (const clause of splitClauses(text)) {
    const isAll = clause.start === all.start && clause.end === all.end
    if (isAll || !mayFit(clause)) continue
    const agreement = await captionMaskScore(model, view, found, text.slice(clause.start, clause.end))
    if (agreement.score > best.agreement.score) best = { ...clause, agreement }
  }
  return best
}

function isShown({ mask, beforeMask }: RegionMasks, view: CropView<SceneEncoding>): boolean {
  if (sharedArea(rectOf(mask), view.after) > 0) return true
  return beforeMask !== null && sharedArea(rectOf(beforeMask), view.before) > 0
}
