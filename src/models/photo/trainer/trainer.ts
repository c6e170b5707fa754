import { availableParallelism } from 'node:os'
import type { FamilyTrainer } from '../../family'
import { openSession, toFeeds } from '../../../training/session'
import type { Provider } from '../../../training/session'
import { replicaBatchSize, trainingStage } from '../../../training/task'
import type {
  Batch,
  SyntheticScores,
  SyntheticTask,
  SyntheticTaskOptions,
  FineTuneTask,
  FineTuneTaskOptions,
} from '../../../training/task'
import type { FamilyModel, FamilyNetwork } from '../../network'
import { asFloat32 } from '../../../training/data/batch-inputs'
import type { TrainingPair } from '../../../training/data/training-set'
import { createFrozenEncoder, readEncoderWeights } from '../frozen-encoder'
import type { FrozenEncoder } from '../frozen-encoder'
import { photoFamilyNetwork } from '../network/family'
import type { HeightWidth } from '../../layers/sizes'
import { composedBatch, correctedBatch } from './batches'
import { readPackageWeights } from '../../../packages/read-package'
import type { ModelPackage } from '../../../packages/read-package'
import { NO_AUGMENTATION } from '../../../training/data/augmentation'
import type { PreparedPair } from '../../../training/data/prepared-pairs'
import { HeldOutCrops } from '../../../training/evaluation/held-out-crops'
import { HeldOutScoreAccumulator } from '../../../training/evaluation/held-out-score'
import type { HeldOutScorer, HeldOutScorerOptions } from '../../../training/evaluation/held-out-score'

/** Output of the network for a batch: logits of pixels [n, 1, h, w] and of pairs [n]. */
interface DetectStage {
  run(batch: Batch): Promise<{ changed: Float32Array; changedLogit: Float32Array }>
  release(): Promise<void>
}

/** The network with these weights, on the processor. */
async function openDetectStage(
  model: FamilyModel,
  values: ReadonlyMap<string, Float32Array>,
  threads?: number,
): Promise<DetectStage> {
  const spec = model.stage('detect', values)
  const session = await openSession(spec, threads === undefined ? {} : { threads })
  const names = new Set(spec.inputs.map(({ name }) => name))
  return {
    async run(batch) {
      const feeds = Object.fromEntries(Object.entries(batch).filter(([name]) => names.has(name)))
      const { changed, changedLogit } = await session.run(toFeeds(spec.inputs, feeds))
      return { changed: changed.data as Float32Array, changedLogit: changedLogit.data as Float32Array }
    },
    release: () => session.release(),
  }
}

const DEV_BATCH = 16

/** Training on composed pairs. @throws RangeError where the detector is not there and not left out */
function photoSyntheticTask(network: FamilyNetwork, options: SyntheticTaskOptions): SyntheticTask {
  const { without, detector, provider, replicas } = options
  const model = network.build({ words: 0, categories: 0 }, without)
  const stage = trainingStage(model.training(replicaBatchSize(options), 'detect', replicas))
  const opened = without.includes('encoder')
    ? Promise.resolve(null)
    : openEncoder(detector, frameOf(model), provider)
  opened.catch(() => undefined) // reported by whoever needs it first
  return {
    parameters: model.parameters,
    stageAt: () => stage,
    batch: async (pairs) => composedBatch(pairs, model.inputs, await opened),
    async score(_stage, step, dev) {
      const encoder = await opened
      const detect = await openDetectStage(model, await step.parameters())
      try {
        return await scorePairs(detect, dev, (pairs) => composedBatch(pairs, model.inputs, encoder))
      } finally {
        await detect.release()
      }
    },
    release: async () => (await opened)?.release(),
  }
}

function frameOf({ inputs }: FamilyModel): HeightWidth {
  const [, height, width] = inputs.before[1]
  return [height, width]
}

/**
 * On the processor, beside a step. A device leaves all of its threads free.
 * @throws RangeError where the detector is not there
 */
async function openEncoder(
  detector: string | null,
  frame: HeightWidth,
  stepProvider: Provider,
): Promise<FrozenEncoder> {
  if (detector === null) {
    throw new RangeError(
      'This family reads the features of the detector of names, which this build lacks: run npm ci and npm run build, or add --without encoder.',
    )
  }
  const threads = stepProvider === 'cpu' ? 1 : availableParallelism()
  return createFrozenEncoder(await readEncoderWeights(detector), frame, { provider: 'cpu', threads })
}

/** Of the after frame's masks over all pairs, and of "anything changed", both at a probability of a half. */
async function scorePairs(
  detect: DetectStage,
  dev: readonly TrainingPair[],
  batchOf: (pairs: readonly TrainingPair[]) => ReturnType<typeof composedBatch>,
): Promise<SyntheticScores> {
  let [shared, all, right] = [0, 0, 0]
  for (let start = 0; start < dev.length; start += DEV_BATCH) {
    const pairs = dev.slice(start, start + DEV_BATCH)
    const batch = await batchOf(pairs)
    const { changed, changedLogit } = await detect.run(batch)
    asFloat32(batch.mask).forEach((value, at) => {
      const isFound = changed[at] > 0
      shared += isFound && value === 1 ? 1 : 0
      all += isFound || value === 1 ? 1 : 0
    })
    pairs.forEach((pair, item) => {
      right += changedLogit[item] > 0 === pair.record.categories.length > 0 ? 1 : 0
    })
  }
  return { maskIou: shared / Math.max(1, all), accuracy: right / dev.length }
}

/** @throws PackageError, RangeError without the detector */
async function photoFineTuneTask(
  network: FamilyNetwork,
  parent: ModelPackage,
  _tokenizer: unknown,
  { batch, provider, replicas, detector }: FineTuneTaskOptions,
): Promise<FineTuneTask> {
  const { without = [] } = parent.manifest
  const model = network.build({ words: 0, categories: 0 }, without)
  const values = await readPackageWeights(parent, model.parameters)
  const stage = trainingStage(model.training(replicaBatchSize({ batch, replicas }), 'detect', replicas))
  const encoder = without.includes('encoder') ? null : await openEncoder(detector, frameOf(model), provider)
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
      try {
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
      } finally {
        await stage.release()
      }
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

/** Training of the family's network, or of another one with its inputs and outputs. */
export function photoTrainerOf(network: FamilyNetwork): FamilyTrainer {
  return {
    entities: () => [],
    syntheticTask: (options) => photoSyntheticTask(network, options),
    fineTuneTask: (parent, tokenizer, options) => photoFineTuneTask(network, parent, tokenizer, options),
  }
}

export const photoTrainer = photoTrainerOf(photoFamilyNetwork)
