import { StagedModel } from '../predictor/staged-model'
import { loadPackage } from '../predictor/load-package'
import type { EncodeDecodeParts } from '../predictor/load-package'
import type { ModelPackage } from '../../../packages/read-package'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { EntityRetriever } from './entity-retriever'
import { SyntheticBatches } from './synthetic-batches'
import { replicaBatchSize, trainingStage } from '../../../training/stage'
import { CorrectedBatches } from './corrected-batches'
import { EncodeDecodeScorer } from './held-out-scorer'
import { resizeWordEmbeddings } from '../../../training/resize-embeddings'
import type { FineTuneTaskOptions, FineTuneTask } from '../../../training/task'

/**
 * All of the run is in the last phase. Parameters frozen in that phase (similarity of phrases
 * and pictures, codes of cells) stay frozen, so entities are retrieved once for each crop.
 * @throws PackageError for a family or a part that is not known
 */
export async function encodeDecodeFineTuneTask(
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
