import type { Parameter, TrainingGraph } from '../graph'
import type { ModelSpec } from '../graph/onnx'
import type { InputSpecs } from './layers/training-inputs'

/** Data that a training pair must have besides frames, masks and captions. */
export type DataNeed =
  /** The true counterpart of each token. */
  | 'correspondences'
  /** The object that each token shows. */
  | 'objects'
  /** Regions with categories, attributes and the words that mean them. */
  | 'regions'
  /** Noun phrases and verb phrases of a caption. */
  | 'phrases'
  /** Phrases of the training captions that could name what changed, of which the nearest are found for each pair. */
  | 'entities'
  /** Frames between before and after. */
  | 'inBetween'

export interface FamilySizes {
  /** Size of the vocabulary. */
  words: number
  /** Kinds of change, without "none". */
  categories: number
  /** Whether the shared encoder is stored but not trained (`layers/encoder-parameters.ts`). Default: it is trained. */
  freezeEncoder?: boolean
  /** Height and width of the frames, for a family whose models take any. Default: what it is trained on. */
  frame?: readonly [height: number, width: number]
}

/** A model of a family, with some parts left out or none. */
export interface FamilyModel {
  readonly parameters: readonly Parameter[]
  /** Every input that its training reads in some phase, without the batch. */
  readonly inputs: InputSpecs
  /**
   * One step in a phase; all phases have the same state. `accumulate` runs of `batch` pairs make one update, 1 by
   * default.
   * @throws RangeError for a phase that the family does not have
   */
  readonly training: (batch: number, phase: string, accumulate?: number) => TrainingGraph
  /**
   * A part of what runs when it is used; `sizes` fixes symbols, such as `{ batch: 1 }`.
   * @throws RangeError for a stage that the family does not have
   */
  readonly stage: (
    stage: string,
    values: ReadonlyMap<string, Float32Array>,
    sizes?: Readonly<Record<string, number>>,
  ) => ModelSpec
}

/** The family without what it is known for, or with a part of it. */
export interface Ablation {
  /** Its parts, as its authors name them. */
  readonly name: string
  readonly without: readonly string[]
}

export interface Phase {
  readonly name: string
  /** Of a run. */
  readonly share: number
  /** A part: a model that has it begins its learning rate anew here. */
  readonly restartsRateWith?: string
}

/** The shares of a run, 0 first, at which a model without these parts begins its learning rate anew. */
export function rateStarts(phases: readonly Phase[], without: readonly string[] = []): number[] {
  const starts = [0]
  let share = 0
  for (const phase of phases) {
    if (phase.restartsRateWith !== undefined && !without.includes(phase.restartsRateWith)) {
      starts.push(share)
    }
    share += phase.share
  }
  return starts
}

/** A published model as graph code; docs/families.md has what each of them is. */
export interface FamilyNetwork {
  readonly name: string
  /** As its authors call it. */
  readonly title: string
  /** Parts that can be left out, for ablations. */
  readonly parts: readonly string[]
  readonly needs: readonly DataNeed[]
  /** In order, each with its share of a run. */
  readonly phases: readonly Phase[]
  /** Of a package: what runs when a model is used. */
  readonly stages: readonly string[]
  /** What runs in addition when a model is measured; no package holds them. */
  readonly evaluationStages?: readonly string[]
  /** From the least to the most, the whole family left out: what each of its contributions is worth. */
  readonly ablations: readonly Ablation[]
  /** Side of its training pairs in pixels. Default 128. */
  readonly trainingSide?: number
  /** Whether it sees pairs at their own resolution, and learns from corrected ones so. Default: in windows of 128. */
  readonly isFullResolution?: boolean
  /** The output of its models: regions with categories, or masks of changes. */
  readonly marks: 'regions' | 'masks'
  /** Whether it learns masks alone, and its captions are measured. Default: it learns captions too. */
  readonly isWordless?: boolean
  /** @throws RangeError for a part that the family does not have */
  readonly build: (sizes: FamilySizes, without?: readonly string[]) => FamilyModel
}

/**
 * Each part, false where it is left out.
 * @throws RangeError that names the parts there are
 */
export function partsWithout<Name extends string>(
  parts: readonly Name[],
  without: readonly string[],
): Record<Name, boolean> {
  const unknown = without.find((name) => !(parts as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new RangeError(`There is no part "${unknown}" to leave out: use one of ${parts.join(', ')}.`)
  }
  return Object.fromEntries(parts.map((name) => [name, !without.includes(name)])) as Record<Name, boolean>
}

/** @throws RangeError that names what there is */
export function oneOf<Name extends string>(names: readonly Name[], requested: string, kind: string): Name {
  const match = names.find((name) => name === requested)
  if (match === undefined) {
    throw new RangeError(`There is no ${kind} "${requested}": use one of ${names.join(', ')}.`)
  }
  return match
}
