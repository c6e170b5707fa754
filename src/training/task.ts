import { cosineRate } from '../graph'
import type { Parameter, TrainingGraph } from '../graph'
import type { ModelManifest } from '../packages/manifest'
import type { Tokenizer } from '../text/bpe/tokenizer'
import type { AugmentationOptions, LoadedCrop } from './data/augmentation'
import type { PreparedPair } from './data/prepared-pairs'
import type { TrainingPair } from './data/training-set'
import type { CaptionScores, ChangeScores } from './evaluation/change-scores'
import type { HeldOutScorer, HeldOutScorerOptions } from './evaluation/held-out-score'
import type { Stepper } from './train-step'
import type { Provider, TensorData } from './session'

/** Inputs of a step's graph by name, [n, ...]. */
export type Batch = Readonly<Record<string, TensorData>>

/** A phase of training: its graph, and the inputs that this reads. */
export interface TrainingStage {
  readonly graph: TrainingGraph
  readonly inputNames: ReadonlySet<string>
}

export function trainingStage(graph: TrainingGraph): TrainingStage {
  return { graph, inputNames: new Set(graph.step.inputs.map(({ name }) => name)) }
}

/** What works on a step. */
export interface Workers {
  /** Pairs a step. */
  readonly batch: number
  /** `cpu`, or a device: the step then runs in a thread of its own, with its state on the device. */
  readonly provider: Provider
  /** Threads that share a batch, each with a whole step of its own; 1 for one step with threads within, and on a device. */
  readonly replicas: number
  /** Of one step on the processor; ONNX Runtime's choice where undefined. */
  readonly threads: number | undefined
}

/** Pairs for each replica. @throws RangeError where the batch cannot be shared evenly */
export function replicaBatchSize({ batch, replicas }: Pick<Workers, 'batch' | 'replicas'>): number {
  if (batch % replicas !== 0) {
    throw new RangeError(`a batch of ${batch} pairs cannot be shared by ${replicas} replicas`)
  }
  return batch / replicas
}

/** A family's part in training; the trainer is the same for all. */
export interface TrainingTask {
  /** In the order of its package. */
  readonly parameters: readonly Parameter[]
  /** The stage at a fraction of the run; the same stage is the same object. All have the same state. */
  readonly stageAt: (share: number) => TrainingStage
  /**
   * Before the first step of a stage, and before the first one after a break.
   * @param start the parameters that the stage began with, the same after a break
   */
  readonly onStageEnter?: (
    stage: TrainingStage,
    start: () => Promise<ReadonlyMap<string, Float32Array>>,
  ) => Promise<void>
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

/** A figure that a family's own part should raise, measured on held-out pairs. */
export interface ContributionScore {
  readonly value: number
  /** The same by chance, or without the part; null where there is no such figure. */
  readonly baseline: number | null
}

/** By what is measured. */
export type ContributionScores = Readonly<Record<string, ContributionScore>>

export type SyntheticScores = ChangeScores &
  CaptionScores & {
    /** Absent where the model has none of its family's own parts. */
    readonly contributions?: ContributionScores
  }

/** Training on synthetic pairs. */
export interface SyntheticTask extends TrainingTask {
  /** Shares of the run, 0 first, at which the learning rate begins anew. Default: at its start alone. */
  readonly rateStarts?: readonly number[]
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
  readonly provider: Provider
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

/** How far a run has come. */
export interface Progress {
  /** Steps done. */
  readonly step: number
  /** Seconds of the run, earlier attempts included. */
  readonly seconds: number
}

/** The schedule at a step: a pure function of the run's progress and options. */
export interface Schedule<P extends Progress> {
  readonly initial: P
  /** The progress of a checkpoint's record, and back. @throws ZodError for another record */
  readonly fromRecord: (record: unknown) => P
  readonly toRecord: (progress: P) => unknown
  /** The fraction of the run that is done, 0 to 1. */
  readonly share: (progress: P) => number
  /** The learning rate of the next step. */
  readonly rate: (progress: P) => number
  readonly isEnded: (progress: P) => boolean
}

/** A cosine from `highest` to `lowest` times it over the run, times `warm`, which rises from 0 to 1 at its start. */
export function warmCosine(
  { highest, lowest }: { highest: number; lowest: number },
  share: number,
  warm: number,
): number {
  return cosineRate(highest, 1, lowest)(share) * Math.min(1, warm)
}
