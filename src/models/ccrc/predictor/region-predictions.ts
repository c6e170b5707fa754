import type { Tensor } from 'onnxruntime-node'
import { floatsOf } from './feeds'

/** Regions of one call, in the order of their query tokens, as logits. */
export interface RegionPredictions {
  /** [regions, 128] */
  readonly vectors: Float32Array
  /** [regions, categories + 1] */
  readonly categories: Float32Array
  /** [regions, 2, 20] */
  readonly attributes: Float32Array
  /** [regions, 2, 16384] */
  readonly masks: Float32Array
}

/** The first `count` of `slots` regions of a stage's outputs; views into them. */
export function firstPredictions(
  outputs: Readonly<Record<string, Tensor>>,
  count: number,
  slots: number,
): RegionPredictions {
  const first = (tensor: Tensor): Float32Array => floatsOf(tensor).subarray(0, (tensor.size / slots) * count)
  return {
    vectors: first(outputs.newRegions),
    categories: first(outputs.categories),
    attributes: first(outputs.attributes),
    masks: first(outputs.masks),
  }
}
