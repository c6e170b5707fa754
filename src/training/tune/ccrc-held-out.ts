import { crossEntropy, evaluationGraph, inference, mul, oneHot, sub } from '../../graph'
import { TOKENS } from '../../systems/blocks/sizes'
import { markedPairs } from '../../systems/blocks/pair-losses'
import { coverageOf, type Ccrc } from '../../systems/ccrc/model'
import { IGNORED } from '../../systems/blocks/training-inputs'
import { ccrcInputs, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import { Evaluation } from '../evaluation'
import { integers } from '../made/batch-parts'
import type { CcrcStage } from '../made/ccrc-stages'
import type { Fed } from '../session'
import type { Stepper } from '../train-step'
import type { CcrcTuneBatches } from './ccrc-batch'
import {
  countWords,
  HeldOutCuts,
  HeldOutTally,
  type HeldOut,
  type HeldOutOptions,
  type HeldOutScore,
} from './held-out'
import type { PreparedPair } from './prepare'
import { still } from './shown'

const NEEDED = [
  'before',
  'after',
  'anything',
  'masks',
  'anchors',
  'valid',
  'againTokens',
  'againTargets',
] as const

/** CCRC's chain where the trainer keeps its weights; words, if it speaks, are scored given the true regions, if it is told any. */
export class CcrcHeldOut implements HeldOut {
  private constructor(
    private readonly evaluation: Evaluation,
    private readonly batches: CcrcTuneBatches,
    private readonly cuts: HeldOutCuts,
    private readonly speaks: boolean,
  ) {}

  static async create(
    chain: Ccrc,
    { graph, parts }: CcrcStage,
    batches: CcrcTuneBatches,
    pairs: readonly PreparedPair[],
    { limit, threads }: HeldOutOptions,
  ): Promise<CcrcHeldOut> {
    const evaluation = await Evaluation.create(evaluationGraph(outputs(chain, parts), graph), { threads })
    return new CcrcHeldOut(evaluation, batches, new HeldOutCuts(pairs, limit), parts.captioned)
  }

  async score(step: Stepper): Promise<HeldOutScore> {
    const vectors = step.vectors('values')
    const tally = new HeldOutTally()
    for (const { start, shown } of this.cuts.batches()) {
      const batch = this.batches.make(shown, start, still)
      const { changed, anyChange, loss } = await this.evaluation.run(vectors, pick(batch))
      const is = { masks: batch.masks.data, anything: batch.anything.data }
      tally.addSight(shown.length, is, { changed: changed.data, anything: anyChange.data })
      if (this.speaks) tally.addWords(countWords(integers(batch.againTargets)), Number(loss.data[0]))
    }
    return tally.score()
  }

  release(): Promise<void> {
    return this.evaluation.release()
  }
}

function outputs(chain: Ccrc, { conditioned }: CcrcStage['parts']): Record<string, ReturnType<typeof sub>> {
  const given = ccrcInputs()
  const scene = chain.see(given.before, given.after, inference)
  const regions = chain.propose(scene, oneHot(given.anchors, 2 * TOKENS), inference)
  const told = conditioned ? 1 : 0
  const memory = chain.tell(scene, {
    regions,
    valid: mul(given.valid, told),
    coverage: mul(coverageOf(given.masks), told),
    blind: sub(1, mul(markedPairs(given), told)),
  })
  const spoken = chain.caption(given.againTokens, memory, inference)
  return {
    changed: scene.changed,
    // `anything` is an input's name
    anyChange: scene.anything,
    loss: crossEntropy(spoken.logits, given.againTargets, { ignoreIndex: IGNORED }),
  }
}

function pick(batch: Readonly<Record<CcrcInputName, Fed>>): Record<string, Fed> {
  return Object.fromEntries(NEEDED.map((name) => [name, batch[name]]))
}
