import { z } from 'zod'
import { failWith, toFailure } from '../../contract/errors'
import { TRAINING_DEFAULTS } from '../../contract/training'
import type { TrainingOptions, TrainingPlan } from '../../contract/training'
import type { PairDocument, Region, Caption } from '../../domain/document'
import type { Homography, ReviewState } from '../../domain/pair'
import { warpToAfter } from '../../views/located-region'
import { rleArea } from '../../mask/rle'
import { listPackages } from '../../packages/list-packages'
import type { ListedPackage, PackageFolders } from '../../packages/list-packages'
import { openPackage } from '../../packages/read-package'
import type { ModelPackage } from '../../packages/read-package'
import type { StoredPair } from '../../store/pairs'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import { planTraining } from '../../training/fine-tuning/training-plan'
import type { PlanInput } from '../../training/fine-tuning/training-plan'
import { splitPairs } from '../../training/data/split'
import type { SplitSide, KnownSides } from '../../training/data/split'
import { fineTuneInfo } from '../../training/fine-tuning/fine-tune-setup'
import { imageInside } from '../image-inside'
import type { OpenProject } from '../open-project'
import { withSize } from '../pair-size'
import type { WorkerLane } from '../worker-lane'
import { fingerprintPairs } from './fingerprints'
import { statesNoChange } from '../../metrics/no-change'

/** The data that a run would begin with. */
export interface TrainingData {
  readonly plan: TrainingPlan
  readonly items: readonly CorrectedPair[]
  /** Pairs on neither side; the plan lists them. */
  readonly onNeitherSide: readonly CorrectedPair[]
  /** Of the model to begin with; null where there is none. */
  readonly from: { readonly id: string; readonly folder: string } | null
  readonly knownSides: KnownSides
}

export interface TrainingSources {
  readonly project: OpenProject
  readonly lane: WorkerLane
  readonly packages: PackageFolders
  /** The name of the proposer in use. */
  readonly inUse: string
  /** Seconds of a step of a family on this machine; null where none was measured yet. */
  readonly secondsPerStep: (family: string) => number | null
  /** Aborted when the project is closed. */
  readonly signal?: AbortSignal
}

const SPLIT_NAME = 'training-split'
const BOTH_SIDES_REASON =
  'Earlier runs trained on a pair of its group and held out another, so it fits neither side. Another grouping may free it.'
const knownSidesSchema = z.record(z.string(), z.enum(['train', 'held-out'])).catch({})

/** Collects every pair that the options select. */
export async function gatherTrainingData(
  sources: TrainingSources,
  options: TrainingOptions,
): Promise<TrainingData> {
  const { project, lane, secondsPerStep, signal } = sources
  const { found: all, leftOut } = await gatherPairs(project, options)
  const knownSides = readKnownSides(project)
  const fingerprints = await fingerprintPairs(
    project.cacheFolder,
    lane,
    all.map(({ item }) => item),
    signal,
  )
  const pairs = all.map(({ item: { key, before, after } }, index) => ({
    key,
    before,
    after,
    fingerprints: fingerprints[index],
  }))
  const share = options.advanced.heldOut ?? TRAINING_DEFAULTS.heldOut
  const split = await splitPairs(pairs, options.grouping, share, knownSides, project.store.pairs.keys())
  const sided = all.map((one, index) => ({ ...one, side: split.sides[index] }))
  const found = sided.filter(({ side }) => side !== null)
  const onNeitherSide = sided.filter(({ side }) => side === null).map(({ item }) => item)
  leftOut.push(...onNeitherSide.map(({ key }) => ({ key, reason: BOTH_SIDES_REASON })))
  const items = found.map(({ item, side }) => ({ ...item, isHeldOut: side === 'held-out' }))
  const start = await chooseModel(sources, options.from)
  const model: PlanInput['model'] =
    'reason' in start
      ? start
      : {
          id: start.manifest.id,
          family: start.manifest.family,
          categories: start.manifest.categories,
          tokenizer: start.tokenizer,
        }
  const plan = planTraining({
    items,
    states: found.map(({ state }) => state),
    split,
    heldOutBefore: found.filter(({ item }) => knownSides[item.key] === 'held-out').length,
    leftOut,
    model,
    options,
    secondsPerStep: 'reason' in start ? null : secondsPerStep(start.manifest.family),
  })
  const from = 'reason' in start ? null : { id: start.manifest.id, folder: start.folder }
  return { plan, items, onNeitherSide, from, knownSides }
}

