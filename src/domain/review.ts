import { rleIou } from '../mask/measures'
import { unionRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { emptyDocument } from './document'
import type { Caption, Link, PairDocument, Region, RegionStatus } from './document'
import type { Diff } from './diff'
import type { ReviewState } from './pair'

/** The document that a pair begins with. */
export function documentFrom(
  regions: readonly Region[],
  captions: readonly Caption[],
  links: readonly Link[] = [],
): PairDocument {
  return { ...emptyDocument(), regions: [...regions], captions: [...captions], links: [...links] }
}

/**
 * The edit of a decision. Accepting accepts every region that was not rejected, and sets `corrected` if the result
 * differs from the proposal. Reopening makes the regions proposed again that only a decision accepted.
 * @param edits of the pair, those in force, oldest first: they tell which regions a decision accepted
 */
export function decisionDiff(
  document: PairDocument,
  base: PairDocument,
  decision: 'accept' | 'reject' | 'flag' | 'reopen',
  reviewer: string | null,
  edits: readonly Diff[] = [],
): Diff {
  const state: ReviewState =
    decision === 'accept'
      ? isAsProposed(document, base)
        ? 'accepted'
        : 'corrected'
      : ({ reject: 'rejected', flag: 'flagged', reopen: 'unreviewed' } as const)[decision]
  const { review } = document
  const diff: Diff = [
    {
      type: 'review.set',
      from: { state: review.state, reviewer: review.reviewer },
      to: { state, reviewer: decision === 'reopen' ? review.reviewer : reviewer },
    },
  ]
  if (decision === 'accept') {
    diff.push(...setStatuses(document, 'proposed', 'accepted'))
  } else if (decision === 'reopen') {
    const byDecision = acceptedByDecision(edits)
    diff.push(...setStatuses(document, 'accepted', 'proposed', ({ id }) => byDecision.has(id)))
  }
  return diff
}

function setStatuses(
  { regions }: PairDocument,
  from: RegionStatus,
  to: RegionStatus,
  isMeant: (region: Region) => boolean = () => true,
): Diff {
  return regions
    .filter((region) => region.status === from && isMeant(region))
    .map(({ id }) => ({ type: 'region.set', regionId: id, from: { status: from }, to: { status: to } }))
}

/** Ids of the regions that a decision accepted and nobody has touched since. */
function acceptedByDecision(edits: readonly Diff[]): ReadonlySet<string> {
  const accepted = new Set<string>()
  for (const edit of edits) {
    const isOfDecision = isDecision(edit)
    for (const change of edit) {
      if (change.type === 'region.set' && isOfDecision && change.to.status === 'accepted') {
        accepted.add(change.regionId)
      } else if ('regionId' in change) {
        accepted.delete(change.regionId)
      } else if ('region' in change) {
        accepted.delete(change.region.id)
      }
    }
  }
  return accepted
}

/** An edit that makes an accepted pair a corrected one sets no reviewer. */
function isDecision(edit: Diff): boolean {
  return (
    edit.every(({ type }) => type === 'review.set' || type === 'region.set') &&
    edit.some((change) => change.type === 'review.set' && change.to.reviewer !== undefined)
  )
}

/** An empty caption is a field that was not filled in. */
function hasNoText({ text }: Caption): boolean {
  return text.trim() === ''
}

/** Whether the document has nothing to accept, neither from a proposal nor from a person. */
export function isBlank({ regions, captions }: PairDocument): boolean {
  return regions.length === 0 && captions.every(hasNoText)
}

/** An edit of an accepted pair makes it a corrected one in the same step, so that undo takes back both. */
export function withCorrection({ review }: PairDocument, diff: Diff): Diff {
  const isWork = diff.some(({ type }) => type !== 'review.set')
  return review.state === 'accepted' && isWork
    ? [...diff, { type: 'review.set', from: { state: 'accepted' }, to: { state: 'corrected' } }]
    : diff
}

/** Compares regions, categories and captions; the state proposed or accepted of a region does not count. */
export function isAsProposed(document: PairDocument, base: PairDocument): boolean {
  return facts(document) === facts(base)
}

function facts({ regions, captions }: PairDocument): string {
  return JSON.stringify([
    regions.map(({ id, category, status, mask, beforeMask }) => [
      id,
      category,
      status === 'rejected',
      mask.counts,
      beforeMask?.counts ?? null,
    ]),
    captions
      .filter((caption) => !hasNoText(caption))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ text }) => text),
  ])
}

/** Regions that are exported and measured. */
export function unrejectedRegions(document: PairDocument): Region[] {
  return document.regions.filter(({ status }) => status !== 'rejected')
}

/** First caption first. */
export function rankedCaptions(document: PairDocument): Caption[] {
  return document.captions.filter(({ text }) => text.trim() !== '').sort((a, b) => a.rank - b.rank)
}

/** Adds the caption after all others, whoever wrote those; none is replaced. */
export function addedCaption({ captions }: PairDocument, caption: Caption): Diff {
  const rank = nextRank(captions)
  return [{ type: 'caption.add', caption: { ...caption, rank }, index: captions.length }]
}

/** Rank of a caption after all of these. */
export function nextRank(captions: readonly Caption[]): number {
  return captions.reduce((highest, { rank }) => Math.max(highest, rank + 1), 0)
}

/** The union of the kept regions' masks; null where there is none. */
export function changedMask(document: PairDocument): Rle | null {
  return unrejectedRegions(document).reduce<Rle | null>(
    (union, { mask }) => (union === null ? mask : unionRle(union, mask)),
    null,
  )
}

/**
 * IoU of the unrejected regions of two documents; null if their masks have several sizes, as after an image was
 * replaced.
 */
export function documentIou(a: PairDocument, b: PairDocument): number | null {
  const sizes = new Set(
    [...unrejectedRegions(a), ...unrejectedRegions(b)].map(({ mask }) => mask.size.join(' ')),
  )
  return sizes.size > 1 ? null : rleIou(changedMask(a), changedMask(b))
}

/** Levenshtein distance in characters. Memory grows with `b`, time with the product of the lengths. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j] + 1, next[j - 1] + 1))
    }
    row = next
  }
  return row[b.length]
}
