import { evaluationGraph, inference } from '../../graph'
import type { TrainingGraph } from '../../graph'
import { frameInput } from '../../models/ccrc/network/stages'
import type { CcrcNetwork } from '../../models/ccrc/network/network'
import { partsOfChain } from '../../models/ccrc/network/training'
import { openPackage } from '../../packages/read-package'
import { EvaluationSession } from '../evaluation-session'
import { CcrcSyntheticBatches } from './synthetic-batches'
import { CcrcStages } from './stages'
import { loadInitialWeights, openRunSetup } from '../synthetic/run-setup'
import type { SyntheticRunOptions } from '../synthetic/run-setup'
import { trainOnSynthetic } from '../synthetic/synthetic-trainer'
import type { TrainingLogEntry } from '../synthetic/synthetic-trainer'
import { scoreChanges } from '../evaluation/change-scores'
import type { ChangeScores } from '../evaluation/change-scores'
import { readTrainingSet } from '../data/training-set'

export interface CcrcRunOptions extends SyntheticRunOptions {
  /** Parts that are left out, of `CCRC_PARTS`. */
  readonly without: readonly string[]
  /** Fraction of the run before captions are trained. */
  readonly captionFrom: number
  /** Fraction of the run before regions are refined by words; that part costs a third of a step. */
  readonly refineFrom: number
}

/** When captions and refinement are trained; a run that continues from a model trains captions from the start. */
export function ccrcStageStarts(from: string | null): Pick<CcrcRunOptions, 'captionFrom' | 'refineFrom'> {
  return { captionFrom: from === null ? 0.15 : 0, refineFrom: 0.85 }
}

/**
 * Trains CCRC, from the newest checkpoint of `out` where there is one; `packRun` makes a model of it.
 * @throws RangeError for a part that there is not
 */
export async function trainCcrc(
  options: CcrcRunOptions,
  onLine: (line: TrainingLogEntry) => void,
  onScores: (scores: ChangeScores) => void,
  signal: AbortSignal,
): Promise<void> {
  const { without } = options
  const parts = partsOfChain(without)
  const pairs = (await Promise.all(options.data.map(readTrainingSet))).flat()
  const start = options.from === null ? null : await openPackage(options.from, 'ccrc')
  const kind = { family: 'ccrc', without, entities: () => [] }
  const { categories, tokenizer } = openRunSetup(options, kind, pairs, start)
  const batches = new CcrcSyntheticBatches(tokenizer, categories)
  const sizes = {
    categories: categories.length,
    words: tokenizer.size,
    freezeEncoder: options.sight !== null,
  }
  const stages = new CcrcStages({ ...options, parts }, sizes)
  let scene: EvaluationSession | null = null
  await trainOnSynthetic(
    options,
    pairs,
    {
      stageAt: (share) => stages.stageAt(share),
      initialWeights: () => loadInitialWeights(options, start, stages.parameters),
      makeBatch: (batch, seed) => batches.make(batch, seed),
      score: async ({ graph }, step, dev) => {
        scene ??= await openSceneEvaluation(graph, stages.chain)
        return scoreChanges(scene, step.vectors('values'), dev)
      },
      release: async () => scene?.release(),
    },
    onLine,
    onScores,
    signal,
  )
}

async function openSceneEvaluation(graph: TrainingGraph, chain: CcrcNetwork): Promise<EvaluationSession> {
  const scene = chain.encode(frameInput('before'), frameInput('after'), inference)
  const outputs = { changed: scene.changed, anything: scene.changedLogit }
  return EvaluationSession.create(evaluationGraph(outputs, graph), { provider: 'cpu' })
}
