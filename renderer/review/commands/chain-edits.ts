import type { Caption, Link, NamedMasks, PairDocument, Region } from '../../../src/domain/document'
import { setThreshold } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { nextRank, unrejectedRegions } from '../../../src/domain/review'
import { rleIou } from '../../../src/mask/measures'
import { intersectRle, rleArea } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { moveLink, oneAfterAnother, removeCaption, removeLinks, removeRegion } from './edits'

/** Diffs that put a model's answer into the document, each undone in one step. */

/** The caption that an answer replaces: the active one where a model wrote it, else none. */
export function captionToReplace(active: Caption | null): string | null {
  return active !== null && isModels(active) ? active.id : null
}

/** The same, where another proposer is in use than the model that answers: its captions stay, only an earlier answer is replaced. */
export function answerToReplace(active: Caption | null): string | null {
  return active?.source.kind === 'model' ? captionToReplace(active) : null
}

/**
 * The caption in place of the one with this id, or as another where there is none. Other captions that a model
 * wrote are removed: they describe the regions as they were. What people wrote stays.
 */
export function takeCaption(
  document: PairDocument,
  captionId: string | null,
  caption: Caption,
  links: readonly Link[],
): Diff {
  const stale = document.captions.filter((each) => each.id !== captionId && isModels(each))
  return oneAfterAnother(document, [
    (present) => replaceCaption(present, captionId, caption, links),
    ...stale.map(
      ({ id }) =>
        (present: PairDocument) =>
          removeCaption(present, id),
    ),
  ])
}

/** The same, and all other captions stay. */
export function replaceCaption(
  document: PairDocument,
  captionId: string | null,
  caption: Caption,
  links: readonly Link[],
): Diff {
  const present = document.captions.find(({ id }) => id === captionId)
  if (present === undefined) {
    return addModelCaption(document, caption, links)
  }
  const { text, source, logProbability } = present
  const to = { text: caption.text, source: caption.source, logProbability: caption.logProbability }
  return oneAfterAnother(document, [
    (now) => removeLinks(now, (link) => link.captionId === present.id),
    () => [{ type: 'caption.set', captionId: present.id, from: { text, source, logProbability }, to }],
    (now) => addLinks(now, linksFor(links, caption.id, present.id)),
  ])
}

/** As the last caption, under this id. */
export function addModelCaption(
  document: PairDocument,
  caption: Caption,
  links: readonly Link[],
  id = caption.id,
): Diff {
  const rank = nextRank(document.captions)
  return oneAfterAnother(document, [
    (now) => [{ type: 'caption.add', caption: { ...caption, id, rank }, index: now.captions.length }],
    (now) => addLinks(now, linksFor(links, caption.id, id)),
  ])
}

/** A new region that covers an accepted one for more than this is that one (IoU). */
const SAME_REGION = 0.5

/** Masks of two sizes are of two images. */
function isSame(a: Rle, b: Rle): boolean {
  return a.size.join(' ') === b.size.join(' ') && rleIou(a, b) > SAME_REGION
}

/** Whether more than half of it lies in the other. */
function isWithin(mask: Rle, other: Rle): boolean {
  return (
    mask.size.join(' ') === other.size.join(' ') && 2 * rleArea(intersectRle(mask, other)) > rleArea(mask)
  )
}

/** Nobody has drawn, accepted or rejected it. */
function isLoose({ status, source }: Region): boolean {
  return status === 'proposed' && source.kind !== 'person'
}

/**
 * The regions in place of all that nobody has drawn, accepted or rejected. The caption's words point at them, as
 * far as they are still those of `caption`, as it was when the question was put.
 */
export function takeRegions(
  document: PairDocument,
  caption: Pick<Caption, 'id' | 'text'>,
  regions: readonly Region[],
  links: readonly Link[],
): Diff {
  const captionId = caption.id
  const loose = document.regions.filter(isLoose)
  const accepted = document.regions.filter(
    (region) => region.status !== 'rejected' && !loose.includes(region),
  )
  const idOf = new Map<string, string>()
  for (const region of regions) {
    const same = accepted.find(({ mask }) => isSame(mask, region.mask))
    idOf.set(region.id, same?.id ?? region.id)
  }
  const added = regions.filter(({ id }) => idOf.get(id) === id)
  const present = document.captions.find(({ id }) => id === captionId)
  const pointing = links.flatMap((link) => {
    const moved = present === undefined ? null : moveLink(link, caption.text, present.text)
    const regionId = idOf.get(link.regionId) ?? link.regionId
    return moved === null ? [] : [{ ...moved, captionId, regionId }]
  })
  return oneAfterAnother(document, [
    (now) => (pointing.length === 0 ? [] : removeLinks(now, (link) => link.captionId === captionId)),
    ...removals(loose, removeRegion),
    (now) => addRegions(now, added),
    (now) => addLinks(now, pointing),
  ])
}

