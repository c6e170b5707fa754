import { streamSeed, uniformAt } from '../../graph/random'
import { serializeModel } from '../../graph/onnx'
import type { ConstantSpec, NodeSpec, ValueSpec } from '../../graph/onnx'
import { WORDS, VOCABULARY_SIZE, ids } from './vocabulary'

/** The three graphs of the tiny model, with the inputs and outputs of SmolVLM's as they lie on the Hugging Face hub. */

/** One dimension for each word, and one more. */
export const HIDDEN = WORDS.length + 1
/** Pixels of the square picture, and of the patches that it is cut into. */
export const SIDE = 32
const PATCH = 16
export const IMAGE_TOKENS = (SIDE / PATCH) ** 2

const SEED = 115
/** A word's own dimension: far more than what the attention adds. */
const LOUD = 10
/** Bytes and marks are never answered. */
const NEVER = -1000

const floats = (name: string, shape: readonly number[], data: Float32Array): ConstantSpec => ({
  name,
  type: 'float32',
  shape,
  data,
})

const integers = (name: string, ...values: number[]): ConstantSpec => ({
  name,
  type: 'int64',
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
})

function random(name: string, shape: readonly number[], scale: number): ConstantSpec {
  const length = shape.reduce((product, size) => product * size, 1)
  const seed = streamSeed(SEED, name)
  return floats(
    name,
    shape,
    Float32Array.from({ length }, (_, at) => scale * (2 * uniformAt(seed, at) - 1)),
  )
}

const node = (
  op: string,
  output: string,
  inputs: readonly string[],
  attributes?: NodeSpec['attributes'],
): NodeSpec => ({ op, inputs, outputs: [output], ...(attributes === undefined ? {} : { attributes }) })

const float = (name: string, ...shape: ValueSpec['shape']): ValueSpec => ({ name, type: 'float32', shape })
const whole = (name: string, ...shape: ValueSpec['shape']): ValueSpec => ({ name, type: 'int64', shape })

/** Each patch is one token, by a random linear map. */
export function visionEncoder(): Uint8Array {
  const size = ['batch_size', 'num_images', 3, SIDE, SIDE] as const
  return serializeModel({
    name: 'tiny_vision_encoder',
    inputs: [
      float('pixel_values', ...size),
      { name: 'pixel_attention_mask', type: 'bool', shape: ['batch_size', 'num_images', SIDE, SIDE] },
    ],
    outputs: [float('image_features', 'images', IMAGE_TOKENS, HIDDEN)],
    constants: [
      integers('each', -1, 3, SIDE, SIDE),
      integers('tokens', 0, HIDDEN, IMAGE_TOKENS),
      random('patches', [HIDDEN, 3, PATCH, PATCH], 0.1),
    ],
    nodes: [
      node('Reshape', 'pictures', ['pixel_values', 'each']),
      node('Conv', 'grid', ['pictures', 'patches'], {
        kernel_shape: [PATCH, PATCH],
        strides: [PATCH, PATCH],
      }),
      node('Reshape', 'row', ['grid', 'tokens']),
      node('Transpose', 'image_features', ['row'], { perm: [0, 2, 1] }),
    ],
  })
}

/** A word is loud in its own dimension; all else is silent, so that pictures decide on the first word. */
export function embedTokens(): Uint8Array {
  const table = new Float32Array(VOCABULARY_SIZE * HIDDEN)
  WORDS.forEach((_, word) => {
    table[(ids.firstWord + word) * HIDDEN + word] = LOUD
  })
  return serializeModel({
    name: 'tiny_embed_tokens',
    inputs: [whole('input_ids', 'batch_size', 'sequence_length')],
    outputs: [float('inputs_embeds', 'batch_size', 'sequence_length', HIDDEN)],
    constants: [floats('table', [VOCABULARY_SIZE, HIDDEN], table)],
    nodes: [node('Gather', 'inputs_embeds', ['table', 'input_ids'])],
  })
}

