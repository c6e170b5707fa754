import { failWith } from '../../contract/errors'
import type { TrainingOptions, TrainingPlan } from '../../contract/training'
import type { PairDocument, Region, RegionStatus, Source } from '../../domain/document'
import type { Homography, ReviewState } from '../../domain/pair'
import { warpToAfter } from '../../views/located-region'
import { rleArea } from '../../mask/rle'
import type { StoredPair } from '../../store/pair-records'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import type { PlannedItem } from '../../training/fine-tuning/training-plan'
import { eachRegion } from '../../dataset/export/export-pair'
import type { FactsItem } from '../../dataset/export/export-pair'
import { readDocument, withSize } from '../pictures/pair-images'
import { framePathsOf } from '../pictures/value-mappings'
import type { OpenProject } from '../project/open-project'
import { statesNoChange } from '../../metrics/no-change'
import { originsOf } from './label-origins'
import { message, messageTextOf, messageIn } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** Facts of a pair that a plan counts. */
export type CountedPair = Omit<PlannedItem, 'key' | 'isHeldOut'>

interface FoundPair {
  readonly item: CorrectedPair
  readonly state: ReviewState
}

/** What is read of a project: a worker does not open it. */
export type TrainedProject = Pick<OpenProject, 'folder' | 'store' | 'cacheFolder'>

export async function gatherPairs(
  project: TrainedProject,
  { states, search }: TrainingOptions,
): Promise<{ found: FoundPair[]; leftOut: TrainingPlan['leftOut'] }> {
  const found: FoundPair[] = []
  const leftOut: TrainingPlan['leftOut'] = []
  for (const pairId of project.store.pairs.find({ states, search, hasProblem: null }, 'key')) {
    const { pair: stored, document } = readDocument(project, project.store.pair(pairId))
    try {
      const pair = await withSize(project, stored)
      if (pair.problem !== null || document === null) {
        const damaged = message('shortages.damagedWork')
        throw failWith('unavailable', pair.problem === null ? damaged : messageIn(pair.problem))
      }
      found.push({ item: await correctedPairOf(project, pair, document), state: document.review.state })
    } catch (error) {
      leftOut.push({ key: stored.key, reason: messageTextOf(error) })
    }
  }
  return { found, leftOut }
}

/** Counts a pair like `gatherPairs`, without its document. Returns the reason if it cannot be used. */
export function countedPairOf(item: FactsItem): { item: CountedPair } | { reason: MessageText } {
  const { problem, width, height, facts, state, isMeasured } = item
  const regions = facts.regions.filter(({ hasPixels }) => hasPixels)
  if (problem !== null) {
    return { reason: messageIn(problem) }
  }
  if (isMeasured && regions.some((region) => region.width !== width || region.height !== height)) {
    return { reason: message('shortages.otherSize') }
  }
  const written = facts.captions.map(({ text, isProposed }) => {
    return { text, source: { kind: isProposed ? 'proposal' : 'person' } as const }
  })
  const rejected = Array.from({ length: facts.rejectedCount }, () => ({ status: 'rejected' }) as const)
  const { isUnchanged, captions } =
    regions.length > 0
      ? { isUnchanged: false, captions: written }
      : regionlessLabels({ review: { state }, regions: rejected }, written)
  return {
    item: {
      regions: eachRegion(regions),
      captions: captions.map(({ text }) => text),
      isUnchanged,
    },
  }
}

/** @throws ContractError if its files or masks cannot be used */
async function correctedPairOf(
  project: TrainedProject,
  pair: StoredPair,
  document: PairDocument,
): Promise<CorrectedPair> {
  const regions = document.regions
    .filter(({ status }) => status !== 'rejected')
    .map((region) => withAfterMask(region, pair.alignment))
    .filter(({ mask, beforeMask }) => rleArea(mask) > 0 || beforeMask !== null)
  if (regions.some(({ mask: { size } }) => size[0] !== pair.height || size[1] !== pair.width)) {
    throw failWith('unavailable', message('shortages.otherSize'))
  }
  const written = document.captions.filter(({ text }) => text.trim() !== '')
  const { isUnchanged, captions } =
    regions.length > 0 ? { isUnchanged: false, captions: written } : regionlessLabels(document, written)
  const links = document.links
    .map(({ captionId, regionId, start, end }) => ({
      caption: placeOf(captions, captionId),
      region: placeOf(regions, regionId),
      start,
      end,
    }))
    .filter(({ caption, region }) => caption >= 0 && region >= 0)
  return {
    pairId: pair.id,
    key: pair.key,
    ...(await framePathsOf(project, pair)),
    regions: regions.map(({ category, mask, beforeMask }) => ({ category, mask, beforeMask })),
    isUnchanged,
    captions: captions.map(({ text }) => text),
    origins: originsOf(project.store, pair, document, { regions, captions }, (region) =>
      withAfterMask(region, pair.alignment),
    ),
    links,
    isHeldOut: false,
  }
}

/** A region with a mask in the before frame alone was removed: the warped mask becomes its mask in the after frame. */
function withAfterMask(region: Region, alignment: Homography | null): Region {
  const beforeMask = region.beforeMask !== null && rleArea(region.beforeMask) > 0 ? region.beforeMask : null
  if (rleArea(region.mask) > 0 || beforeMask === null) {
    return { ...region, beforeMask }
  }
  return { ...region, beforeMask, mask: warpToAfter(beforeMask, alignment) }
}

function placeOf(list: readonly { id: string }[], id: string): number {
  return list.findIndex((one) => one.id === id)
}

/** The training labels of a pair without regions. */
interface RegionlessLabels<C> {
  /** False where it may have changed somewhere unknown. */
  readonly isUnchanged: boolean
  readonly captions: readonly C[]
}

interface Reviewed {
  readonly review: { readonly state: ReviewState }
  readonly regions: readonly { readonly status: RegionStatus }[]
}

interface Sourced {
  readonly text: string
  readonly source: Pick<Source, 'kind'>
}

/**
 * The labels of a document without regions, from its captions that are not blank. Written or imported captions decide:
 * one that is not known to state "no change" may describe a change without a region. Where all captions are proposed, a
 * pair that was accepted, or whose regions were rejected, is unchanged, and proposed captions of a change are dropped.
 */
export function regionlessLabels<C extends Sourced>(
  { review, regions }: Reviewed,
  captions: readonly C[],
): RegionlessLabels<C> {
  const own = captions.filter(({ source }) => source.kind !== 'proposal')
  const isDecided =
    review.state === 'accepted' ||
    review.state === 'corrected' ||
    regions.some(({ status }) => status === 'rejected')
  const isUnchanged =
    own.length > 0 ? own.some(describesNoChange) : isDecided || captions.some(describesNoChange)
  if (!isUnchanged) {
    return { isUnchanged, captions }
  }
  return {
    isUnchanged,
    captions: captions.filter((caption) => own.includes(caption) || describesNoChange(caption)),
  }
}

function describesNoChange({ text }: Sourced): boolean {
  return statesNoChange(text)
}