/** Whether somebody has decided on the pair: a threshold changes nothing of it. */
export function isDecided({ review }: PairDocument): boolean {
  return ['accepted', 'corrected', 'rejected'].includes(review.state)
}

/**
 * The regions in place of those that nobody has drawn, accepted or rejected, but none where a region stays. Where no
 * region stays, the captions come in place of a model's; else all captions stay, and their words go on pointing at
 * the region that covers the same. Nothing where all of that is there already, whatever the threshold.
 */
export function takeMasksAtThreshold(
  document: PairDocument,
  { regions, captions, links }: Pick<PairDocument, 'regions' | 'captions' | 'links'>,
  threshold: number,
): Diff {
  if (isDecided(document)) {
    return []
  }
  const loose = document.regions.filter(isLoose)
  const settled = document.regions.filter((region) => !isLoose(region))
  const added = regions.filter(({ mask }) => !settled.some((region) => isWithin(mask, region.mask)))
  const stale = settled.length === 0 ? document.captions.filter(isModels) : []
  const isStale = (link: Link): boolean => stale.some(({ id }) => id === link.captionId)
  const following = document.links.flatMap((link) => {
    const from = loose.find(({ id }) => id === link.regionId)
    const to = from && added.find(({ mask }) => isSame(mask, from.mask))
    return to === undefined || isStale(link) ? [] : [{ ...link, regionId: to.id }]
  })
  const diff = oneAfterAnother(document, [
    ...removals(loose, removeRegion),
    (now) => addRegions(now, added),
    (now) => addLinks(now, following),
    ...removals(stale, removeCaption),
    ...(settled.length === 0 ? captions : []).map(
      (caption) => (now: PairDocument) => addModelCaption(now, caption, links),
    ),
  ])
  return diff.length === 0 ? [] : [...diff, ...setThreshold(document, threshold)]
}

/** Completions of `begin` that go on with what stands before the cursor by now. */
export function stillFitting(captions: readonly Caption[], begin: string, head: string): readonly Caption[] {
  return head === begin
    ? captions
    : captions.filter(({ text }) => head.startsWith(begin) && text.startsWith(head))
}

/** Whether the model in use wrote it. A caption that the user requested from a server is not replaced. */
function isModels({ source }: Caption): boolean {
  return source.kind === 'proposal' || (source.kind === 'model' && source.host === undefined)
}

function linksFor(links: readonly Link[], from: string, to: string): Link[] {
  return links
    .filter(({ captionId }) => captionId === from)
    .map((link) => ({ ...link, id: crypto.randomUUID(), captionId: to }))
}

/** One step for each, as `oneAfterAnother` takes them. */
function removals(
  items: readonly { readonly id: string }[],
  remove: (now: PairDocument, id: string) => Diff,
): ((now: PairDocument) => Diff)[] {
  return items.map(
    ({ id }) =>
      (now) =>
        remove(now, id),
  )
}

function addRegions(document: PairDocument, regions: readonly Region[]): Diff {
  return regions.map((region, at) => ({ type: 'region.add', region, index: document.regions.length + at }))
}

/** Regions may have been removed while the model ran. */
function addLinks(document: PairDocument, links: readonly Link[]): Diff {
  return links
    .filter(({ regionId }) => document.regions.some(({ id }) => id === regionId))
    .map((link, at) => ({ type: 'link.add', link, index: document.links.length + at }))
}

/** Masks and names of the regions that are not rejected, as a model gets them. */
export function namedMasks(document: PairDocument): NamedMasks[] {
  return unrejectedRegions(document).map(({ id, mask, beforeMask, category, name }) => ({
    id,
    mask,
    beforeMask,
    category,
    name,
  }))
}
