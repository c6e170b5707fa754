import { setImmediate } from 'node:timers/promises'
import { failWith } from '../contract/errors'
import { CARRIED_PROPOSER } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import type { Carried } from '../contract/sequences'
import type { PairDocument, Region } from '../domain/document'
import { carryRle } from '../domain/carry-placed'
import { compose, IDENTITY, invert } from '../domain/homography'
import type { Homography, Pair } from '../domain/pair'
import { unrejectedRegions } from '../domain/review'
import { rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { message } from '../messages/message'
import type { StoredPair } from '../store/pair-records'
import type { OpenProject } from './project/open-project'
import { pairGeoreference } from './pair-georeference'
import { readDocument, withPresentSize } from './pictures/pair-images'

/**
 * Offers the accepted regions of a pair to the next pair of its sequence: of a pair that is accepted or corrected all that
 * are not rejected. Nobody's work changes.
 * @throws ContractError `conflict` where there is no next pair, nothing is accepted, or the frames do not fit
 */
export async function carryRegions(project: OpenProject, pairId: number): Promise<Carried> {
  const { store } = project
  const { document, pair: read } = readDocument(project, store.pair(pairId))
  const pair = await withPresentSize(project, read)
  const nextId = store.pairs.sequences.next(pair)
  if (nextId === null) {
    throw failWith('conflict', message('sequences.noNext', { key: pair.key }))
  }
  const next = await withPresentSize(project, store.pair(nextId))
  const accepted = document === null ? [] : acceptedRegions(document)
  if (accepted.length === 0) {
    throw failWith('conflict', message('sequences.nothingAccepted', { key: pair.key }))
  }
  await requireOneGrid(project, pair, next)
  const regions = await movedRegions(accepted, pair, next)
  if (regions.length === 0) {
    throw failWith('conflict', message('sequences.outside', { key: next.key }))
  }
  const known = sameOffer(project, next.id, regions)
  const { id: proposalId } =
    known ?? store.addProposal(offerOf(pair, next, regions, accepted.length), { isOffer: true })
  return {
    proposalId,
    pairId: next.id,
    key: next.key,
    regionCount: regions.length,
    isKnown: known !== null,
  }
}

function acceptedRegions(document: PairDocument): Region[] {
  const isDecided = ['accepted', 'corrected'].includes(document.review.state)
  return unrejectedRegions(document).filter(
    ({ status, mask }) => (isDecided || status === 'accepted') && rleArea(mask) > 0,
  )
}

/** @throws ContractError `conflict` where pixels of one pair are not pixels of the other */
async function requireOneGrid({ folder }: OpenProject, pair: StoredPair, next: StoredPair): Promise<void> {
  for (const one of [pair, next]) {
    if (one.problem !== null || (await pairGeoreference(folder, one))?.overlay != null) {
      throw failWith('conflict', message('sequences.otherGrid', { key: one.key }))
    }
  }
  if (pair.width !== next.width || pair.height !== next.height) {
    throw failWith('conflict', message('sequences.otherSize', { key: next.key }))
  }
}

/**
 * From pixels of the after frame of a pair to those of the next one. The frame that both share is the after frame of the
 * pair, or where each date is paired with the first, its before frame.
 */
function wayToNext(
  pair: Pick<Pair, 'before' | 'after' | 'alignment'>,
  next: Pick<Pair, 'before' | 'alignment'>,
): Homography | null {
  const onward = next.alignment ?? IDENTITY
  if (next.before === pair.after) {
    return onward
  }
  const back = invert(pair.alignment ?? IDENTITY)
  return back === null ? null : compose(back, onward)
}

/** Without those that come to lie outside of the frame. */
async function movedRegions(
  regions: readonly Region[],
  pair: StoredPair,
  next: StoredPair,
): Promise<Region[]> {
  const way = wayToNext(pair, next)
  const back = way === null ? null : invert(way)
  const moved: Region[] = []
  for (const [index, { category, mask, source }] of regions.entries()) {
    const there = way === null || back === null || isIdentity(way) ? mask : movedMask(mask, back)
    if (rleArea(there) > 0) {
      const id = `carried-${index + 1}`
      moved.push({ id, category, status: 'proposed', mask: there, beforeMask: null, source, score: null })
    }
    await setImmediate()
  }
  return moved
}

function isIdentity(way: Homography): boolean {
  return way.every((value, index) => Math.abs(value - IDENTITY[index]) < 1e-9)
}

function movedMask(mask: Rle, back: Homography): Rle {
  const [height, width] = mask.size
  return carryRle(mask, back, { width, height })
}

function textOf(regions: readonly Region[]): string {
  return regions.map(({ category, mask }) => `${category} ${mask.counts}`).join('\n')
}

/** The newest offer of the pair, where it has these very regions. */
function sameOffer(
  { store }: OpenProject,
  pairId: number,
  regions: readonly Region[],
): { id: number } | null {
  const newest = store.proposals.ofPair(pairId).find(({ proposer }) => proposer === CARRIED_PROPOSER)
  const held = newest === undefined ? null : store.proposals.get(newest.id)
  return held !== null && textOf(held.regions) === textOf(regions) ? held : null
}

function offerOf(
  pair: StoredPair,
  next: StoredPair,
  regions: Region[],
  acceptedCount: number,
): Omit<Proposal, 'id'> {
  const lost = acceptedCount - regions.length
  return {
    pairId: next.id,
    madeAt: Date.now(),
    proposer: CARRIED_PROPOSER,
    version: '1',
    provider: 'cpu',
    milliseconds: {},
    score: 1,
    alignment: null,
    remarks: [
      message('sequences.carriedFrom', { key: pair.key }),
      ...(lost > 0 ? [message('sequences.lost', { count: lost })] : []),
    ],
    regions,
    captions: [],
    links: [],
    agreement: null,
  }
}
