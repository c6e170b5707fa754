import {
  add,
  binaryCrossEntropyEach,
  diceLossEach,
  greater,
  mean,
  mul,
  Parameters,
  stopGradient,
  sub,
  toFloat,
  trainingMode,
} from '../../src/graph'
import type { Parameter, TrainingGraph } from '../../src/graph'
import { familyTraining } from '../../src/models/layers/family-training'
import { weightedMean } from '../../src/models/layers/pair-losses'
import { writePlanes } from '../../src/models/layers/pixels'
import { graphInputs } from '../../src/models/layers/training-inputs'
import type { InputSpecs } from '../../src/models/layers/training-inputs'
import type { FrozenEncoder } from '../../src/models/photo/frozen-encoder'
import { photoNetwork, TRAINING_SIDE } from '../../src/models/photo/network/network'
import { encodedFrames, frameInputs } from '../../src/models/photo/network/training'
import { asFloat32, sliceInputs, zeroInputs } from '../../src/training/data/batch-inputs'
import type { Batch } from '../../src/training/task'

const PARTS = { encoder: true }
const FRAME = [TRAINING_SIDE, TRAINING_SIDE] as const
/** As in the family's own training. */
const MASK_WEIGHT = 4
/** Logit of a pixel that does not count: its loss and its slope are nearly 0. */
const SURELY_UNCHANGED = 20

/** A square of a pair of which only some pixels are labelled. */
export interface PartialSample {
  /** RGB, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** 1 where it changed, in the after frame. */
  readonly mask: Uint8Array
  /** 1 where that is known. */
  readonly known: Uint8Array
}

function inputSpecs(): InputSpecs {
  const plane = ['float32', [1, ...FRAME]] as const
  return { ...frameInputs(FRAME, PARTS), mask: plane, known: plane }
}

/**
 * The family's loss of masks over the pixels that are known.
 * @param followsStatistics whether the means and variances of normalisation follow the samples
 */
export function partialTraining(
  batch: number,
  followsStatistics: boolean,
): { graph: TrainingGraph; parameters: readonly Parameter[] } {
  const p = Parameters.create()
  const network = photoNetwork(p, PARTS)
  const parameters = p.list()
  const mode = { ...trainingMode(), training: followsStatistics }
  const inputs = graphInputs(inputSpecs())
  const output = network(inputs.before, inputs.after, encodedFrames(inputs, PARTS), mode)
  const unknown = sub(1, inputs.known)
  const changed = sub(mul(output.changed, inputs.known), mul(unknown, SURELY_UNCHANGED))
  const target = mul(inputs.mask, inputs.known)
  const hasChange = stopGradient(toFloat(greater(mean(target, { axes: [1, 2, 3] }), 0)))
  const terms = {
    mask: add(
      mul(mean(binaryCrossEntropyEach(changed, target)), MASK_WEIGHT),
      weightedMean(diceLossEach(changed, target), hasChange),
    ),
    // nothing reads it when the model proposes; it keeps its parameters in the graph
    change: mul(mean(output.changedLogit), 0),
  }
  return { graph: familyTraining({ terms, mode, parameters, batch, accumulate: 1 }), parameters }
}

export async function partialBatch(
  samples: readonly PartialSample[],
  encoder: FrozenEncoder,
): Promise<Batch> {
  const { before, after, mask, known } = inputSpecs()
  const batch = zeroInputs({ before, after, mask, known }, samples.length)
  samples.forEach((sample, item) => {
    const slice = sliceInputs(batch, item, samples.length)
    writePlanes(asFloat32(slice.before), sample.before)
    writePlanes(asFloat32(slice.after), sample.after)
    asFloat32(slice.mask).set(sample.mask)
    asFloat32(slice.known).set(sample.known)
  })
  return { ...batch, ...(await encoder.encode(samples)) }
}
