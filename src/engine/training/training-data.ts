import { TRAINING_DEFAULTS } from '../../contract/training'
import type { TrainingOptions, TrainingPlan } from '../../contract/training'
import { identityOf } from '../../packages/any-package'
import { listPackages } from '../../packages/list-packages'
import type { ListedPackage, PackageFolders } from '../../packages/list-packages'
import { openPackage } from '../../packages/read-package'
import type { ModelPackage } from '../../packages/read-package'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import { planTraining } from '../../training/fine-tuning/training-plan'
import type { PlanInput } from '../../training/fine-tuning/training-plan'
import type { KnownSides, SplitSide } from '../../training/data/split'
import { fineTuneInfo } from '../../training/fine-tuning/fine-tune-setup'
import { EventLoopTurns } from '../../process/event-loop-turns'
import type { ReviewState } from '../../domain/pair'
import { countedItems } from '../counted-items'
import type { OpenProject } from '../project/open-project'
import type { InferenceLane } from '../lanes/inference-lane'
import { countedPairOf, gatherPairs } from './corrected-pairs'
import { cachedFingerprints, fingerprintPairs } from './fingerprints'
import { withExportedSides } from './known-sides'
import { splitFound } from './split-found'
import type { FoundToSplit } from './split-found'
import type { CountedPair, TrainedProject } from './corrected-pairs'
import type { MessageText } from '../../messages/message'
import { message, messageTextOf } from '../../messages/message'
import { getSetting, projectSettings, setSetting } from '../project/project-settings'

/** The data that a run would begin with. */
export interface TrainingData {
  readonly plan: TrainingPlan
  readonly items: readonly CorrectedPair[]
  /** Pairs on neither side; the plan lists them. */
  readonly onNeitherSide: readonly CorrectedPair[]
  /** Of the model to begin with; null where there is none. */
  readonly from: { readonly id: string; readonly family: string; readonly folder: string } | null
  /** Of earlier runs. */
  readonly earlierSides: KnownSides
}

export interface TrainingSources<P extends TrainedProject = OpenProject> {
  readonly project: P
  readonly lane: InferenceLane
  readonly packages: PackageFolders
  /** The name of the proposer in use. */
  readonly inUse: string
  /** Seconds of a step of a family on this machine; null where none was measured yet. */
  readonly secondsPerStep: (family: string) => number | null
  /** Aborted when the project is closed. */
  readonly signal?: AbortSignal
}

/** Pairs whose documents and images are read for a plan. Every image is held against every other one. */
const MOST_READ = 1000
const notCompared = message('shortages.splitEstimated')
const bothSides = message('shortages.bothSides')

/** Collects every pair that the options select. */
export async function gatherTrainingData(
  sources: TrainingSources<TrainedProject>,
  options: TrainingOptions,
): Promise<TrainingData> {
  const { project, lane, signal } = sources
  const { found, leftOut } = await gatherPairs(project, options)
  const items = found.map(({ item }) => item)
  const fingerprints = await fingerprintPairs(project.cacheFolder, lane, items, signal)
  const printsOf = cachedFingerprints(project.cacheFolder)
  return planned(sources, options, { found, leftOut, fingerprints, printsOf, estimates: [] })
}

/**
 * The plan of a run with these options. Of more than `mostRead` pairs the documents and images are not read: it counts
 * what the store knows, and says so.
 */
export async function previewTraining(
  sources: TrainingSources,
  options: TrainingOptions,
  mostRead = MOST_READ,
): Promise<TrainingPlan> {
  const { states, search } = options
  const chosen = { states, search, hasProblem: null }
  if (sources.project.store.pairs.find(chosen, 'key').length <= mostRead) {
    return (await gatherTrainingData(sources, options)).plan
  }
  const { items, notices } = await countedItems(sources.project, options)
  const found: Gathered<CountedPair>['found'] = []
  const leftOut: TrainingPlan['leftOut'] = []
  const turns = new EventLoopTurns()
  for (const item of items) {
    const { key, beforePath: before, afterPath: after, state } = item
    const counted = countedPairOf(item)
    if ('reason' in counted) {
      leftOut.push({ key, reason: counted.reason })
    } else {
      const { regions, captions, isUnchanged } = counted.item
      found.push({ item: { regions, captions, isUnchanged, key, before, after }, state })
    }
    await turns.yieldToEventLoop()
  }
  const estimates = [notCompared, ...notices]
  const fingerprints = found.map(() => null)
  const gathered = { found, leftOut, fingerprints, printsOf: () => null, estimates }
  return (await planned(sources, options, gathered)).plan
}

