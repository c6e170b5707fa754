import { evaluationGraph, inference } from '../../../graph/index'
import type { TrainingGraph } from '../../../graph/index'
import { EvaluationSession } from '../../../training/session'
import { scoreChanges } from '../../../training/evaluation/change-scores'
import type { SyntheticTask, SyntheticTaskOptions } from '../../../training/task'
import type { CcrcNetwork } from '../network/network'
import { frameInput } from '../network/stages'
import { ccrcPartsWithout } from '../network/training'
import { CcrcStages } from './stages'
import { CcrcSyntheticBatches } from './synthetic-batches'
import type { FamilyTrainer } from '../../family'
import { ccrcFineTuneTask } from './fine-tune-task'

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
      return scoreChanges(scene, step.vectors('values'), dev)
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
