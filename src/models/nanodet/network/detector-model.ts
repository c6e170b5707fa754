import { buildModel, input, Parameters } from '../../../graph'
import type { Parameter } from '../../../graph'
import type { ModelSpec } from '../../../graph/onnx'
import { nanodet } from './network'
import { INPUT_SIDE, STRIDES } from './sizes'

/** Names of the model's outputs: see `NanodetOutputs`. */
export const FEATURE_OUTPUTS = STRIDES.map((stride) => `features${stride}`)
/** The model's input, [batch, 3, height, width]: BGR, normalised (`letterbox.ts`). */
export const IMAGE_INPUT = 'image'

export interface DetectorNetwork {
  readonly parameters: readonly Parameter[]
  /** For any number of images in one run. */
  readonly model: (values: ReadonlyMap<string, Float32Array>) => ModelSpec
  /**
   * Without scores and boxes, and what only these need.
   * @param batch images in one run; null for any number
   */
  readonly featureModel: (values: ReadonlyMap<string, Float32Array>, batch: number | null) => ModelSpec
}

/** @param height of the input in pixels, a multiple of the coarsest stride as `width` is; the package's weights serve any */
export function detectorNetwork(height = INPUT_SIDE, width = height): DetectorNetwork {
  const p = Parameters.create()
  const outputs = nanodet(p)(input(IMAGE_INPUT, ['batch', 3, height, width]))
  const { scores, bins, features } = outputs
  const named = Object.fromEntries(FEATURE_OUTPUTS.map((name, level) => [name, features[level]]))
  return {
    parameters: p.list(),
    model: (values) => buildModel({ scores, bins, ...named }, { name: 'nanodet', values }),
    featureModel: (values, batch) =>
      buildModel(named, { name: 'nanodet-features', values, sizes: batch === null ? {} : { batch } }),
  }
}
