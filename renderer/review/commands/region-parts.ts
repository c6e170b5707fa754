import { create } from 'zustand'
import type { Change, Diff } from '../../../src/domain/diff'
import { MOST_PARTS } from '../../../src/domain/document'
import type { Link, PairDocument, Region } from '../../../src/domain/document'
import type { Homography } from '../../../src/domain/pair'
import { connectedParts } from '../../../src/domain/region-parts'
import type { PartMasks } from '../../../src/domain/region-parts'
import { rectOf } from '../../../src/mask/measures'
import { boxGap } from '../../../src/mask/rect'
import { intersectRle, rleArea, unionRle, xorRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { showSection } from '../../state/fields'
import { notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { applyEdit, useReviewDocument } from '../document'
import { useReviewSession } from '../session'
import { commitDrafts } from './drafts'
import { oneAfterAnother, removeRegion } from './edits'
import { regionInHand } from './names'

const { labels, parts: words } = text.review

/** The region whose menu of regions to join with is open. */
export const useJoinMenu = create<{ regionId: string | null }>()(() => ({ regionId: null }))

interface Parts {
  /** Fewer than two if it cannot be taken apart. */
  readonly masks: readonly PartMasks[]
  /** They are what it was joined from, else the pieces that do not touch. */
  readonly areJoined: boolean
}

export function partsOf(region: Region, alignment: Homography | null): Parts {
  const { parts = [] } = region
  return parts.length > 0 && isUnpainted(region.mask, parts)
    ? { masks: parts, areJoined: true }
    : { masks: connectedParts(region, alignment), areJoined: false }
}

/** Whether a joined mask is still made of whole parts; where a moved thing was is no part of its mask. */
function isUnpainted(mask: Rle, parts: readonly PartMasks[]): boolean {
  const inside = parts.filter((part) => rleArea(intersectRle(part.mask, mask)) > 0)
  return rleArea(mask) === 0
    ? inside.length === 0
    : inside.length > 0 && rleArea(xorRle(inside.map((part) => part.mask).reduce(unionRle), mask)) === 0
}

/** Of the region in hand, else of the first that was joined. */
export function takeApartInHand(): void {
  const region = regionInHand(({ parts = [] }) => parts.length > 0, words.nothingJoined)
  if (region !== null) {
    takeApart(region)
  }
}

export function takeApart(region: Region): void {
  commitDrafts()
  const parts = partsOf(region, useReviewDocument.getState().open?.pair.alignment ?? null)
  if (parts.masks.length < 2) {
    notify('info', words.isOne)
    return
  }
  const ids = parts.masks.map(() => crypto.randomUUID())
  if (applyEdit(labels.takeApart, (document) => inParts(document, region.id, { parts, ids })) !== null) {
    useReviewSession.getState().selectRegion(ids[0])
  }
}

/** Those that a region can be joined with, the nearest first. */
export function joinableWith({ regions }: PairDocument, region: Region): Region[] {
  const gap = (other: Region): number => boxGap(rectOf(shown(region)), rectOf(shown(other)))
  return regions
    .filter(({ id, status, mask }) => {
      return id !== region.id && status !== 'rejected' && String(mask.size) === String(region.mask.size)
    })
    .map((other) => ({ other, gap: gap(other) }))
    .sort((a, b) => a.gap - b.gap)
    .map(({ other }) => other)
}

export function openJoinMenu(): void {
  const { selectedRegionId } = useReviewSession.getState()
  const document = useReviewDocument.getState().open?.document
  const region = document?.regions.find(({ id }) => id === selectedRegionId)
  if (document === undefined || region === undefined) {
    notify('info', words.chooseFirst)
  } else if (joinableWith(document, region).length === 0) {
    notify('info', words.isAlone)
  } else {
    showSection('regions')
    showJoinMenu(region.id)
  }
}

export function showJoinMenu(regionId: string): void {
  commitDrafts()
  useJoinMenu.setState({ regionId })
}

export function closeJoinMenu(): void {
  useJoinMenu.setState({ regionId: null })
}

/** The other region goes into the first, which keeps its category. */
export function joinRegions(regionId: string, otherId: string): void {
  applyEdit(labels.join, (document) => asOne(document, regionId, otherId))
}

/** The mask of a thing that vanished is in the before frame alone. */
function shown({ mask, beforeMask }: PartMasks): Rle {
  return rleArea(mask) === 0 && beforeMask !== null ? beforeMask : mask
}

/** Diffs for regions that are taken apart or joined. Each is empty where a region is not there any more. */

/**
 * Replaces a region by its parts, without a name. What was joined is proposed again. Links of words to the region
 * become links to the first part.
 */
function inParts(
  document: PairDocument,
  regionId: string,
  { parts, ids }: { parts: Parts; ids: readonly string[] },
): Diff {
  const index = document.regions.findIndex(({ id }) => id === regionId)
  const whole = document.regions.at(index)
  if (index === -1 || whole === undefined) {
    return []
  }
  const { category, source, score, status } = whole
  const regions = parts.masks.map(({ mask, beforeMask }, at): Region => {
    const state = parts.areJoined ? 'proposed' : status
    return { id: ids[at], mask, beforeMask, category, status: state, source, score, name: null }
  })
  return [
    ...removeRegion(document, regionId),
    ...regions.map((region, at): Change => ({ type: 'region.add', region, index: index + at })),
    ...linksTo(ids[0], document, [regionId]),
  ]
}

function asOne(document: PairDocument, regionId: string, otherId: string): Diff {
  const { regions } = document
  const [region, other] = [regionId, otherId].map((wanted) => regions.find(({ id }) => id === wanted))
  if (region === undefined || other === undefined) {
    return []
  }
  const { parts: _as, ...whole } = region
  const parts = [region, other].flatMap(({ mask, beforeMask, parts = [] }) => {
    return parts.length > 0 ? parts : [{ mask, beforeMask }]
  })
  const joined: Region = {
    ...whole,
    status: 'accepted',
    mask: unionRle(region.mask, other.mask),
    beforeMask: unionOrEither(region.beforeMask, other.beforeMask),
    ...(parts.length <= MOST_PARTS ? { parts } : {}),
  }
  const index = regions.filter(({ id }) => id !== otherId).indexOf(region)
  return [
    ...oneAfterAnother(document, [
      (present) => removeRegion(present, otherId),
      (present) => removeRegion(present, regionId),
      () => [{ type: 'region.add', region: joined, index }],
    ]),
    ...linksTo(regionId, document, [regionId, otherId]),
  ]
}

function unionOrEither(a: Rle | null, b: Rle | null): Rle | null {
  return a === null || b === null ? (a ?? b) : unionRle(a, b)
}

/** The links of regions that are gone, each where it was, to the region in their place; equal ones once. */
function linksTo(regionId: string, { links }: PairDocument, gone: readonly string[]): Change[] {
  return links
    .map((link) => (gone.includes(link.regionId) ? { link: { ...link, regionId }, isMoved: true } : { link }))
    .filter(({ link, isMoved }, at, all) => {
      return isMoved !== true || all.findIndex((one) => isSame(one.link, link)) === at
    })
    .flatMap(({ link, isMoved }, index) => {
      return isMoved === true ? [{ type: 'link.add' as const, link, index }] : []
    })
}

function isSame(a: Link, b: Link): boolean {
  return a.captionId === b.captionId && a.regionId === b.regionId && a.start === b.start && a.end === b.end
}
