import { changeEntities } from '../../../text/entities'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { TrainingPair } from '../../../training/data/training-set'
import type { FamilyTrainer } from '../../family'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import type { EncodeDecodeHooks } from '../../pair-data'
import { loadPackage } from '../predictor/load-package'
import type { EncodeDecodeParts } from '../predictor/load-package'
import { scoreSystem } from '../../../training/evaluation/change-scores'
import { replicaBatchSize, trainingStage } from '../../../training/task'
import type {
  TrainingStage,
  SyntheticTask,
  SyntheticTaskOptions,
  FineTuneTaskOptions,
  FineTuneTask,
} from '../../../training/task'
import { rateStarts } from '../../network'
import type { FamilyModel, FamilyNetwork } from '../../network'
import { StagedModel } from '../predictor/staged-model'
import { EntityRetriever } from './entity-retriever'
import { SyntheticBatches } from './synthetic-batches'
import type { ModelPackage } from '../../../packages/read-package'
import { CorrectedBatches } from './corrected-batches'
import { measureContributions } from './contributions'
import type { MeasureContributions } from './contributions'
import { EncodeDecodeScorer } from './held-out-scorer'
import { resizeWordEmbeddings } from '../../../training/resize-embeddings'

const DEV_BATCH = 16

/** A family for the trainer. */
export interface TrainedParts extends EncodeDecodeParts {
  readonly contributions: () => Promise<MeasureContributions>
}

/** All phases of a family, each for its share of the run. Entities are retrieved anew when a phase begins. */
export function encodeDecodeSyntheticTask(
  { network, hooks, contributions }: TrainedParts,
  options: SyntheticTaskOptions,
): SyntheticTask {
  const { tokenizer, categories, entities, without, freezeEncoder, threads } = options
  const sizes = { words: tokenizer.size, categories: categories.length, freezeEncoder }
  const model = network.build(sizes, without)
  const batches = new SyntheticBatches(tokenizer, model.inputs, hooks.fill)
  const open = (values: ReadonlyMap<string, Float32Array>): StagedModel =>
    new StagedModel({ model, hooks, values, tokenizer, entities }, { provider: 'cpu', threads: threads ?? 1 })
  let retriever: EntityRetriever | null = null
  return {
    parameters: model.parameters,
    stageAt: phaseStages(network, model, options),
    rateStarts: rateStarts(network.phases, without),
    batch: (pairs, seed, { inputNames }) => batches.make(pairs, seed, { inputNames, retriever }),
    async onStageEnter({ inputNames }, start) {
      await retriever?.release()
      const search = inputNames.has('entities') ? hooks.entities : undefined
      retriever = search === undefined ? null : new EntityRetriever(open(await start()), search)
    },
    async score({ inputNames }, step, dev) {
      const current = open(await step.parameters())
      const captions = inputNames.has('tokens')
      try {
        const scores = await scoreSystem((pairs) => current.predict(pairs, { captions }), dev, {
          batch: DEV_BATCH,
        })
        const { maskIou, accuracy } = scores
        const own = await measureContributions(await contributions(), current, batches, {
          pairs: dev,
          tokenizer,
          entities,
          without,
        })
        return { maskIou, accuracy, ...scores.captions, ...(own !== null && { contributions: own }) }
      } finally {
        await current.release()
      }
    },
    release: async () => retriever?.release(),
  }
}

/** The stage at a fraction of the run; each graph is built when its phase begins. */
function phaseStages(
  { phases }: FamilyNetwork,
  model: FamilyModel,
  options: SyntheticTaskOptions,
): (share: number) => TrainingStage {
  const stages = new Map<string, TrainingStage>()
  return (share) => {
    let end = 0
    const phase = phases.find((each) => share < (end += each.share) - 1e-9) ?? phases[phases.length - 1]
    const cached = stages.get(phase.name)
    if (cached !== undefined) {
      return cached
    }
    const stage = trainingStage(model.training(replicaBatchSize(options), phase.name, options.replicas))
    stages.set(phase.name, stage)
    return stage
  }
}

/** Rarer phrases of the training captions are not entities. */
const MIN_COUNT = 2
/** The most that a package may name. */
const MAX_ENTITIES = 1000

export function encodeDecodeTrainer(family: TrainedParts): FamilyTrainer {
  return {
    entities: (pairs, tokenizer) => frequentPhrases(family.hooks, pairs, tokenizer),
    syntheticTask: (options) => encodeDecodeSyntheticTask(family, options),
    fineTuneTask: (parent, tokenizer, options) =>
      encodeDecodeFineTuneTask(family, parent, tokenizer, options),
  }
}

/** The most frequent phrases of the training captions that fit into `PHRASE_LENGTH`. */
function frequentPhrases(
  { entities }: EncodeDecodeHooks,
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

/**
 * All of the run is in the last phase. Parameters frozen in that phase (similarity of phrases
 * and pictures, codes of cells) stay frozen, so entities are retrieved once for each crop.
 * @throws PackageError for a family or a part that is not known
 */
async function encodeDecodeFineTuneTask(
  { network, hooks }: EncodeDecodeParts,
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { batch, replicas, threads }: FineTuneTaskOptions,
): Promise<FineTuneTask> {
  const { parts: first, manifest } = await loadPackage(parent.folder, { network, hooks })
  const { without, entities } = manifest
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = network.build(sizes, without)
  const parts = { model, hooks, tokenizer, entities: first.entities }
  const phase = network.phases[network.phases.length - 1].name
  const stage = trainingStage(model.training(replicaBatchSize({ batch, replicas }), phase, replicas))
  const { inputNames } = stage
  const values = resizeWordEmbeddings(
    first.values,
    { tokenizer: first.tokenizer, parameters: first.model.parameters },
    { tokenizer, parameters: model.parameters },
  )
  const search = inputNames.has('entities') ? hooks.entities : undefined
  const retriever =
    search === undefined
      ? null
      : new EntityRetriever(new StagedModel({ ...parts, values }, { provider: 'cpu', threads }), search)
  const corrected = new CorrectedBatches(tokenizer, model.inputs, hooks.fill)
  const replayed = new SyntheticBatches(tokenizer, model.inputs, hooks.fill)
  return {
    parameters: model.parameters,
    stageAt: () => stage,
    initialWeights: () => Promise.resolve(values),
    correctedBatch: (loaded, seed, options) =>
      corrected.make(loaded, seed, options, { inputNames, retriever }),
    replayBatch: (pairs, seed) => replayed.make(pairs, seed, { inputNames, retriever }),
    openScorer: (pairs, options) => Promise.resolve(new EncodeDecodeScorer(parts, corrected, pairs, options)),
    manifestFields: {
      ...(without !== undefined && { without }),
      ...(entities !== undefined && { entities }),
    },
    cardNotes: cardNotes(network.title, first.entities.length),
    release: async () => retriever?.release(),
  }
}

function cardNotes(title: string, entities: number): string[] {
  return [
    `${title} marks what changed without distinguishing kinds of change, so categories were not trained.`,
    ...(entities === 0 ? [] : [`It retrieves the same ${entities} phrases as before.`]),
  ]
}
