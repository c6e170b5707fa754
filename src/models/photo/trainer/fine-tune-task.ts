import { readPackageWeights } from '../../../packages/read-package'
import type { ModelPackage } from '../../../packages/read-package'
import { NO_AUGMENTATION } from '../../../training/data/augmentation'
import { asFloat32 } from '../../../training/data/batch-inputs'
import type { PreparedPair } from '../../../training/data/prepared-pairs'
import { HeldOutCrops, HeldOutScoreAccumulator } from '../../../training/evaluation/held-out-score'
import type { HeldOutScorer, HeldOutScorerOptions } from '../../../training/evaluation/held-out-score'
import { replicaBatchSize, trainingStage } from '../../../training/stage'
import type { FineTuneTask, FineTuneTaskOptions } from '../../../training/task'
import { IMAGE_SIDE } from '../../layers/sizes'
import type { FamilyModel } from '../../network'
import type { FrozenEncoder } from '../frozen-encoder'
import { photoFamilyNetwork } from '../network/family'
import { composedBatch, correctedBatch } from './batches'
import { openDetectStage } from './detect-stage'
import { openEncoder } from './synthetic-task'

/** Crops of corrected pairs have this height and width. */
const FRAME = [IMAGE_SIDE, IMAGE_SIDE] as const

/** The same network on smaller frames: its weights serve any size. @throws PackageError, RangeError without the detector */
export async function photoFineTuneTask(
  parent: ModelPackage,
  _tokenizer: unknown,
  { batch, replicas, detector }: FineTuneTaskOptions,
): Promise<FineTuneTask> {
  const { without = [] } = parent.manifest
  const model = photoFamilyNetwork.build({ words: 0, categories: 0, frame: FRAME }, without)
  const values = await readPackageWeights(parent, model.parameters)
  const stage = trainingStage(model.training(replicaBatchSize({ batch, replicas }), 'detect', replicas))
  const encoder = without.includes('encoder') ? null : await openEncoder(detector, FRAME)
  const parts = { specs: model.inputs, encoder }
  return {
    parameters: model.parameters,
    stageAt: () => stage,
    initialWeights: () => Promise.resolve(values),
    correctedBatch: (loaded, seed, options) => correctedBatch(loaded, seed, options, parts),
    replayBatch: (pairs) => composedBatch(pairs, model.inputs, encoder),
    openScorer: (pairs, options) => Promise.resolve(heldOutScorer(model, encoder, pairs, options)),
    manifestFields: without.length === 0 ? {} : { without },
    cardNotes: [
      'It marks what changed without distinguishing kinds of change, and its captions are measured: only masks were trained.',
    ],
    release: async () => encoder?.release(),
  }
}

/** Scores the masks of the after frame. */
function heldOutScorer(
  model: FamilyModel,
  encoder: FrozenEncoder | null,
  pairs: readonly PreparedPair[],
  { limit, threads }: HeldOutScorerOptions,
): HeldOutScorer {
  const crops = new HeldOutCrops(pairs, limit)
  return {
    async score(step) {
      const stage = await openDetectStage(model, await step.parameters(), threads)
      const accumulator = new HeldOutScoreAccumulator()
      for (const { start, loaded } of crops.batches()) {
        const parts = { specs: model.inputs, encoder }
        const batch = await correctedBatch(loaded, start, NO_AUGMENTATION, parts)
        const { changed, changedLogit } = await stage.run(batch)
        const n = loaded.length
        accumulator.addMasks(
          n,
          { masks: twice(asFloat32(batch.mask), n), hasChange: batch.hasChange.data },
          { changed: twice(changed, n), changedLogit },
        )
      }
      await stage.release()
      return accumulator.score()
    },
    release: () => Promise.resolve(),
  }
}

/** The after frame's values in the place of both frames': [n, 1, h, w] -> [n, 2, h, w]. */
function twice(values: Float32Array, n: number): Float32Array {
  const size = values.length / n
  const both = new Float32Array(2 * values.length)
  for (let item = 0; item < n; item += 1) {
    const own = values.subarray(item * size, (item + 1) * size)
    both.set(own, 2 * item * size)
    both.set(own, (2 * item + 1) * size)
  }
  return both
}