/** Stores the sides of these pairs for all later runs. */
export function saveSplit(project: OpenProject, { items, knownSides }: TrainingData): void {
  const sides = items.map(({ key, isHeldOut }): [string, SplitSide] => [
    key,
    isHeldOut ? 'held-out' : 'train',
  ])
  project.store.meta.set(SPLIT_NAME, JSON.stringify({ ...knownSides, ...Object.fromEntries(sides) }))
}

function readKnownSides({ store }: OpenProject): KnownSides {
  return knownSidesSchema.parse(JSON.parse(store.meta.get(SPLIT_NAME) ?? '{}'))
}

interface FoundPair {
  readonly item: CorrectedPair
  readonly state: ReviewState
}

async function gatherPairs(
  project: OpenProject,
  { states, search }: TrainingOptions,
): Promise<{ found: FoundPair[]; leftOut: TrainingPlan['leftOut'] }> {
  const found: FoundPair[] = []
  const leftOut: TrainingPlan['leftOut'] = []
  for (const pairId of project.store.pairs.find({ states, search, hasProblem: null }, 'key')) {
    const stored = project.store.pair(pairId)
    try {
      const pair = await withSize(project, stored)
      if (pair.problem !== null) {
        throw failWith('unavailable', pair.problem.message)
      }
      const document = project.store.document(pair)
      found.push({ item: await correctedPairOf(project, pair, document), state: document.review.state })
    } catch (error) {
      leftOut.push({ key: stored.key, reason: toFailure(error).message })
    }
  }
  return { found, leftOut }
}

/** @throws ContractError where its files or masks cannot be used */
async function correctedPairOf(
  project: OpenProject,
  pair: StoredPair,
  document: PairDocument,
): Promise<CorrectedPair> {
  const regions = document.regions
    .filter(({ status }) => status !== 'rejected')
    .map((region) => withAfterMask(region, pair.alignment))
    .filter(({ mask, beforeMask }) => rleArea(mask) > 0 || beforeMask !== null)
  if (regions.some(({ mask: { size } }) => size[0] !== pair.height || size[1] !== pair.width)) {
    throw failWith('unavailable', 'A mask has another size than the image.')
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
    before: await imageInside(project.folder, pair.before),
    after: await imageInside(project.folder, pair.after),
    regions: regions.map(({ category, mask, beforeMask }) => ({ category, mask, beforeMask })),
    isUnchanged,
    captions: captions.map(({ text }) => text),
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

/** The named model, else the one in use, else the first that can be trained. */
async function chooseModel(
  { packages, inUse }: TrainingSources,
  wanted: string | null,
): Promise<ModelPackage | { reason: string }> {
  const listed = await listPackages(packages)
  const named = (id: string): ListedPackage | undefined =>
    listed.find(({ found }) => 'manifest' in found && found.manifest.id === id)
  const chosen = wanted === null ? (named(inUse) ?? listed.find(isTrainable)) : named(wanted)
  if (chosen === undefined) {
    return { reason: wanted === null ? 'none that can be trained is there' : `none is named ${wanted}` }
  }
  try {
    const opened = await openPackage(chosen.folder)
    const { id, family } = opened.manifest
    if (fineTuneInfo(family) === null) {
      return { reason: `${id} is of the family ${family}, which this Deltascribe does not know` }
    }
    return opened
  } catch (error) {
    return { reason: error instanceof Error ? error.message.replace(/\.$/, '') : String(error) }
  }
}

function isTrainable({ found }: ListedPackage): boolean {
  return 'manifest' in found && fineTuneInfo(found.manifest.family) !== null
}

/** The training labels of a pair without regions. */
export interface RegionlessLabels {
  /** False where it may have changed somewhere unknown. */
  readonly isUnchanged: boolean
  readonly captions: readonly Caption[]
}

/**
 * The labels of a document without regions, from its captions that are not blank. Written or imported captions decide:
 * one that is not known to state "no change" may describe a change without a region. Where all captions are proposed, a
 * pair that was accepted, or whose regions were rejected, is unchanged, and proposed captions of a change are dropped.
 */
export function regionlessLabels(
  { review, regions }: Pick<PairDocument, 'review' | 'regions'>,
  captions: readonly Caption[],
): RegionlessLabels {
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

function describesNoChange({ text }: Caption): boolean {
  return statesNoChange(text)
}
