import type { ModelQuestion } from '../contract/proposal'
import type { SessionOptions } from '../inference/sessions/model-session'
import type { ModelPackage } from '../packages/read-package'
import type { Tokenizer } from '../text/bpe/tokenizer'
import type { TrainingPair } from '../training/data/training-set'
import type { FineTuneTask, FineTuneTaskOptions, SyntheticTask, SyntheticTaskOptions } from '../training/task'
import type { BatchPredictor, ModelProposer } from './model-proposer'
import type { FamilyNetwork } from './network'
import type { Message } from '../messages/message'

/** How a model runs, and what it may need besides its package. */
export interface ModelOptions extends SessionOptions {
  /** Package of the detector, whose features some families read; null where there is none. */
  readonly detector?: string | null
}

/** A model of the family, opened from its package. */
export interface FamilyPredictor {
  /**
   * For pairs of any size.
   * @throws PackageError; Error where the provider cannot be used
   */
  readonly openProposer: (folder: string, options: ModelOptions) => Promise<ModelProposer>
  /** For batches of 128 x 128, one mask and one caption for each pair: what scores need. @throws PackageError */
  readonly openBatchPredictor: (folder: string, options: ModelOptions) => Promise<BatchPredictor>
}

/** The hooks of a family for the trainer (`src/training/trainer.ts`). */
export interface FamilyTrainer {
  /** Phrases of training captions that its models search for; none where it uses none. */
  readonly entities: (pairs: readonly TrainingPair[], tokenizer: Tokenizer) => readonly string[]
  /** @throws RangeError for a part that it does not have, or a batch that cannot be shared evenly */
  readonly syntheticTask: (options: SyntheticTaskOptions) => SyntheticTask
  /**
   * Fine-tunes a package on corrected pairs; the tokenizer begins with the package's own.
   * @throws PackageError for a part that is not known
   */
  readonly fineTuneTask: (
    parent: ModelPackage,
    tokenizer: Tokenizer,
    options: FineTuneTaskOptions,
  ) => Promise<FineTuneTask>
}

/** A published model: its graphs, how it proposes and how it is trained. One folder, and a line in `registry.ts`. */
export interface Family {
  /** A description in one sentence, for the choice of a model. */
  readonly summary: Message
  readonly network: FamilyNetwork
  /** Probabilities from which a pair, and a window of one, count as changed; for the packages that are trained. */
  readonly thresholds: Readonly<Record<string, number>>
  /** Mean cost of a fine-tuning step over a run, over that of the first steps. */
  readonly fineTuneStepCost: number
  /** The requests that a package's proposer supports. */
  readonly questions: (model: {
    readonly without: readonly string[]
    readonly entities: readonly string[]
  }) => readonly ModelQuestion[]
  /** Whether a package built without these parts reads the detector's features. Absent: none does. */
  readonly readsDetector?: (without: readonly string[]) => boolean
  /** Loaded when it is first needed: it takes ONNX Runtime along. */
  readonly predictor: () => Promise<FamilyPredictor>
  /** Loaded when it is first needed. */
  readonly trainer: () => Promise<FamilyTrainer>
}
