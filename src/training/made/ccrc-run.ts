import { evaluationGraph, inference } from '../../graph'
import type { TrainingGraph } from '../../graph'
import { frameInput } from '../../systems/ccrc/inference'
import type { Ccrc } from '../../systems/ccrc/model'
import { chainWithout } from '../../systems/ccrc/training'
import { openPackage } from '../../packages/read-package'
import { Evaluation } from '../evaluation'
import { CcrcBatches } from './ccrc-batch'
import { CcrcStages } from './ccrc-stages'
import { firstValues } from './first-values'
import { runMade, type MadeLogLine } from './made-run'
import type { MadeRunOptions } from './run-setup'
import { openRunSetup } from './run-setup'
import { scoreScenes, type SceneScores } from './scene-scores'
import { readTrainingSet } from './training-set'

export interface CcrcRunOptions extends MadeRunOptions {
  /** Parts that are left out, of `CCRC_PARTS`. */
  readonly without: readonly string[]
  /** Share of the run before captions are learned. */
  readonly captionFrom: number
  /** Share of the run before words change regions; that part costs a third of a step. */
  readonly refineFrom: number
}

/** When a run begins to speak and to refine: one that goes on from a model can see already. */
export function ccrcStarts(from: string | null): Pick<CcrcRunOptions, 'captionFrom' | 'refineFrom'> {
  return { captionFrom: from === null ? 0.15 : 0, refineFrom: 0.85 }
}

/**
 * Trains CCRC, from the newest checkpoint of `out` where there is one; `packRun` makes a model of it.
 * @throws RangeError for a part that there is not
 */
export async function runCcrc(
  options: CcrcRunOptions,
  onLine: (line: MadeLogLine) => void,
  onScores: (scores: SceneScores) => void,
  signal: AbortSignal,
): Promise<void> {
  const { without } = options
  const parts = chainWithout(without)
  const pairs = (await Promise.all(options.data.map(readTrainingSet))).flat()
  const start = options.from === null ? null : await openPackage(options.from, 'ccrc')
  const kind = { family: 'ccrc', without, entities: () => [] }
  const { categories, tokenizer } = openRunSetup(options, kind, pairs, start)
  const batches = new CcrcBatches(tokenizer, categories)
  const sizes = { categories: categories.length, words: tokenizer.size, sightStays: options.sight !== null }
  const stages = new CcrcStages({ ...options, parts }, sizes)
  let scene: Evaluation | null = null
  await runMade(
    options,
    pairs,
    {
      at: (share) => stages.at(share),
      firstValues: () => firstValues(options, start, stages.parameters),
      batch: (shown, seed) => batches.make(shown, seed),
      score: async ({ graph }, step, dev) => {
        scene ??= await openScene(graph, stages.chain)
        return scoreScenes(scene, step.vectors('values'), dev)
      },
      release: async () => scene?.release(),
    },
    onLine,
    onScores,
    signal,
  )
}

async function openScene(graph: TrainingGraph, chain: Ccrc): Promise<Evaluation> {
  const scene = chain.see(frameInput('before'), frameInput('after'), inference)
  const outputs = { changed: scene.changed, anything: scene.anything }
  return Evaluation.create(evaluationGraph(outputs, graph), { provider: 'cpu' })
}
