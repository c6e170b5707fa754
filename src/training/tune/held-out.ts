import { crossEntropy, evaluationGraph, inference, oneHot, sub } from '../../graph'
import type { TrainingGraph } from '../../graph'
import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { coverageOf, type Ccrc } from '../../systems/ccrc/model'
import { ccrcInputs, IGNORED, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import { Evaluation } from '../evaluation'
import { integers } from '../made/ccrc-batch'
import type { Fed, SessionOptions } from '../session'
import { showCut, type PreparedPair } from './prepare'
import type { CutRecord } from './cut-file'
import type { TuneBatches } from './tune-batch'

export interface HeldOutScore {
  /** 0 to 1; the mean of those below that are known, accuracy only where no other is. */
  readonly score: number
  /** Of both frames over all cuts, at 64 x 64. */
  readonly maskIou: number
  /** Share of the cuts told right: changed or not. */
  readonly accuracy: number
  /** Geometric mean of the probabilities of true next words, given the true regions; null without captions. */
  readonly wordProbability: number | null
}

const BATCH = 16
const PIXELS = 2 * MASK_SIDE * MASK_SIDE
const NEEDED = ['before', 'after', 'masks', 'anchors', 'valid', 'againTokens', 'againTargets'] as const

/** The model in training on the cuts of held-out pairs: much cheaper than whole proposals. */
export class HeldOut {
  private constructor(
    private readonly evaluation: Evaluation,
    private readonly batches: TuneBatches,
    private readonly shown: readonly (readonly [PreparedPair, CutRecord])[],
  ) {}

  /** @param limit cuts at most, as evenly over pairs and kinds as it goes */
  static async create(
    chain: Ccrc,
    graph: Pick<TrainingGraph, 'layouts'>,
    batches: TuneBatches,
    pairs: readonly PreparedPair[],
    { limit, ...options }: SessionOptions & { limit: number },
  ): Promise<HeldOut> {
    const evaluation = await Evaluation.create(evaluationGraph(outputs(chain), graph), options)
    return new HeldOut(evaluation, batches, inTurns(pairs).slice(0, limit))
  }

  async score(vectors: Readonly<Record<string, RuntimeTensor>>): Promise<HeldOutScore> {
    let [hit, either, right, words, loss] = [0, 0, 0, 0, 0]
    for (let start = 0; start < this.shown.length; start += BATCH) {
      const shown = this.shown.slice(start, start + BATCH).map(([pair, record]) => showCut(pair, record))
      const batch = this.batches.make(shown, start, { isVaried: false, isUpright: true })
      const said = await this.evaluation.run(vectors, pick(batch))
      shown.forEach((_, item) => {
        const isChanged = Number(batch.anything.data[item]) > 0.5
        right += Number(said.anything.data[item]) > 0 === isChanged ? 1 : 0
      })
      for (let at = 0; at < shown.length * PIXELS; at++) {
        const [is, claimed] = [Number(batch.masks.data[at]) >= 0.5, Number(said.changed.data[at]) > 0]
        if (is && claimed) hit++
        if (is || claimed) either++
      }
      const counted = integers(batch.againTargets).reduce((n, id) => (id === BigInt(IGNORED) ? n : n + 1), 0)
      words += counted
      loss += Number(said.loss.data[0]) * counted
    }
    const maskIou = either === 0 ? 1 : hit / either
    const accuracy = right / Math.max(1, this.shown.length)
    const wordProbability = words === 0 ? null : Math.exp(-loss / words)
    const known = [either === 0 ? accuracy : maskIou, ...(wordProbability === null ? [] : [wordProbability])]
    const score = known.reduce((sum, value) => sum + value, 0) / known.length
    return { score, maskIou, accuracy, wordProbability }
  }

  release(): Promise<void> {
    return this.evaluation.release()
  }
}

function outputs(chain: Ccrc): Record<string, ReturnType<typeof sub>> {
  const given = ccrcInputs()
  const scene = chain.see(given.before, given.after, inference)
  const regions = chain.propose(scene, oneHot(given.anchors, 2 * TOKENS), inference)
  const told = { regions, valid: given.valid, coverage: coverageOf(given.masks) }
  const memory = chain.tell(scene, { ...told, blind: sub(scene.anything, scene.anything) })
  const spoken = chain.caption(given.againTokens, memory, inference)
  return {
    changed: scene.changed,
    anything: scene.anything,
    loss: crossEntropy(spoken.logits, given.againTargets, { ignoreIndex: IGNORED }),
  }
}

function pick(batch: Readonly<Record<CcrcInputName, Fed>>): Record<string, Fed> {
  return Object.fromEntries(NEEDED.map((name) => [name, batch[name]]))
}

/** The first window of each pair, the whole of each, then what is left. */
function inTurns(pairs: readonly PreparedPair[]): (readonly [PreparedPair, CutRecord])[] {
  const all = pairs.flatMap((pair) => {
    const seen: Record<string, number> = {}
    return pair.cuts.map((record) => {
      const turn = (seen[record.kind] = (seen[record.kind] ?? -1) + 1)
      const place = { window: 0, whole: 1, empty: 2 }[record.kind]
      return { shown: [pair, record] as const, at: 3 * turn + place }
    })
  })
  return all.toSorted((a, b) => a.at - b.at).map(({ shown }) => shown)
}
