import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { TrainingPair } from '../../../training/data/training-set'
import type { TensorData } from '../../../training/session'
import type { ContributionScores } from '../../../training/task'
import type { EntityBank, RunStage, StageData } from '../../pair-data'
import type { StagedModel } from '../predictor/staged-model'
import type { SyntheticBatches } from './synthetic-batches'

/** What a family reads to measure what its own parts should raise. */
export interface ContributionContext {
  readonly pairs: readonly TrainingPair[]
  readonly tokenizer: Tokenizer
  /** Phrases that the model searches for, the commonest of its training captions first. */
  readonly entities: readonly string[]
  /** Parts that the model lacks. */
  readonly without: readonly string[]
  /** The model with its current weights, stages of evaluation too. */
  readonly run: RunStage
  /** The encoded entities; null where the model reads none. */
  readonly bank: EntityBank | null
  /** Pairs in batches, the last one smaller, and their training inputs of these names: the same each time. */
  readonly batches: (names: readonly string[]) => AsyncGenerator<HeldOutBatch>
}

export interface HeldOutBatch {
  readonly pairs: readonly TrainingPair[]
  readonly inputs: Readonly<Record<string, StageData>>
}

/** Figures by what is measured; none where the model lacks the parts. */
export type MeasureContributions = (context: ContributionContext) => Promise<ContributionScores>

/** Pairs of a batch: retrieval is within it. */
export const HELD_OUT_BATCH = 16

/** Measures with a model; null where there is nothing to measure. */
export async function measureContributions(
  measure: MeasureContributions,
  model: StagedModel,
  batches: SyntheticBatches,
  about: Pick<ContributionContext, 'pairs' | 'tokenizer' | 'entities' | 'without'>,
): Promise<ContributionScores | null> {
  const { pairs } = about
  const scores = await measure({
    ...about,
    run: model.run,
    bank: await model.bank(),
    async *batches(names) {
      const inputNames = new Set(names)
      for (let start = 0; start < pairs.length; start += HELD_OUT_BATCH) {
        const own = pairs.slice(start, start + HELD_OUT_BATCH)
        const inputs = await batches.make(own, start, { inputNames, retriever: null })
        yield { pairs: own, inputs: stageInputs(inputs, inputNames) }
      }
    },
  })
  return Object.keys(scores).length === 0 ? null : scores
}

function stageInputs(
  inputs: Readonly<Record<string, TensorData>>,
  names: ReadonlySet<string>,
): Record<string, StageData> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { data, shape }]) =>
      names.has(name) && !(data instanceof Uint8Array) ? [[name, { data, shape }]] : [],
    ),
  )
}
