import { StagedModel } from '../../models/predictor/staged-model'
import { loadPackage } from '../../models/predictor/load-package'
import type { ModelPackage } from '../../packages/read-package'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { EntityRetriever } from './entity-retriever'
import { FamilySyntheticBatches } from './synthetic-batches'
import { replicaBatchSize } from '../open-step'
import { FamilyFineTuneBatches } from './fine-tune-batches'
import { FamilyHeldOutScorer } from './held-out-scorer'
import { resizeWordEmbeddings } from '../fine-tuning/resize-embeddings'
import type { FineTuneTaskOptions, FineTuneTask } from '../fine-tuning/fine-tune-task'

/**
 * The task of every family but CCRC, all of it in the last phase. Parameters frozen in that phase (similarity of phrases
 * and pictures, codes of cells) stay frozen, so entities are retrieved once for each crop.
 * @throws PackageError for a family or a part that is not known
 */
export async function familyFineTuneTask(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { batch, replicas, threads }: FineTuneTaskOptions,
): Promise<FineTuneTask> {
  const { parts: first, manifest, family } = await loadPackage(parent.folder)
  const { without, entities } = manifest
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = family.build(sizes, without)
  const { use } = first
  const parts = { model, use, tokenizer, entities: first.entities }
  const phase = family.phases[family.phases.length - 1].name
  const stage = { graph: model.training(replicaBatchSize({ batch, replicas }), phase, replicas) }
  const inputNames = new Set(stage.graph.step.inputs.map(({ name }) => name))
  const values = resizeWordEmbeddings(
    first.values,
    { tokenizer: first.tokenizer, parameters: first.model.parameters },
    { tokenizer, parameters: model.parameters },
  )
  const search = inputNames.has('entities') ? use.entities : undefined
  const retriever =
    search === undefined
      ? null
      : new EntityRetriever(new StagedModel({ ...parts, values }, { provider: 'cpu', threads }), search)
  const corrected = new FamilyFineTuneBatches(tokenizer, model.inputs, use.fill)
  const replayed = new FamilySyntheticBatches(tokenizer, model.inputs, use.fill)
  return {
    parameters: model.parameters,
    stageAt: () => stage,
    initialWeights: () => Promise.resolve(values),
    correctedBatch: (loaded, seed, options) =>
      corrected.make(loaded, seed, options, { inputNames, retriever }),
    replayBatch: (pairs, seed) => replayed.make(pairs, seed, { inputNames, retriever }),
    openScorer: (pairs, options) =>
      Promise.resolve(new FamilyHeldOutScorer(parts, corrected, pairs, options)),
    manifestFields: {
      ...(without !== undefined && { without }),
      ...(entities !== undefined && { entities }),
    },
    cardNotes: cardNotes(family.title, first.entities.length),
    release: async () => retriever?.release(),
  }
}

function cardNotes(title: string, entities: number): string[] {
  return [
    `${title} marks what changed without distinguishing kinds of change, so categories were not trained.`,
    ...(entities === 0 ? [] : [`It retrieves the same ${entities} phrases as before.`]),
  ]
}
