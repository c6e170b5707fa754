import type { Agreement } from '../../domain/caption'
import type { RegionMasks } from '../../domain/region'
import { decodeRle } from '../../mask/rle'
import { splitClauses, type Clause } from '../../text/clauses'
import type { AskedGroup } from '../closer/asked'
import { toLookMask, type Look } from '../closer/look'
import { plainAgreement } from '../closer/plain-agreement'
import { withoutPlaces } from '../closer/place'
import { rectOf, sharedArea } from '../closer/placed'
import { agreementIn, leastOf } from './agreement'
import type { CcrcModel, Seen } from './model'
import type { FoundRegion } from './regions'
import { takeRegions } from './take-region'

/** Regions of a person as the network's own, in one look. */
export async function takeIn(
  model: CcrcModel,
  look: Look<Seen>,
  regions: readonly RegionMasks[],
): Promise<FoundRegion[]> {
  const given = regions.map(({ mask, beforeMask }) => ({
    after: toLookMask(decodeRle(mask), look.after),
    before: beforeMask === null ? null : toLookMask(decodeRle(beforeMask), look.before),
  }))
  return takeRegions(model, look, given)
}

/**
 * How well a caption and the regions of a person agree, by the group that agrees least. A window knows no places of
 * the whole. Where there are several groups, a caption need not speak of each throughout: the clause that fits best
 * counts.
 */
export async function agreementOfGroups(
  model: CcrcModel,
  groups: readonly AskedGroup<Seen>[],
  whole: Look<Seen>,
  regions: readonly RegionMasks[],
  caption: string,
): Promise<Agreement> {
  const plain = plainAgreement(regions.length, caption)
  if (plain !== null) return plain
  const agreements: Agreement[] = []
  for (const { look } of groups) {
    const shown = groups.length === 1 ? regions : regions.filter((region) => isShown(region, look))
    const found = await takeIn(model, look, shown)
    const text = look === whole ? caption : withoutPlaces(caption) || caption
    const { agreement } = await bestPart(model, look, found, text, () => groups.length > 1)
    agreements.push(agreement)
  }
  return leastOf(agreements)
}

/** What of a text fits regions in a look best: all of it, or one of its clauses that `mayFit`. */
export async function bestPart(
  model: CcrcModel,
  look: Look<Seen>,
  found: readonly FoundRegion[],
  text: string,
  mayFit: (clause: Clause) => boolean = () => true,
): Promise<Clause & { readonly agreement: Agreement }> {
  const all = { start: 0, end: text.length }
  let best = { ...all, agreement: await agreementIn(model, look, found, text) }
  for (const clause of splitClauses(text)) {
    const isAll = clause.start === all.start && clause.end === all.end
    if (isAll || !mayFit(clause)) continue
    const agreement = await agreementIn(model, look, found, text.slice(clause.start, clause.end))
    if (agreement.score > best.agreement.score) best = { ...clause, agreement }
  }
  return best
}

function isShown({ mask, beforeMask }: RegionMasks, look: Look<Seen>): boolean {
  if (sharedArea(rectOf(mask), look.after) > 0) return true
  return beforeMask !== null && sharedArea(rectOf(beforeMask), look.before) > 0
}
