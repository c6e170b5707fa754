import {
  add,
  crossEntropy,
  evaluationGraph,
  inference,
  max,
  mul,
  oneHot,
  reshape,
  sub,
  toFloat,
  equal,
  slice,
} from '../../../graph'
import type { Tensor, TrainingGraph } from '../../../graph'
import { EvaluationSession } from '../../../training/session'
import type { TensorData } from '../../../training/session'
import { asFloat32, asInt64 } from '../../../training/data/batch-inputs'
import type { TrainingPair } from '../../../training/data/training-set'
import { countTargets } from '../../../training/evaluation/held-out-score'
import type { ContributionScores } from '../../../training/task'
import type { Stepper } from '../../../training/train-step'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../layers/sizes'
import { IGNORED } from '../../layers/training-inputs'
import { coverageOf } from '../network/network'
import type { CcrcNetwork } from '../network/network'
import type { CcrcParts } from '../network/training'
import { ccrcInputs, REGION_SLOTS } from '../network/training-inputs'
import {
  MaskRefinement,
  WordConditioning,
  REGION_INPUTS,
  withoutRegions,
  withRegionsOfNext,
} from './region-conditioning'
import type { CcrcSyntheticBatches } from './synthetic-batches'

const BATCH = 16
const INPUTS = ['before', 'after', 'tokens', 'targets', ...REGION_INPUTS] as const

/**
 * How far a caption is likelier under the true mask than under none and under another pair's, and how far the masks of
 * regions come closer to the truth by the true caption.
 */
export class CcrcContributions {
  private constructor(
    private readonly session: EvaluationSession,
    private readonly parts: CcrcParts,
    private readonly batches: CcrcSyntheticBatches,
  ) {}

  static async create(
    network: CcrcNetwork,
    { graph, parts }: { graph: TrainingGraph; parts: CcrcParts },
    batches: CcrcSyntheticBatches,
  ): Promise<CcrcContributions> {
    const session = await EvaluationSession.create(evaluationGraph(outputs(network), graph), {
      provider: 'cpu',
    })
    return new CcrcContributions(session, parts, batches)
  }

  /** Of the pairs in which something changed. */
  async measure(step: Stepper, dev: readonly TrainingPair[]): Promise<ContributionScores> {
    const changed = dev.filter(({ record }) => record.categories.length > 0)
    const vectors = await step.vectors('values')
    const words = { none: new WordConditioning(), another: new WordConditioning() }
    const masks = new MaskRefinement()
    for (let start = 0; start + 1 < changed.length; start += BATCH) {
      const own = changed.slice(start, start + BATCH)
      const made = pick(await this.batches.make(own, start))
      const batch = { ...made, unconditioned: { ...made.unconditioned, data: new Float32Array(own.length) } }
      const count = countTargets(firstTargets(asInt64(batch.targets), own.length))
      const run = (inputs: Readonly<Record<string, TensorData>>) => this.session.run(vectors, inputs)
      const held = await run(batch)
      const loss = Number(held.loss.data[0])
      words.none.add(count, loss, Number((await run(withoutRegions(batch))).loss.data[0]))
      words.another.add(count, loss, Number((await run(withRegionsOfNext(batch))).loss.data[0]))
      masks.add(asFloat32(batch.masks), asFloat32(held.proposed), asFloat32(held.refined))
    }
    const { conditioned, refined } = this.parts
    return {
      ...(conditioned && {
        'words by the mask, not none': words.none.score(),
        'words by the mask, not another': words.another.score(),
      }),
      ...(refined && { 'mask refined by words': masks.score() }),
    }
  }

  release(): Promise<void> {
    return this.session.release()
  }
}

/** loss: of the first reference; proposed and refined [n, 2, 128, 128]: above 0 where a region is. */
function outputs(network: CcrcNetwork): Record<string, Tensor> {
  const inputs = ccrcInputs()
  const scene = network.encode(inputs.before, inputs.after, inference)
  const regions = network.propose(scene, oneHot(inputs.anchors, 2 * TOKENS), inference)
  const memory = network.encodeContext(scene, {
    regions,
    valid: mul(inputs.valid, reshape(sub(1, inputs.unconditioned), [-1, 1])),
    coverage: mul(coverageOf(inputs.masks), reshape(sub(1, inputs.unconditioned), [-1, 1])),
    unconditioned: inputs.unconditioned,
  })
  const first = { 1: { start: 0, end: CAPTION_LENGTH } }
  const targets = slice(inputs.targets, first)
  const decoded = network.caption(slice(inputs.tokens, first), memory, inference)
  const isWord = sub(1, toFloat(equal(toFloat(targets), IGNORED)))
  const refined = network.refine(scene, regions, decoded.hidden, isWord, inference)
  const union = (own: Tensor): Tensor => {
    const isOut = mul(sub(reshape(inputs.valid, [-1, REGION_SLOTS, 1, 1]), 1), 1e4)
    const { masks } = network.predictRegions(scene, own)
    const kept = reshape(masks, [-1, REGION_SLOTS, 2 * MASK_SIDE, MASK_SIDE])
    return reshape(max(add(kept, isOut), { axes: [1] }), [-1, 2, MASK_SIDE, MASK_SIDE])
  }
  return {
    loss: crossEntropy(decoded.logits, targets, { ignoreIndex: IGNORED }),
    proposed: union(regions),
    refined: union(refined),
  }
}

function pick(batch: Readonly<Record<string, TensorData>>): Record<(typeof INPUTS)[number], TensorData> {
  return Object.fromEntries(INPUTS.map((name) => [name, batch[name]])) as Record<
    (typeof INPUTS)[number],
    TensorData
  >
}

/** Of two references end to end in each row, the first. */
function firstTargets(targets: BigInt64Array, n: number): BigInt64Array {
  const row = targets.length / n
  return targets.filter((_, at) => at % row < CAPTION_LENGTH)
}
