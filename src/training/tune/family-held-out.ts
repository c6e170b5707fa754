import { FamilyNetwork } from '../../inference/family/network'
import type { NetworkParts } from '../../inference/family/read-network'
import { CAPTION_LENGTH } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'
import type { StageData } from '../../systems/sample'
import { floats, integers } from '../made/batch-parts'
import type { Fed } from '../session'
import type { Stepper } from '../train-step'
import type { FamilyTuneBatches } from './family-batch'
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

const NOTHING_OWN = { wanted: new Set<string>(), finder: null }

/** A family's stages with the weights as they are; words are scored given what the model sees itself. */
export class FamilyHeldOut implements HeldOut {
  private readonly cuts: HeldOutCuts
  private readonly threads: number

  constructor(
    private readonly parts: Omit<NetworkParts, 'values'>,
    private readonly batches: FamilyTuneBatches,
    pairs: readonly PreparedPair[],
    { limit, threads }: HeldOutOptions,
  ) {
    this.cuts = new HeldOutCuts(pairs, limit)
    this.threads = threads
  }

  async score(step: Stepper): Promise<HeldOutScore> {
    const values = await step.parameters()
    const network = new FamilyNetwork({ ...this.parts, values }, { provider: 'cpu', threads: this.threads })
    try {
      return await this.scoreBy(network)
    } finally {
      await network.release()
    }
  }

  release(): Promise<void> {
    return Promise.resolve()
  }

  private async scoreBy(network: FamilyNetwork): Promise<HeldOutScore> {
    const tally = new HeldOutTally()
    for (const { start, shown } of this.cuts.batches()) {
      const n = shown.length
      const batch = await this.batches.make(shown, start, still, NOTHING_OWN)
      const frames = { before: stageData(batch.before), after: stageData(batch.after) }
      const { changed, anything, memory } = await this.parts.use.look(
        network.run,
        frames,
        await network.bank(),
      )
      const is = { masks: batch.masks.data, anything: batch.anything.data }
      tally.addSight(n, is, { changed: changed.data, anything: anything.data })
      const targets = firstReferences(batch.targets, n)
      const words = { data: firstReferences(batch.tokens, n), shape: [n, CAPTION_LENGTH] }
      const { logits } = await network.run('speak', { memory, words })
      tally.addWords(countWords(targets), meanLoss(logits, targets))
    }
    return tally.score()
  }
}

function stageData({ data, shape }: Fed): StageData {
  return { data: floats({ data }), shape }
}

/** Of references end to end in each row, the first: [n, 28]. */
function firstReferences({ data }: Fed, n: number): BigInt64Array {
  const all = integers({ data })
  const row = all.length / n
  const first = new BigInt64Array(n * CAPTION_LENGTH)
  for (let item = 0; item < n; item++)
    first.set(all.subarray(item * row, item * row + CAPTION_LENGTH), item * CAPTION_LENGTH)
  return first
}

/** Mean cross-entropy of the targets that count [n, 28], 0 without any; logits [n, 28, words]. */
function meanLoss({ data, shape }: StageData, targets: BigInt64Array): number {
  const logits = floats({ data })
  const vocabulary = shape[2]
  let [sum, count] = [0, 0]
  targets.forEach((target, place) => {
    if (target === BigInt(IGNORED)) return
    const row = logits.subarray(place * vocabulary, (place + 1) * vocabulary)
    const highest = row.reduce((best, value) => Math.max(best, value), -Infinity)
    const total = row.reduce((all, value) => all + Math.exp(value - highest), 0)
    sum += highest + Math.log(total) - row[Number(target)]
    count++
  })
  return sum / Math.max(1, count)
}
