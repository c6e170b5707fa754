import { evaluationGraph, inference, Parameters } from '../../../graph'
import type { TrainingGraph } from '../../../graph'
import { EvaluationSession } from '../../../training/session'
import { scoreChanges } from '../../../training/evaluation/change-scores'
import type {
  SyntheticTask,
  SyntheticTaskOptions,
  FineTuneTaskOptions,
  FineTuneTask,
} from '../../../training/task'
import { ccrcNetwork } from '../network/network'
import type { CcrcNetwork } from '../network/network'
import { frameInput } from '../network/stages'
import { ccrcPartsWithout } from '../network/training'
import type { CcrcParts } from '../network/training'
import { CcrcContributions } from './contributions'
import { CcrcStages } from './stages'
import { CcrcSyntheticBatches } from './synthetic-batches'
import type { FamilyTrainer } from '../../family'
import { join } from 'node:path'
import { MANIFEST_FILE, damaged } from '../../../packages/files'
import { readPackageWeights } from '../../../packages/read-package'
import type { ModelPackage } from '../../../packages/read-package'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { CcrcCorrectedBatches } from './corrected-batches'
import { CcrcHeldOutScorer } from './held-out-scorer'
import { resizeEmbeddings } from '../../../training/resize-embeddings'
import { FINE_TUNE_REFINES_FROM } from '../network/family'

/** Fractions of a run before captions are trained, and before regions are refined by words. */
const CAPTION_FROM = 0.15
const REFINE_FROM = 0.85

/** A run that continues from a model trains captions from its start. @throws RangeError for a part that there is not */
export function ccrcSyntheticTask(options: SyntheticTaskOptions): SyntheticTask {
  const { tokenizer, categories, without, freezeEncoder, isContinued, batch, replicas } = options
  const parts = ccrcPartsWithout(without)
  const starts = { captionFrom: isContinued ? 0 : CAPTION_FROM, refineFrom: REFINE_FROM }
  const sizes = { categories: categories.length, words: tokenizer.size, freezeEncoder }
  const stages = new CcrcStages({ batch, replicas, parts, ...starts }, sizes)
  const batches = new CcrcSyntheticBatches(tokenizer, categories)
  let scene: EvaluationSession | null = null
  return {
    parameters: stages.parameters,
    stageAt: (share) => stages.stageAt(share),
    batch: (pairs, seed) => batches.make(pairs, seed),
    score: async ({ graph }, step, dev) => {
      scene ??= await openSceneEvaluation(graph, stages.network)
      const scores = await scoreChanges(scene, await step.vectors('values'), dev)
      const stage = stages.stageOf(graph)
      if (!stage.parts.captioned || !(parts.conditioned || stage.parts.refined)) {
        return scores
      }
      const own = await CcrcContributions.create(stages.network, stage, batches)
      try {
        return { ...scores, contributions: await own.measure(step, dev) }
      } finally {
        await own.release()
      }
    },
    release: async () => scene?.release(),
  }
}

async function openSceneEvaluation(graph: TrainingGraph, network: CcrcNetwork): Promise<EvaluationSession> {
  const scene = network.encode(frameInput('before'), frameInput('after'), inference)
  const outputs = { changed: scene.changed, changedLogit: scene.changedLogit }
  return EvaluationSession.create(evaluationGraph(outputs, graph), { provider: 'cpu' })
}

export const ccrcTrainer: FamilyTrainer = {
  entities: () => [],
  syntheticTask: ccrcSyntheticTask,
  fineTuneTask: (parent, tokenizer, options) => Promise.resolve(ccrcFineTuneTask(parent, tokenizer, options)),
}

/**
 * Captions are trained from the start, refinement of regions by captions late in the run. Parts that the first model
 * lacks are not trained.
 * @throws PackageError for a part that is not known
 */
export function ccrcFineTuneTask(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { categories, batch, replicas }: FineTuneTaskOptions,
): FineTuneTask {
  const { without } = parent.manifest
  const stages = new CcrcStages(
    { batch, replicas, parts: partsOf(parent), captionFrom: 0, refineFrom: FINE_TUNE_REFINES_FROM },
    { categories: categories.length, words: tokenizer.size },
  )
  const corrected = new CcrcCorrectedBatches(tokenizer, categories)
  const replayed = new CcrcSyntheticBatches(tokenizer, categories)
  return {
    parameters: stages.parameters,
    stageAt: (share) => stages.stageAt(share),
    initialWeights: () => initialWeights(parent, { tokenizer, categories: categories.length }),
    correctedBatch: (loaded, seed, options) => Promise.resolve(corrected.make(loaded, seed, options)),
    replayBatch: (pairs, seed) => replayed.make(pairs, seed),
    openScorer: (pairs, options) =>
      CcrcHeldOutScorer.create(stages.network, stages.stageAt(0), corrected, pairs, options),
    manifestFields: { ...(without !== undefined && { without }) },
    cardNotes: [],
    release: () => Promise.resolve(),
  }
}

/** @throws PackageError */
function partsOf({ folder, manifest }: ModelPackage): CcrcParts {
  try {
    return ccrcPartsWithout(manifest.without ?? [])
  } catch (error) {
    if (error instanceof RangeError) {
      throw damaged(join(folder, MANIFEST_FILE), error.message, error)
    }
    throw error
  }
}

/** The first model's weights, with rows for the new words and categories. @throws PackageError */
async function initialWeights(
  parent: ModelPackage,
  after: { tokenizer: Tokenizer; categories: number },
): Promise<ReadonlyMap<string, Float32Array>> {
  const { manifest, tokenizer } = parent
  const before = { tokenizer, categories: manifest.categories.length }
  const p = Parameters.create()
  ccrcNetwork(p, { categories: before.categories, words: tokenizer.size })
  return resizeEmbeddings(await readPackageWeights(parent, p.list()), before, after)
}
