import { asFloat32 } from '../../../training/data/batch-inputs'
import type { TrainingPair } from '../../../training/data/training-set'
import { replicaBatchSize, trainingStage } from '../../../training/stage'
import type { SyntheticScores, SyntheticTask, SyntheticTaskOptions } from '../../../training/task'
import { createFrozenEncoder, readEncoderWeights } from '../frozen-encoder'
import type { FrozenEncoder } from '../frozen-encoder'
import { photoFamilyNetwork } from '../network/family'
import { TRAINING_SIDE } from '../network/network'
import type { Frame } from '../network/training'
import { composedBatch } from './batches'
import { openDetectStage } from './detect-stage'
import type { DetectStage } from './detect-stage'

const DEV_BATCH = 16
const FRAME = [TRAINING_SIDE, TRAINING_SIDE] as const

/** Training on composed pairs. @throws RangeError where the detector is not there and not left out */
export function photoSyntheticTask(options: SyntheticTaskOptions): SyntheticTask {
  const { without, detector, replicas } = options
  const model = photoFamilyNetwork.build({ words: 0, categories: 0, frame: FRAME }, without)
  const stage = trainingStage(model.training(replicaBatchSize(options), 'detect', replicas))
  const opened = without.includes('encoder') ? Promise.resolve(null) : openEncoder(detector, FRAME)
  opened.catch(() => undefined) // reported by whoever needs it first
  return {
    parameters: model.parameters,
    stageAt: () => stage,
    batch: async (pairs) => composedBatch(pairs, model.inputs, await opened),
    async score(_stage, step, dev) {
      const detect = await openDetectStage(model, await step.parameters())
      const encoder = await opened
      try {
        return await scorePairs(detect, dev, (pairs) => composedBatch(pairs, model.inputs, encoder))
      } finally {
        await detect.release()
      }
    },
    release: async () => (await opened)?.release(),
  }
}

/** @throws RangeError where the detector is not there */
export async function openEncoder(detector: string | null, frame: Frame): Promise<FrozenEncoder> {
  if (detector === null) {
    throw new RangeError(
      'This family reads the features of the detector of names, which this build lacks: run npm ci and npm run build, or add --without encoder.',
    )
  }
  return createFrozenEncoder(await readEncoderWeights(detector), frame, { provider: 'cpu', threads: 1 })
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
