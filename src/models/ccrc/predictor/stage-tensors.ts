import { Tensor } from 'onnxruntime-node'
import { framesOf } from '../../layers/pixels'
import { CAPTION_LENGTH } from '../../layers/sizes'
import { floatsOf } from '../../pair-data'
import type { PairPixels } from '../../../views/crop-view'
import { SPECIAL_TOKENS } from '../../../text/bpe/vocabulary'

/** One of a batch, without a copy. */
export function itemOf(tensor: Tensor, item: number): Tensor {
  const [n, ...shape] = tensor.dims
  if (n === 1) {
    return tensor
  }
  const size = tensor.size / n
  return new Tensor('float32', floatsOf(tensor).subarray(item * size, (item + 1) * size), [1, ...shape])
}

/** Gives what shares the memory of a batch memory of its own. */
export function copyOutOfBatch(tensors: Record<string, Tensor>): void {
  for (const [name, tensor] of Object.entries(tensors)) {
    const values = floatsOf(tensor)
    if (values.byteLength < values.buffer.byteLength) {
      tensors[name] = new Tensor('float32', values.slice(), tensor.dims)
    }
  }
}

/** A tensor of one row, `count` times. */
export function repeated(tensor: Tensor, count: number): Tensor {
  const [, ...shape] = tensor.dims
  const values = floatsOf(tensor)
  const data = new Float32Array(count * values.length)
  for (let row = 0; row < count; row++) {
    data.set(values, row * values.length)
  }
  return new Tensor('float32', data, [count, ...shape])
}

export function wordFeeds(captions: readonly (readonly number[])[]): Record<string, Tensor> {
  const shape = [captions.length, CAPTION_LENGTH]
  const words = new BigInt64Array(captions.length * CAPTION_LENGTH).fill(BigInt(SPECIAL_TOKENS.pad))
  const last = new Float32Array(captions.length * CAPTION_LENGTH)
  captions.forEach((ids, item) => {
    ids.forEach((id, at) => (words[item * CAPTION_LENGTH + at] = BigInt(id)))
    last[item * CAPTION_LENGTH + ids.length - 1] = 1
  })
  return { words: new Tensor('int64', words, shape), last: new Tensor('float32', last, shape) }
}

export function padded(values: Float32Array, shape: readonly number[]): Tensor {
  const data = new Float32Array(shape.reduce((product, size) => product * size, 1))
  data.set(values.subarray(0, data.length))
  return new Tensor('float32', data, shape)
}

export function presentMask(length: number): Tensor {
  const data = Float32Array.from({ length: CAPTION_LENGTH }, (_, at) => (at < length ? 1 : 0))
  return new Tensor('float32', data, [1, CAPTION_LENGTH])
}

export function pick(
  tensors: Readonly<Record<string, Tensor>>,
  names: readonly string[],
): Record<string, Tensor> {
  return Object.fromEntries(names.map((name) => [name, tensors[name]]))
}

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

/** Frames of 128 x 128, three bytes a pixel, as one batch. */
export function frameFeeds(pairs: readonly PairPixels[]): Record<string, Tensor> {
  const frames = (name: 'before' | 'after'): Tensor => {
    const { data, shape } = framesOf(pairs, name)
    return new Tensor('float32', data, shape)
  }
  return { before: frames('before'), after: frames('after') }
}
