import type { Caption, PairDocument, Region } from '../../domain/document'
import { rleArea, subtractRle, unionRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { EventTable } from '../../store/documents'
import type { StoredPair } from '../../store/pair-records'
import type { ProposalTable } from '../../store/proposals'
import type { LabelMaker, LabelOrigins } from '../../training/data/label-origins'

/** What is read of a store. */
interface OriginStore {
  readonly proposals: Pick<ProposalTable, 'get'>
  readonly events: Pick<EventTable, 'diffsAfter'>
}

interface Labels {
  /** Those that were not rejected, with their masks in the after frame. */
  readonly regions: readonly Region[]
  readonly captions: readonly Caption[]
}

/**
 * Which models made the labels of a pair.
 * @param withAfterMask gives a region of a proposal its mask in the after frame
 */
export function originsOf(
  store: OriginStore,
  { id: pairId, baseProposalId }: Pick<StoredPair, 'id' | 'baseProposalId'>,
  document: PairDocument,
  { regions, captions }: Labels,
  withAfterMask: (region: Region) => Region,
): LabelOrigins {
  const ids = new Set(
    [...document.regions, ...captions].flatMap(({ source }) =>
      source.kind === 'proposal' ? [source.proposalId] : [],
    ),
  )
  const proposals = [...new Set([...ids, ...(baseProposalId === null ? [] : [baseProposalId])])].flatMap(
    (proposalId) => store.proposals.get(proposalId) ?? [],
  )
  const makers = new Map<number, LabelMaker>(
    proposals.map(({ id, proposer, version }) => [id, { model: proposer, version }]),
  )
  const makerOf = ({ source }: Pick<Caption, 'source'>): LabelMaker | null =>
    source.kind === 'proposal'
      ? (makers.get(source.proposalId) ?? UNKNOWN)
      : source.kind === 'model'
        ? { model: source.model, version: source.version }
        : null
  const whole = unionOf(regions)
  const proposed = proposals
    .filter((proposal) => isSame(whole, unionOf(proposal.regions.map(withAfterMask))))
    .map(({ proposer: model, version }) => ({ model, version }))
  const proposedRegions = proposals.flatMap((proposal) => proposal.regions)
  const answer = answeredBy(document, makerOf, () => [...proposedRegions, ...addedRegions(store, pairId)])
  return { masks: [...proposed, ...(answer === null ? [] : [answer])], captions: captions.map(makerOf) }
}

/** A proposal that is no longer stored. */
const UNKNOWN: LabelMaker = { model: '', version: '' }

/**
 * The model that all regions are of, as for another threshold, and whose masks nobody has changed since; null where there
 * is none, or a region was rejected.
 * @param originals regions as they came, the latest last
 */
function answeredBy(
  { regions }: PairDocument,
  makerOf: (region: Region) => LabelMaker | null,
  originals: () => readonly Region[],
): LabelMaker | null {
  const isAnswer = regions.some(({ source }) => source.kind === 'model')
  const [maker, ...others] = regions.map(makerOf)
  const isOfOne = others.every((other) => other?.model === maker?.model && other?.version === maker?.version)
  if (!isAnswer || !isOfOne || maker === null || regions.some(({ status }) => status === 'rejected')) {
    return null
  }
  const masks = new Map(originals().map(({ id, mask }) => [id, mask.counts]))
  return regions.every(({ id, mask }) => masks.get(id) === mask.counts) ? maker : null
}

function addedRegions(store: OriginStore, pairId: number): Region[] {
  return store.events
    .diffsAfter(pairId, 0)
    .flat()
    .flatMap((change) => (change.type === 'region.add' ? [change.region] : []))
}

/** Null without a region. */
function unionOf(regions: readonly Pick<Region, 'mask'>[]): Rle | null {
  const [first, ...others] = regions.map(({ mask }) => mask)
  return first === undefined ? null : others.reduce(unionRle, first)
}

function isSame(a: Rle | null, b: Rle | null): boolean {
  const [area, other] = [a, b].map((mask) => (mask === null ? 0 : rleArea(mask)))
  if (area !== other || a === null || b === null || area === 0) {
    return area === other
  }
  return a.size.every((side, at) => side === b.size[at]) && rleArea(subtractRle(a, b)) === 0
}
