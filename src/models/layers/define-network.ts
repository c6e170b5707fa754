import type { Parameter, Parameters, TrainingGraph } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { oneOf, partsWithout } from '../network'
import type { FamilyNetwork } from '../network'
import { familyParameters } from './encoder-parameters'
import type { StageOptions } from './pair-stages'
import type { InputSpecs } from './training-inputs'

/** The arguments of one training graph. */
export interface TrainingBuild<Parts, Phase> {
  readonly parameters: readonly Parameter[]
  /** Pairs in one run. */
  readonly batch: number
  readonly parts: Parts
  readonly phase: Phase
  /** Runs whose gradients make one update. */
  readonly accumulate: number
}

/** A family that encodes a pair into masks and a memory, and decodes a caption from that. */
export interface NetworkDefinition<
  Part extends string,
  Phase extends string,
  Stage extends string,
  Model,
> extends Omit<FamilyNetwork, 'parts' | 'phases' | 'stages' | 'marks' | 'build'> {
  readonly parts: readonly Part[]
  readonly phases: readonly { readonly name: Phase; readonly share: number }[]
  readonly stages: readonly Stage[]
  /** Every input that its training reads in some phase, without the batch. */
  readonly inputs: InputSpecs
  readonly create: (p: Parameters, words: number, parts: Readonly<Record<Part, boolean>>) => Model
  readonly training: (
    model: Model,
    build: TrainingBuild<Readonly<Record<Part, boolean>>, Phase>,
  ) => TrainingGraph
  readonly stageModel: (
    model: Model,
    stage: Stage,
    options: StageOptions,
    parts: Readonly<Record<Part, boolean>>,
  ) => ModelSpec
}

/** The network of a definition: names are checked, and parameters are made in the order of their creation. */
export function defineNetwork<Part extends string, Phase extends string, Stage extends string, Model>({
  inputs,
  create,
  training,
  stageModel,
  ...definition
}: NetworkDefinition<Part, Phase, Stage, Model>): FamilyNetwork {
  const { name, parts: allParts, stages } = definition
  const phases = definition.phases.map((phase) => phase.name)
  return {
    ...definition,
    marks: 'masks',
    build(sizes, without = []) {
      const parts = partsWithout(allParts, without)
      const p = familyParameters(sizes)
      const model = create(p, sizes.words, parts)
      const parameters = p.list()
      return {
        parameters,
        inputs,
        training: (batch, phase, accumulate = 1) =>
          training(model, { parameters, batch, parts, phase: oneOf(phases, phase, 'phase'), accumulate }),
        stage(stage, values, fixed = {}) {
          const checkedStage = oneOf(stages, stage, 'stage')
          return stageModel(
            model,
            checkedStage,
            { name: `${name}-${checkedStage}`, values, sizes: fixed },
            parts,
          )
        },
      }
    },
  }
}
