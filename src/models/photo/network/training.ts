import {
  add,
  binaryCrossEntropyEach,
  concat,
  diceLossEach,
  mean,
  mul,
  reshape,
  trainingMode,
} from '../../../graph'
import type { Parameter, Tensor, TrainingGraph } from '../../../graph'
import { familyTraining } from '../../layers/family-training'
import { changeLoss, hasKnownMasks, weightedMean } from '../../layers/pair-losses'
import { graphInputs } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import type { HeightWidth } from '../../layers/sizes'
import { ENCODED_CHANNELS, FIRST_ENCODED_LEVEL, STRIDES } from './network'
import type { EncodedFrames, PhotoNetwork, PhotoParts } from './network'

/** Strides of the frozen encoder's features. */
export const ENCODED_STRIDES = STRIDES.slice(FIRST_ENCODED_LEVEL)
const MASK_WEIGHT = 4

/** Inputs of a pair of `height` x `width` pixels, multiples of 32, without the batch. */
export function frameInputs([height, width]: HeightWidth, { encoder }: PhotoParts): InputSpecs {
  const frame = ['float32', [3, height, width]] as const
  const encoded = ENCODED_STRIDES.flatMap((stride) => {
    const spec = ['float32', [ENCODED_CHANNELS, height / stride, width / stride]] as const
    return [[`before${stride}`, spec] as const, [`after${stride}`, spec] as const]
  })
  return { before: frame, after: frame, ...(encoder && Object.fromEntries(encoded)) }
}

/** Inputs of a training pair, without the batch. */
export function trainingInputs(frame: HeightWidth, parts: PhotoParts): InputSpecs {
  return {
    ...frameInputs(frame, parts),
    /** 1 where the pair has a change, 0 where it has none, -1 where that is not known. */
    hasChange: ['float32', []],
    /** Share of each pixel that changed, in the after frame. */
    mask: ['float32', [1, ...frame]],
  }
}

/** The encoder's features of both frames as the network takes them; null for a model without. */
export function encodedFrames(
  inputs: Readonly<Record<string, Tensor>>,
  { encoder }: PhotoParts,
): EncodedFrames | null {
  if (!encoder) {
    return null
  }
  const [fine, middle, coarse] = ENCODED_STRIDES.map((stride) =>
    concat([inputs[`before${stride}`], inputs[`after${stride}`]], 0),
  )
  return [fine, middle, coarse]
}

/** Four times cross-entropy of each pixel, Dice of the pairs that have a change, and "anything changed". */
export function photoTraining(
  network: PhotoNetwork,
  {
    parameters,
    batch,
    accumulate,
    frame,
    parts,
  }: {
    parameters: readonly Parameter[]
    batch: number
    accumulate: number
    frame: HeightWidth
    parts: PhotoParts
  },
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(trainingInputs(frame, parts))
  const { changed, changedLogit } = network(inputs.before, inputs.after, encodedFrames(inputs, parts), mode)
  const isMarked = hasKnownMasks({ masks: inputs.mask, hasChange: inputs.hasChange })
  const each = mul(binaryCrossEntropyEach(changed, inputs.mask), reshape(isMarked, [-1, 1, 1, 1]))
  const dice = weightedMean(diceLossEach(changed, inputs.mask), mul(inputs.hasChange, isMarked))
  const terms = {
    mask: add(mul(mean(each), MASK_WEIGHT), dice),
    change: changeLoss(changedLogit, inputs.hasChange),
  }
  return familyTraining({ terms, mode, parameters, batch, accumulate })
}
