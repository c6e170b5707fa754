import { StagedModel } from '../predictor/staged-model'
import type { LoadedModel } from '../predictor/load-package'
import { CAPTION_LENGTH } from '../../layers/sizes'
import { IGNORED } from '../../layers/training-inputs'
import type { StageData } from '../../pair-data'
import { asFloat32, asInt64 } from '../../../training/data/batch-inputs'
import type { TensorData } from '../../../training/session'
import type { Stepper } from '../../../training/train-step'
import type { CorrectedBatches } from './corrected-batches'
import { HeldOutCrops } from '../../../training/evaluation/held-out-crops'
import { countTargets, HeldOutScoreAccumulator } from '../../../training/evaluation/held-out-score'
import type {
  HeldOutScorer,
  HeldOutScorerOptions,
  HeldOutScore,
} from '../../../training/evaluation/held-out-score'
import type { PreparedPair } from '../../../training/data/prepared-pairs'
import { NO_AUGMENTATION } from '../../../training/data/augmentation'

const SHARED_INPUTS = { inputNames: new Set<string>(), retriever: null }

/** Scores a family with the current weights. Captions are scored given the model's own encoding. */
export class EncodeDecodeScorer implements HeldOutScorer {
  private readonly crops: HeldOutCrops
  private readonly threads: number

  constructor(
    private readonly parts: Omit<LoadedModel, 'values'>,
    private readonly batches: CorrectedBatches,
    pairs: readonly PreparedPair[],
    { limit, threads }: HeldOutScorerOptions,
  ) {
    this.crops = new HeldOutCrops(pairs, limit)
    this.threads = threads
  }

  async score(step: Stepper): Promise<HeldOutScore> {
    const values = await step.parameters()
    const network = new StagedModel({ ...this.parts, values }, { provider: 'cpu', threads: this.threads })
    try {
      return await this.scoreBy(network)
    } finally {
      await network.release()
    }
  }

  release(): Promise<void> {
    return Promise.resolve()
  }

  private async scoreBy(network: StagedModel): Promise<HeldOutScore> {
    const accumulator = new HeldOutScoreAccumulator()
    for (const { start, loaded } of this.crops.batches()) {
      const n = loaded.length
      const batch = await this.batches.make(loaded, start, NO_AUGMENTATION, SHARED_INPUTS)
      const frames = { before: stageData(batch.before), after: stageData(batch.after) }
      const { changed, changedLogit, memory } = await this.parts.hooks.encode(
        network.run,
        frames,
        await network.bank(),
      )
      const actual = { masks: batch.masks.data, hasChange: batch.hasChange.data }
      accumulator.addMasks(n, actual, { changed: changed.data, changedLogit: changedLogit.data })
      const targets = firstReferences(batch.targets, n)
      const words = { data: firstReferences(batch.tokens, n), shape: [n, CAPTION_LENGTH] }
      const { logits } = await network.run('decode', { memory, words })
      accumulator.addWords(countTargets(targets), meanLoss(logits, targets))
    }
    return accumulator.score()
  }
}

function stageData({ data, shape }: TensorData): StageData {
  return { data: asFloat32({ data }), shape }
}

/** Of references end to end in each row, the first: [n, 28]. */
function firstReferences({ data }: TensorData, n: number): BigInt64Array {
  const all = asInt64({ data })
  const row = all.length / n
  const first = new BigInt64Array(n * CAPTION_LENGTH)
  for (let item = 0; item < n; item++) {
    first.set(all.subarray(item * row, item * row + CAPTION_LENGTH), item * CAPTION_LENGTH)
  }
  return first
}

/** Mean cross-entropy of the targets that count [n, 28], 0 without any; logits [n, 28, words]. */
function meanLoss({ data, shape }: StageData, targets: BigInt64Array): number {
  const logits = asFloat32({ data })
  const vocabulary = shape[2]
  let [sum, count] = [0, 0]
  targets.forEach((target, position) => {
    if (target === BigInt(IGNORED)) {
      return
    }
    const row = logits.subarray(position * vocabulary, (position + 1) * vocabulary)
    const highest = row.reduce((best, value) => Math.max(best, value), -Infinity)
    const total = row.reduce((all, value) => all + Math.exp(value - highest), 0)
    sum += highest + Math.log(total) - row[Number(target)]
    count++
  })
  return sum / Math.max(1, count)
}
