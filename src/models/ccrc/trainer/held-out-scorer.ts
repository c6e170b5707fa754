import { crossEntropy, evaluationGraph, inference, mul, oneHot, sub } from '../../../graph'
import { TOKENS } from '../../layers/sizes'
import { hasKnownMasks } from '../../layers/pair-losses'
import { coverageOf } from '../network/network'
import type { CcrcNetwork } from '../network/network'
import { IGNORED } from '../../layers/training-inputs'
import { ccrcInputs } from '../network/training-inputs'
import type { CcrcInputName } from '../network/training-inputs'
import { EvaluationSession } from '../../../training/session'
import type { TensorData } from '../../../training/session'
import { asInt64 } from '../../../training/data/batch-inputs'
import type { CcrcStage } from './stages'
import type { Stepper } from '../../../training/train-step'
import type { CcrcCorrectedBatches } from './corrected-batches'
import { HeldOutCrops } from '../../../training/evaluation/held-out-crops'
import { countTargets, HeldOutScoreAccumulator } from '../../../training/evaluation/held-out-score'
import type {
  HeldOutScorer,
  HeldOutScorerOptions,
  HeldOutScore,
} from '../../../training/evaluation/held-out-score'
import type { PreparedPair } from '../../../training/data/prepared-pairs'
import { NO_AUGMENTATION } from '../../../training/data/augmentation'

const INPUT_NAMES = [
  'before',
  'after',
  'hasChange',
  'masks',
  'anchors',
  'valid',
  'againTokens',
  'againTargets',
] as const

/** Scores CCRC with the trainer's weights. Captions, where the model has them, are scored given the true regions, where it is conditioned on regions. */
export class CcrcHeldOutScorer implements HeldOutScorer {
  private constructor(
    private readonly evaluation: EvaluationSession,
    private readonly batches: CcrcCorrectedBatches,
    private readonly crops: HeldOutCrops,
    private readonly hasCaptions: boolean,
  ) {}

  static async create(
    network: CcrcNetwork,
    { graph, parts }: CcrcStage,
    batches: CcrcCorrectedBatches,
    pairs: readonly PreparedPair[],
    { limit, threads }: HeldOutScorerOptions,
  ): Promise<CcrcHeldOutScorer> {
    const evaluation = await EvaluationSession.create(evaluationGraph(outputs(network, parts), graph), {
      threads,
    })
    return new CcrcHeldOutScorer(evaluation, batches, new HeldOutCrops(pairs, limit), parts.captioned)
  }

  async score(step: Stepper): Promise<HeldOutScore> {
    const vectors = await step.vectors('values')
    const accumulator = new HeldOutScoreAccumulator()
    for (const { start, loaded } of this.crops.batches()) {
      const batch = this.batches.make(loaded, start, NO_AUGMENTATION)
      const { changed, changedLogit, loss } = await this.evaluation.run(vectors, pick(batch))
      const actual = { masks: batch.masks.data, hasChange: batch.hasChange.data }
      accumulator.addMasks(loaded.length, actual, { changed: changed.data, changedLogit: changedLogit.data })
      if (this.hasCaptions) {
        accumulator.addWords(countTargets(asInt64(batch.againTargets)), Number(loss.data[0]))
      }
    }
    return accumulator.score()
  }

  release(): Promise<void> {
    return this.evaluation.release()
  }
}

function outputs(
  network: CcrcNetwork,
  { conditioned }: CcrcStage['parts'],
): Record<string, ReturnType<typeof sub>> {
  const inputs = ccrcInputs()
  const scene = network.encode(inputs.before, inputs.after, inference)
  const regions = network.propose(scene, oneHot(inputs.anchors, 2 * TOKENS), inference)
  const conditioning = conditioned ? 1 : 0
  const memory = network.encodeContext(scene, {
    regions,
    valid: mul(inputs.valid, conditioning),
    coverage: mul(coverageOf(inputs.masks), conditioning),
    unconditioned: sub(1, mul(hasKnownMasks(inputs), conditioning)),
  })
  const decoded = network.caption(inputs.againTokens, memory, inference)
  return {
    changed: scene.changed,
    changedLogit: scene.changedLogit,
    loss: crossEntropy(decoded.logits, inputs.againTargets, { ignoreIndex: IGNORED }),
  }
}

function pick(batch: Readonly<Record<CcrcInputName, TensorData>>): Record<string, TensorData> {
  return Object.fromEntries(INPUT_NAMES.map((name) => [name, batch[name]]))
}