interface Gathered<I> extends FoundToSplit {
  readonly found: { item: I & { key: string; before: string; after: string }; state: ReviewState }[]
  readonly leftOut: TrainingPlan['leftOut']
  readonly estimates: readonly MessageText[]
}

interface Planned<I> {
  plan: TrainingPlan
  items: (I & { key: string; isHeldOut: boolean })[]
  onNeitherSide: I[]
  from: TrainingData['from']
  earlierSides: KnownSides
}

async function planned<I extends CountedPair>(
  sources: TrainingSources<TrainedProject>,
  options: TrainingOptions,
  gathered: Gathered<I>,
): Promise<Planned<I>> {
  const { found: all, leftOut, estimates } = gathered
  const { project, secondsPerStep } = sources
  const { meta } = project.store
  const earlierSides = getSetting(meta, projectSettings.trainingSplit)
  const knownSides = withExportedSides(
    earlierSides,
    getSetting(meta, projectSettings.exportSplits),
    all.map(({ item }) => item.key),
  )
  const share = options.advanced.heldOut ?? TRAINING_DEFAULTS.heldOut
  const split = await splitFound(project, gathered, { grouping: options.grouping, share, knownSides })
  const turns = new EventLoopTurns()
  const items: Planned<I>['items'] = []
  const states: ReviewState[] = []
  const onNeitherSide: (I & { key: string })[] = []
  let heldOutBefore = 0
  for (const [index, { item, state }] of all.entries()) {
    const side = split.sides[index]
    if (side === null) {
      onNeitherSide.push(item)
      continue
    }
    items.push({ ...item, isHeldOut: side === 'held-out' })
    states.push(state)
    heldOutBefore += knownSides.get(item.key) === 'held-out' ? 1 : 0
    await turns.yieldToEventLoop()
  }
  const allLeftOut = [...leftOut, ...onNeitherSide.map(({ key }) => ({ key, reason: bothSides }))]
  const start = await chooseModel(sources, options.from)
  const plan = await planTraining({
    items,
    states,
    split,
    heldOutBefore,
    leftOut: allLeftOut,
    model: modelOf(start),
    options,
    secondsPerStep: 'reason' in start ? null : secondsPerStep(start.manifest.family),
    estimates,
  })
  const from =
    'reason' in start ? null : { id: start.manifest.id, family: start.manifest.family, folder: start.folder }
  return { plan, items, onNeitherSide, from, earlierSides }
}

function modelOf(start: ModelPackage | { reason: MessageText }): PlanInput['model'] {
  if ('reason' in start) {
    return start
  }
  const { manifest, tokenizer } = start
  const { id, version, family, categories } = manifest
  return { id, version, family, categories, tokenizer }
}

/** Stores the sides of these pairs for all later runs. */
export function saveSplit(project: Pick<OpenProject, 'store'>, { items, earlierSides }: TrainingData): void {
  const sides = items.map(({ key, isHeldOut }): [string, SplitSide] => [
    key,
    isHeldOut ? 'held-out' : 'train',
  ])
  setSetting(project.store.meta, projectSettings.trainingSplit, new Map([...earlierSides, ...sides]))
}

/** The named model, else the one in use, else the first that can be trained. */
async function chooseModel(
  { packages, inUse }: Pick<TrainingSources, 'packages' | 'inUse'>,
  wanted: string | null,
): Promise<ModelPackage | { reason: MessageText }> {
  const listed = await listPackages(packages)
  const named = (id: string): ListedPackage | undefined =>
    listed.find(({ found }) => !('problem' in found) && identityOf(found).id === id)
  const trainable = listed.filter(isTrainable)
  const present = trainable.find(({ found }) => 'manifest' in found && found.manifest.id === inUse)
  const chosen = wanted === null ? (present ?? trainable.at(0)) : named(wanted)
  if (chosen === undefined) {
    return {
      reason:
        wanted === null
          ? message('shortages.noneTrainable')
          : message('shortages.noneNamed', { name: wanted }),
    }
  }
  try {
    const opened = await openPackage(chosen.folder)
    const { id, family } = opened.manifest
    if (fineTuneInfo(family) === null) {
      return { reason: message('shortages.unknownFamily', { id, family }) }
    }
    return opened
  } catch (error) {
    return { reason: messageTextOf(error) }
  }
}

function isTrainable({ found }: ListedPackage): boolean {
  return 'manifest' in found && fineTuneInfo(found.manifest.family) !== null
}
