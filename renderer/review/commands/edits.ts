import type { Caption, Link, PairDocument, Region, RegionStatus } from '../../../src/domain/document'
import { applyDiff } from '../../../src/domain/diff'
import type { Change, Diff } from '../../../src/domain/diff'
import { nextRank } from '../../../src/domain/review'

/** Diffs for what the panels do. Each is empty where nothing would change. */

export function setStatus(document: PairDocument, regionId: string, status: RegionStatus): Diff {
  const region = document.regions.find(({ id }) => id === regionId)
  return region === undefined || region.status === status
    ? []
    : [{ type: 'region.set', regionId, from: { status: region.status }, to: { status } }]
}

export function setCategory(document: PairDocument, regionId: string, typed: string): Diff {
  const category = typed.trim().slice(0, 120)
  const region = document.regions.find(({ id }) => id === regionId)
  if (region === undefined || category === '' || region.category === category) {
    return []
  }
  const { status } = region
  // whoever names a proposed region means that it is one
  const isProposed = status === 'proposed'
  const from = { category: region.category, ...(isProposed && { status }) }
  const to = { category, ...(isProposed && { status: 'accepted' as const }) }
  return [{ type: 'region.set', regionId, from, to }]
}

/** Adds a region of a proposal, accepted by the person who takes it. Regions of two proposals have the same ids. */
export function takeRegion(document: PairDocument, region: Region): Diff {
  const taken: Region = { ...region, id: crypto.randomUUID(), status: 'accepted' }
  return [{ type: 'region.add', region: taken, index: document.regions.length }]
}

/** The links that point to the region are removed first. */
export function removeRegion(document: PairDocument, regionId: string): Diff {
  const index = document.regions.findIndex(({ id }) => id === regionId)
  if (index === -1) {
    return []
  }
  const unlink = removeLinks(document, (link) => link.regionId === regionId)
  return [...unlink, { type: 'region.remove', region: document.regions[index], index }]
}

export function captionsByRank(document: PairDocument): Caption[] {
  return document.captions.toSorted((a, b) => a.rank - b.rank)
}

export function addCaption(document: PairDocument, id: string, text = ''): Diff {
  const rank = nextRank(document.captions)
  const caption: Caption = { id, text, rank, source: { kind: 'person' }, logProbability: null }
  return [{ type: 'caption.add', caption, index: document.captions.length }]
}

/**
 * The text as a person wrote it; links outside the changed part keep their words. Where a new proposal has taken the
 * caption's place meanwhile, what was typed is a caption of its own.
 */
export function setCaption(document: PairDocument, captionId: string, typed: string): Diff {
  const text = typed.trim().slice(0, 2000)
  const caption = document.captions.find(({ id }) => id === captionId)
  if (caption === undefined) {
    const isNew = text !== '' && document.captions.every((each) => each.text !== text)
    return isNew ? addCaption(document, crypto.randomUUID(), text) : []
  }
  if (caption.text === text) {
    return []
  }
  const links = document.links.filter((link) => link.captionId === captionId)
  const moved = links
    .map((link) => moveLink(link, caption.text, text))
    .filter((link): link is Link => link !== null)
  const isLinked = (link: Link): boolean => link.captionId === captionId
  const first = document.links.length - links.length
  return [
    ...removeLinks(document, isLinked),
    {
      type: 'caption.set',
      captionId,
      from: { text: caption.text, source: caption.source },
      to: { text, source: { kind: 'person' } },
    },
    ...moved.map((link, index): Change => ({ type: 'link.add', link, index: first + index })),
  ]
}

export function removeCaption(document: PairDocument, captionId: string): Diff {
  const index = document.captions.findIndex(({ id }) => id === captionId)
  if (index === -1) {
    return []
  }
  const rest = captionsByRank(document).filter(({ id }) => id !== captionId)
  return [
    ...removeLinks(document, (link) => link.captionId === captionId),
    ...rerank(rest),
    { type: 'caption.remove', caption: document.captions[index], index },
  ]
}

export function makeCaptionFirst(document: PairDocument, captionId: string): Diff {
  const ordered = captionsByRank(document)
  const first = ordered.find(({ id }) => id === captionId)
  return first === undefined ? [] : rerank([first, ...ordered.filter((caption) => caption !== first)])
}

export function setNotes(document: PairDocument, typed: string): Diff {
  const notes = typed.slice(0, 10_000)
  const { review } = document
  return review.notes === notes ? [] : [{ type: 'review.set', from: { notes: review.notes }, to: { notes } }]
}

function rerank(ordered: readonly Caption[]): Diff {
  return ordered.flatMap((caption, rank): Diff =>
    caption.rank === rank
      ? []
      : [{ type: 'caption.set', captionId: caption.id, from: { rank: caption.rank }, to: { rank } }],
  )
}

/** From the last to the first, so that each index holds when its change is applied and when it is reversed. */
export function removeLinks(document: PairDocument, isGone: (link: Link) => boolean): Diff {
  return document.links
    .map((link, index): Change => ({ type: 'link.remove', link, index }))
    .filter((change) => change.type === 'link.remove' && isGone(change.link))
    .reverse()
}

/** Each step gets the document as the steps before it left it. */
export function oneAfterAnother(
  document: PairDocument,
  steps: readonly ((document: PairDocument) => Diff)[],
): Diff {
  let present = document
  return steps.flatMap((step) => {
    const diff = step(present)
    present = applyDiff(present, diff)
    return diff
  })
}

/** Null where the words of the link were changed. Offsets are UTF-16 units. */
export function moveLink(link: Link, from: string, to: string): Link | null {
  const shorter = Math.min(from.length, to.length)
  let prefix = 0
  while (prefix < shorter && from[prefix] === to[prefix]) {
    prefix += 1
  }
  let suffix = 0
  while (suffix < shorter - prefix && from.at(-1 - suffix) === to.at(-1 - suffix)) {
    suffix += 1
  }
  if (link.end <= prefix) {
    return link
  }
  const shift = to.length - from.length
  return link.start >= from.length - suffix
    ? { ...link, start: link.start + shift, end: link.end + shift }
    : null
}
