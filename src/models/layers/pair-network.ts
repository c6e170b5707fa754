import { buildModel, inference, input } from '../../graph'
import type { Parameter, Parameters, Tensor, TrainingGraph } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { oneOf, partsWithout } from '../network'
import type { FamilyNetwork } from '../network'
import { familyParameters } from './encoder-parameters'
import type { InputSpecs } from './training-inputs'
import type { CaptionDecoder } from './caption-decoder'
import type { PairMasks } from './pair-losses'
import { CAPTION_LENGTH, CHANNELS, IMAGE_SIDE } from './sizes'
import type { EncodePair } from '../pair-data'

/** Arguments of a family's stages: values by name, and fixed symbols. */
interface StageOptions {
  name: string
  values: ReadonlyMap<string, Float32Array>
  sizes?: Readonly<Record<string, number>>
}

/** A family's prediction for a pair before the caption decoder runs. */
export interface EncoderOutput {
  masks: PairMasks
  /** [batch, keys, 128] */
  memory: Tensor
}

/** Frames of pairs in -0.5..0.5: [batch, 3, 128, 128]. */
export function pairFrames(): readonly [before: Tensor, after: Tensor] {
  const shape = ['batch', 3, IMAGE_SIDE, IMAGE_SIDE]
  return [input('before', shape), input('after', shape)]
}

/** before, after, and the family's own inputs -> changed [n, 2, 128, 128] and changedLogit [n] (logits), memory [n, keys, 128]. */
export function encodeStage({ masks, memory }: EncoderOutput, options: StageOptions): ModelSpec {
  return buildModel({ changed: masks.changed, changedLogit: masks.changedLogit, memory }, options)
}

/** memory [n, keys, 128], words int64 [n, 28] -> logits [n, 28, vocabulary], hidden [n, 28, 128], attention [n, 28, keys]. */
export function decodeStage(caption: CaptionDecoder, keys: number, options: StageOptions): ModelSpec {
  const memory = input('memory', ['batch', keys, CHANNELS.model])
  const words = input('words', ['batch', CAPTION_LENGTH], 'int64')
  const { logits, hidden, attention } = caption(words, memory, inference)
  return buildModel({ logits, hidden, attention }, options)
}

/** For a family whose stage `encode` takes frames alone. */
export const encodeInOneStage: EncodePair = async (run, frames) => {
  const { changed, changedLogit, memory } = await run('encode', frames)
  return { changed, changedLogit, memory }
}

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
> extends Omit<FamilyNetwork, 'parts' | 'phases' | 'stages' | 'evaluationStages' | 'marks' | 'build'> {
  readonly parts: readonly Part[]
  readonly phases: readonly {
    readonly name: Phase
    readonly share: number
    readonly restartsRateWith?: Part
  }[]
  readonly stages: readonly Stage[]
  readonly evaluationStages?: readonly Stage[]
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
  const { name, parts: allParts, stages, evaluationStages = [] } = definition
  const allStages = [...stages, ...evaluationStages]
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
          const checkedStage = oneOf(allStages, stage, 'stage')
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
