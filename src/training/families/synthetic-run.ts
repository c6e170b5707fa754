import type { TrainingGraph } from '../../graph'
import { StagedModel } from '../../models/predictor/staged-model'
import { openPackage } from '../../packages/read-package'
import { FAMILIES } from '../../models/registry'
import { PHRASE_LENGTH } from '../../models/layers/training-inputs'
import { oneOf } from '../../models/family'
import type { Family, FamilyModel, FamilyUse } from '../../models/family'
import { changeEntities } from '../../text/entities'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import type { Stepper } from '../train-step'
import { scoreSystem } from '../evaluation/change-scores'
import type { CaptionScores, ChangeScores } from '../evaluation/change-scores'
import { EntityRetriever } from './entity-retriever'
import { FamilySyntheticBatches } from './synthetic-batches'
import { loadInitialWeights, openRunSetup } from '../synthetic/run-setup'
import type { SyntheticRunOptions } from '../synthetic/run-setup'
import { trainOnSynthetic } from '../synthetic/synthetic-trainer'
import type { TrainingLogEntry } from '../synthetic/synthetic-trainer'
import { replicaBatchSize } from '../open-step'
import { readTrainingSet } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'

export interface FamilyRunOptions extends SyntheticRunOptions {
  readonly family: string
  /** Parts to leave out. */
  readonly without: readonly string[]
}

export type FamilyScores = ChangeScores & CaptionScores

interface FamilyStage {
  readonly graph: TrainingGraph
  /** Inputs that it reads. */
  readonly inputNames: ReadonlySet<string>
}

/** Rarer phrases of the training captions are not entities. */
const MIN_COUNT = 2
/** The most that a package may name. */
const MAX_ENTITIES = 1000
const DEV_BATCH = 16

/** Trains a family other than CCRC, from the newest checkpoint of `out` where there is one. @throws RangeError for an unknown family or part */
export async function trainFamily(
  options: FamilyRunOptions,
  onLine: (line: TrainingLogEntry) => void,
  onScores: (scores: FamilyScores) => void,
  signal: AbortSignal,
): Promise<void> {
  const { family, use } = trainableFamily(options.family)
  const pairs = (await Promise.all(options.data.map(readTrainingSet))).flat()
  const start = options.from === null ? null : await openPackage(options.from, family.name)
  const kind = {
    family: family.name,
    without: options.without,
    entities: (from: readonly TrainingPair[], words: Tokenizer) => entitiesOf(use, from, words),
  }
  const { categories, tokenizer, entities } = openRunSetup(options, kind, pairs, start)
  const sizes = {
    words: tokenizer.size,
    categories: categories.length,
    freezeEncoder: options.sight !== null,
  }
  const model = family.build(sizes, options.without)
  const batches = new FamilySyntheticBatches(tokenizer, model.inputs, use.fill)
  const network = async (step: Stepper): Promise<StagedModel> =>
    new StagedModel(
      { model, use, values: await step.parameters(), tokenizer, entities },
      { provider: 'cpu', threads: options.threads ?? 1 },
    )
  let retriever: EntityRetriever | null = null
  await trainOnSynthetic<FamilyStage, FamilyScores>(
    options,
    pairs,
    {
      stageAt: stagesOf(family, model, options),
      initialWeights: () => loadInitialWeights(options, start, model.parameters),
      makeBatch: (batch, seed, { inputNames }) => batches.make(batch, seed, { inputNames, retriever }),
      async onStageEnter({ inputNames }, step) {
        await retriever?.release()
        const search = inputNames.has('entities') ? use.entities : undefined
        retriever = search === undefined ? null : new EntityRetriever(await network(step), search)
      },
      async score({ inputNames }, step, dev) {
        const own = await network(step)
        const captions = inputNames.has('tokens')
        const propose = (batch: Parameters<StagedModel['predict']>[0]) => own.predict(batch, { captions })
        const {
          captions: captionScores,
          maskIou,
          accuracy,
        } = await scoreSystem(propose, dev, { batch: DEV_BATCH })
        await own.release()
        return { maskIou, accuracy, ...captionScores }
      },
      release: async () => retriever?.release(),
    },
    onLine,
    onScores,
    signal,
  )
}

/** @throws RangeError for one that is not there, or for CCRC, which has its own trainer */
export function trainableFamily(name: string): { family: Family; use: FamilyUse } {
  const names = [...FAMILIES.values()].filter(({ use }) => use !== null).map((each) => each.name)
  const family = FAMILIES.get(oneOf(names, name, 'family'))
  if (family === undefined || family.use === null) {
    throw new RangeError(`${name} has its own trainer.`)
  }
  return { family, use: family.use }
}

/** The stage at a fraction of the run; each graph is built when its phase begins. */
function stagesOf(
  { phases }: Family,
  model: FamilyModel,
  options: FamilyRunOptions,
): (share: number) => FamilyStage {
  const stages = new Map<string, FamilyStage>()
  return (share) => {
    let end = 0
    const phase = phases.find((each) => share < (end += each.share) - 1e-9) ?? phases[phases.length - 1]
    const known = stages.get(phase.name)
    if (known !== undefined) {
      return known
    }
    const graph = model.training(replicaBatchSize(options), phase.name, options.replicas)
    const stage = { graph, inputNames: new Set(graph.step.inputs.map(({ name }) => name)) }
    stages.set(phase.name, stage)
    return stage
  }
}

/** The most frequent phrases of the training captions that fit into `PHRASE_LENGTH`. */
function entitiesOf(
  { entities }: FamilyUse,
  pairs: readonly TrainingPair[],
  tokenizer: Tokenizer,
): readonly string[] {
  if (entities === undefined) {
    return []
  }
  const captions = pairs.flatMap(({ record }) => record.captions)
  return changeEntities(captions, { from: entities.from, least: MIN_COUNT })
    .map(({ name }) => name)
    .filter((name) => tokenizer.encode(name).length <= PHRASE_LENGTH)
    .slice(0, MAX_ENTITIES)
}
