import { changedNames, entityHits } from '../../encode-decode/trainer/entity-hits'
import type {
  ContributionContext,
  HeldOutBatch,
  MeasureContributions,
} from '../../encode-decode/trainer/contributions'
import type { ContributionScores } from '../../../training/task'
import { MASK_SIDE } from '../../layers/sizes'
import { rowsOf } from '../../pair-data'
import type { StageData } from '../../pair-data'
import { nounSearch, probabilities } from '../network/noun-inputs'
import { AttentionShare } from './attention-share'

const PIXELS = MASK_SIDE * MASK_SIDE

/**
 * Share of the attention that lies on changes, and of changed pairs whose entities name what changed: under the true
 * masks, and under the model's own, as in use.
 */
export const davirContributions: MeasureContributions = async (context) => {
  const { run, without, batches } = context
  const share = new AttentionShare()
  const entities = entityScores(context)
  for await (const batch of batches(['before', 'after', 'masks'])) {
    const { attention, changed } = await run('encode', batch.inputs)
    addAttention(share, attention, batch.inputs.masks)
    await entities?.add(batch, probabilities(changed))
  }
  const attended = without.includes('attentionControl') ? null : share.score()
  return { ...(attended !== null && { 'attention on changes': attended }), ...entities?.scores() }
}

/** @param attention [2 n, 256], all before frames first; masks [n, 2, 128, 128] */
function addAttention(share: AttentionShare, attention: StageData, { data, shape: [n] }: StageData): void {
  const rows = rowsOf(attention)
  for (let item = 0; item < n; item++) {
    for (const frame of [0, 1]) {
      const from = (2 * item + frame) * PIXELS
      share.add(rows[frame * n + item], Array.from(data.subarray(from, from + PIXELS), Number))
    }
  }
}

/** Null for a model that reads no entities. */
function entityScores({ run, bank, entities }: ContributionContext): {
  add: (batch: HeldOutBatch, ownMasks: StageData) => Promise<void>
  scores: () => ContributionScores
} | null {
  if (bank === null || entities.length === 0) {
    return null
  }
  const retrieved = {
    'changed entity, true masks': [] as number[][],
    'changed entity, own masks': [] as number[][],
  }
  const changed: ReadonlySet<string>[] = []
  const retrieve = async (inputs: HeldOutBatch['inputs'], masks: StageData): Promise<number[][]> => {
    const { likeBefore, likeAfter } = await run('compare', { ...inputs, masks, vectors: bank.vectors })
    const after = rowsOf(likeAfter)
    return rowsOf(likeBefore).map((before, item) => [...nounSearch.select(before, after[item])])
  }
  return {
    async add({ pairs, inputs }, ownMasks) {
      retrieved['changed entity, true masks'].push(...(await retrieve(inputs, inputs.masks)))
      retrieved['changed entity, own masks'].push(...(await retrieve(inputs, ownMasks)))
      changed.push(...pairs.map((pair) => changedNames(pair, 'nouns')))
    },
    scores: () =>
      Object.fromEntries(
        Object.entries(retrieved).flatMap(([name, own]) => {
          const found = entityHits(entities, own, changed, nounSearch.count)
          return found === null ? [] : [[name, found]]
        }),
      ),
  }
}