/** One layer of causal attention with its cache; the loudest dimension names the next word. */
export function decoder(): Uint8Array {
  const cache = (name: string, length: string): ValueSpec => float(name, 'batch_size', 1, length, HIDDEN)
  return serializeModel({
    name: 'tiny_decoder',
    inputs: [
      float('inputs_embeds', 'batch_size', 'sequence_length', HIDDEN),
      whole('attention_mask', 'batch_size', 'total_sequence_length'),
      whole('position_ids', 'batch_size', 'sequence_length'),
      cache('past_key_values.0.key', 'past_sequence_length'),
      cache('past_key_values.0.value', 'past_sequence_length'),
    ],
    outputs: [
      float('logits', 'batch_size', 'sequence_length', VOCABULARY_SIZE),
      cache('present.0.key', 'total_sequence_length'),
      cache('present.0.value', 'total_sequence_length'),
    ],
    constants: [
      random('query', [HIDDEN, HIDDEN], 0.1),
      random('key', [HIDDEN, HIDDEN], 0.1),
      floats('scale', [], Float32Array.of(1 / Math.sqrt(HIDDEN))),
      floats('hide', [], Float32Array.of(-1e9)),
      { name: 'one', type: 'int64', shape: [], data: BigInt64Array.of(1n) },
      integers('heads', 1),
      integers('columns_at', 1, 2),
      integers('rows_at', 1, 3),
      ...followers(),
    ],
    nodes: attention(),
  })
}

function attention(): NodeSpec[] {
  return [
    node('MatMul', 'queries', ['inputs_embeds', 'query']),
    node('MatMul', 'keys', ['inputs_embeds', 'key']),
    node('Unsqueeze', 'query_heads', ['queries', 'heads']),
    node('Unsqueeze', 'key_heads', ['keys', 'heads']),
    node('Unsqueeze', 'value_heads', ['inputs_embeds', 'heads']),
    node('Concat', 'present.0.key', ['past_key_values.0.key', 'key_heads'], { axis: 2 }),
    node('Concat', 'present.0.value', ['past_key_values.0.value', 'value_heads'], { axis: 2 }),
    node('Transpose', 'keys_across', ['present.0.key'], { perm: [0, 1, 3, 2] }),
    node('MatMul', 'products', ['query_heads', 'keys_across']),
    node('Mul', 'scores', ['products', 'scale']),
    node('CumSum', 'counted', ['attention_mask', 'one']),
    node('Sub', 'places', ['counted', 'one']),
    node('Unsqueeze', 'columns', ['places', 'columns_at']),
    node('Unsqueeze', 'rows', ['position_ids', 'rows_at']),
    node('Greater', 'is_later', ['columns', 'rows']),
    node('Where', 'causal', ['is_later', 'hide', 'scores']),
    node('Softmax', 'weights', ['causal'], { axis: -1 }),
    node('MatMul', 'attended', ['weights', 'present.0.value']),
    node('Squeeze', 'added', ['attended', 'heads']),
    node('Add', 'state', ['inputs_embeds', 'added']),
    node('MatMul', 'products_of_words', ['state', 'next']),
    node('Add', 'logits', ['products_of_words', 'never']),
  ]
}

/** The next word of each word; the end follows the last one, and the dimension of no word begins the sentence. */
function followers(): ConstantSpec[] {
  const next = new Float32Array(HIDDEN * VOCABULARY_SIZE)
  const never = new Float32Array(VOCABULARY_SIZE).fill(NEVER)
  WORDS.forEach((_, word) => {
    next[word * VOCABULARY_SIZE + ids.firstWord + word + 1] = 1
    never[ids.firstWord + word] = 0
  })
  next[WORDS.length * VOCABULARY_SIZE + ids.firstWord] = 1
  // only after the last word, which is loud: no picture is
  never[ids.end] = -LOUD / 2
  return [floats('next', [HIDDEN, VOCABULARY_SIZE], next), floats('never', [VOCABULARY_SIZE], never)]
}
