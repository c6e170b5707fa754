import type { Parameter, TrainingGraph } from '../../graph'
import type { ModelManifest } from '../../packages/manifest'
import type { TrainingPair } from '../made/training-set'
import type { Fed } from '../session'
import type { HeldOut, HeldOutOptions } from './held-out'
import type { PreparedPair } from './prepare'
import type { SampleOptions, Shown } from './shown'

/** Inputs of a step's graph by name, [n, ...]. */
export type Batch = Readonly<Record<string, Fed>>

export interface LessonStage {
  readonly graph: TrainingGraph
}

/** What a model learns by, and all in which families differ; the run itself is the same for all. */
export interface TuneLesson {
  /** Of the model with its new words, in the order of its package. */
  readonly parameters: readonly Parameter[]
  /** The stage at a share of the run; the same one is the same object. All have the same state and inputs. */
  readonly at: (share: number) => LessonStage
  /** The first model's weights, with entries for what is new. */
  readonly firstValues: () => Promise<ReadonlyMap<string, Float32Array>>
  /** Cuts of corrected pairs; a function of what it is given alone, as the next is. */
  readonly corrected: (shown: readonly Shown[], seed: number, options: SampleOptions) => Promise<Batch>
  /** Made pairs that are replayed: the same inputs. */
  readonly replayed: (pairs: readonly TrainingPair[], seed: number) => Promise<Batch>
  readonly heldOut: (pairs: readonly PreparedPair[], options: HeldOutOptions) => Promise<HeldOut>
  /** What the new package has as the first one had it. */
  readonly kept: Pick<ModelManifest, 'without' | 'entities'>
  /** Sentences for the card: what was not learned, and why. */
  readonly remarks: readonly string[]
  readonly release: () => Promise<void>
}

/** What a lesson is told, decided once in a run. */
export interface LessonOptions {
  readonly categories: readonly string[]
  readonly batch: number
  readonly replicas: number
  readonly threads: number
}
