import type { Parameter } from '../../graph'
import type { ModelManifest } from '../../packages/manifest'
import type { TrainingPair } from '../data/training-set'
import type { TensorData } from '../session'
import type { HeldOutScorer, HeldOutScorerOptions } from '../evaluation/held-out-score'
import type { PreparedPair } from '../data/prepared-pairs'
import type { AugmentationOptions, LoadedCrop } from '../data/augmentation'
import type { TrainingStage } from '../open-step'

/** Inputs of a step's graph by name, [n, ...]. */
export type Batch = Readonly<Record<string, TensorData>>

/** All in which families differ in fine-tuning; the run itself is the same for all. */
export interface FineTuneTask {
  /** Of the model with its new words, in the order of its package. */
  readonly parameters: readonly Parameter[]
  /** The stage at a fraction of the run; the same stage is the same object. All have the same state and inputs. */
  readonly stageAt: (share: number) => TrainingStage
  /** The first model's weights, with entries for what is new. */
  readonly initialWeights: () => Promise<ReadonlyMap<string, Float32Array>>
  /** A batch of crops of corrected pairs; a pure function of its arguments, as is `replayBatch`. */
  readonly correctedBatch: (
    loaded: readonly LoadedCrop[],
    seed: number,
    options: AugmentationOptions,
  ) => Promise<Batch>
  /** A batch of replayed synthetic pairs with the same inputs. */
  readonly replayBatch: (pairs: readonly TrainingPair[], seed: number) => Promise<Batch>
  readonly openScorer: (
    pairs: readonly PreparedPair[],
    options: HeldOutScorerOptions,
  ) => Promise<HeldOutScorer>
  /** Manifest fields that the new package takes over from its parent. */
  readonly manifestFields: Pick<ModelManifest, 'without' | 'entities'>
  /** Sentences for the model card: what was not trained, and why. */
  readonly cardNotes: readonly string[]
  readonly release: () => Promise<void>
}

/** Fixed once in a run. */
export interface FineTuneTaskOptions {
  readonly categories: readonly string[]
  readonly batch: number
  readonly replicas: number
  readonly threads: number
}
