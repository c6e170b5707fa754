import type { Parameter } from '../graph'
import type { ModelManifest } from '../packages/manifest'
import type { Tokenizer } from '../text/bpe/tokenizer'
import type { AugmentationOptions, LoadedCrop } from './data/augmentation'
import type { PreparedPair } from './data/prepared-pairs'
import type { TrainingPair } from './data/training-set'
import type { CaptionScores, ChangeScores } from './evaluation/change-scores'
import type { HeldOutScorer, HeldOutScorerOptions } from './evaluation/held-out-score'
import type { Batch, TrainingStage, Workers } from './stage'
import type { Stepper } from './train-step'

/** A family's part in training; the trainer is the same for all. */
export interface TrainingTask {
  /** In the order of its package. */
  readonly parameters: readonly Parameter[]
  /** The stage at a fraction of the run; the same stage is the same object. All have the same state. */
  readonly stageAt: (share: number) => TrainingStage
  /** Before the first step of a stage, and before the first one after a break. */
  readonly onStageEnter?: (stage: TrainingStage, step: Stepper) => Promise<void>
  readonly release: () => Promise<void>
}

/** Fixed once in a run on synthetic pairs. */
export interface SyntheticTaskOptions extends Workers {
  readonly tokenizer: Tokenizer
  readonly categories: readonly string[]
  readonly entities: readonly string[]
  /** Parts to leave out. */
  readonly without: readonly string[]
  readonly freezeEncoder: boolean
  /** Whether the run begins with a model, so that captions are trained from its start. */
  readonly isContinued: boolean
  /** Package of the detector, for families that read its features. */
  readonly detector: string | null
}

export type SyntheticScores = ChangeScores & CaptionScores

/** Training on synthetic pairs. */
export interface SyntheticTask extends TrainingTask {
  /** At least the inputs that the stage reads; a pure function of its arguments. */
  readonly batch: (pairs: readonly TrainingPair[], seed: number, stage: TrainingStage) => Promise<Batch>
  readonly score: (
    stage: TrainingStage,
    step: Stepper,
    dev: readonly TrainingPair[],
  ) => Promise<SyntheticScores>
}

/** Fixed once in a fine-tuning run. */
export interface FineTuneTaskOptions {
  readonly categories: readonly string[]
  readonly batch: number
  readonly replicas: number
  readonly threads: number
  /** Package of the detector, for families that read its features. */
  readonly detector: string | null
}

/** Fine-tuning on corrected pairs. All stages read the same inputs. */
export interface FineTuneTask extends TrainingTask {
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
}
