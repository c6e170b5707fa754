import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serializeModel } from '../../graph/onnx'
import type { ConstantSpec, NodeSpec } from '../../graph/onnx'
import { SAM2_FILES } from '../../packs/catalogue'
import type { PackDescriptor } from '../../packs/catalogue'
import { sha256Hex } from '../../process/sha256'

const pool = (name: string, factor: number): NodeSpec => ({
  op: 'AveragePool',
  inputs: ['image'],
  outputs: [name],
  attributes: { kernel_shape: [factor, factor], strides: [factor, factor] },
})

const scalar = (name: string, value: number): ConstantSpec => ({
  name,
  type: 'float32',
  shape: [],
  data: Float32Array.of(value),
})

const integers = (name: string, ...values: number[]): ConstantSpec => ({
  name,
  type: 'int64',
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
})

const node = (op: string, output: string, ...inputs: string[]): NodeSpec => ({
  op,
  inputs,
  outputs: [output],
})

const reduce = (op: string, output: string, input: string, axis: string, keepdims = 0): NodeSpec => ({
  op,
  inputs: [input, axis],
  outputs: [output],
  attributes: { keepdims },
})

/**
 * A small model with Segment Anything 2's interface, for tests: its embedding is the image at three sizes,
 * and its masks are the pixels whose colour is near that at the points, cut by the box.
 */
const SIDE = 256
const MASK_SIDE = SIDE / 4
const CELLS = MASK_SIDE * MASK_SIDE
/** Squared distances of ImageNet-normalised colours that count as near. */
const NEAR = 0.8
/** The margins of the three masks. */
const WIDTHS = [-0.4, 0, 0.6]

const output = (name: string, factor: number) =>
  ({ name, type: 'float32', shape: [1, 3, SIDE / factor, SIDE / factor] }) as const

export function syntheticEncoder(): Uint8Array {
  return serializeModel({
    name: 'made_encoder',
    inputs: [{ name: 'image', type: 'float32', shape: [1, 3, SIDE, SIDE] }],
    outputs: [output('high_res_feats_0', 4), output('high_res_feats_1', 8), output('image_embed', 16)],
    constants: [],
    nodes: [pool('high_res_feats_0', 4), pool('high_res_feats_1', 8), pool('image_embed', 16)],
  })
}

export function syntheticDecoder(): Uint8Array {
  return serializeModel({
    name: 'made_decoder',
    inputs: [
      output('image_embed', 16),
      output('high_res_feats_0', 4),
      output('high_res_feats_1', 8),
      { name: 'point_coords', type: 'float32', shape: [1, 'num_points', 2] },
      { name: 'point_labels', type: 'float32', shape: [1, 'num_points'] },
      { name: 'mask_input', type: 'float32', shape: [1, 1, MASK_SIDE, MASK_SIDE] },
      { name: 'has_mask_input', type: 'float32', shape: [1] },
    ],
    outputs: [
      { name: 'masks', type: 'float32', shape: [1, 3, MASK_SIDE, MASK_SIDE] },
      { name: 'iou_predictions', type: 'float32', shape: [1, 3] },
    ],
    constants: decoderConstants(),
    nodes: decoderNodes(),
  })
}

function decoderConstants(): ConstantSpec[] {
  // centres of the cells in pixels of the encoder's input
  const grid = Float32Array.from({ length: CELLS * 2 }, (_, at) => {
    const cell = at >> 1
    return 4 * (at % 2 === 0 ? cell % MASK_SIDE : Math.floor(cell / MASK_SIDE)) + 2
  })
  return [
    { name: 'grid', type: 'float32', shape: [1, CELLS, 2], data: grid },
    { name: 'widths', type: 'float32', shape: [1, 3, 1, 1], data: Float32Array.from(WIDTHS) },
    { name: 'qualities', type: 'float32', shape: [1, 3], data: Float32Array.of(0.8, 0.9, 0.7) },
    ...[0, 1, 2, 3].map((label) => scalar(`label_${label}`, label)),
    scalar('one', 1),
    scalar('far', 1000),
    scalar('near', NEAR),
    scalar('minus', -1),
    integers('axis_0', 0),
    integers('axis_1', 1),
    integers('axis_2', 2),
    integers('to_cells', 3, CELLS),
    integers('to_mask', 1, 1, MASK_SIDE, MASK_SIDE),
    integers('to_flat', CELLS),
  ]
}

// oxlint-disable-next-line max-lines-per-function -- one list of graph nodes
function decoderNodes(): NodeSpec[] {
  const has = (label: number): NodeSpec[] => [
    node('Equal', `equal_${label}`, 'labels', `label_${label}`),
    { op: 'Cast', inputs: [`equal_${label}`], outputs: [`is_${label}`], attributes: { to: 1 } },
  ]
  /** `values` [points, cells] where the label is that, else far. */
  const where = (output: string, values: string, label: number): NodeSpec[] => [
    node('Sub', `not_${output}`, 'one', `is_${label}`),
    node('Mul', `far_${output}`, `not_${output}`, 'far'),
    node('Add', `all_${output}`, values, `far_${output}`),
    reduce('ReduceMin', output, `all_${output}`, 'axis_0'),
  ]
  return [
    node('Squeeze', 'points', 'point_coords', 'axis_0'),
    node('Squeeze', 'flat_labels', 'point_labels', 'axis_0'),
    node('Unsqueeze', 'labels', 'flat_labels', 'axis_1'),
    ...[0, 1, 2, 3].flatMap(has),
    // the colour at each point
    node('Unsqueeze', 'points_3', 'points', 'axis_1'),
    node('Sub', 'from_point', 'grid', 'points_3'),
    node('Mul', 'squares', 'from_point', 'from_point'),
    reduce('ReduceSum', 'distance', 'squares', 'axis_2'),
    node('Mul', 'closeness', 'distance', 'minus'),
    { op: 'Softmax', inputs: ['closeness'], outputs: ['weights'], attributes: { axis: 1 } },
    node('Reshape', 'planes', 'high_res_feats_0', 'to_cells'),
    { op: 'Transpose', inputs: ['planes'], outputs: ['colours'], attributes: { perm: [1, 0] } },
    node('MatMul', 'colour_at', 'weights', 'colours'),
    // how far each cell's colour is from it
    node('Unsqueeze', 'colour_at_3', 'colour_at', 'axis_1'),
    node('Unsqueeze', 'colours_3', 'colours', 'axis_0'),
    node('Sub', 'colour_step', 'colours_3', 'colour_at_3'),
    node('Mul', 'colour_squares', 'colour_step', 'colour_step'),
    reduce('ReduceSum', 'colour_distance', 'colour_squares', 'axis_2'),
    ...where('to_inside', 'colour_distance', 1),
    ...where('to_outside', 'colour_distance', 0),
    // without a point on it, the given mask decides, or else the box alone
    reduce('ReduceMax', 'any_inside', 'is_1', 'axis_0'),
    node('Sub', 'none_inside', 'one', 'any_inside'),
    node('Sub', 'not_given', 'one', 'has_mask_input'),
    node('Sub', 'half_given', 'not_given', 'has_mask_input'),
    node('Mul', 'none_value', 'half_given', 'far'),
    node('Mul', 'whole', 'none_inside', 'none_value'),
    node('Sub', 'near_points', 'near', 'to_inside'),
    node('Mul', 'inside_points', 'near_points', 'any_inside'),
    node('Add', 'by_points', 'inside_points', 'whole'),
    node('Sub', 'by_outside', 'to_outside', 'near'),
    reduce('ReduceMin', 'after_start', 'from_point', 'axis_2'),
    node('Mul', 'before_point', 'from_point', 'minus'),
    reduce('ReduceMin', 'before_end', 'before_point', 'axis_2'),
    ...where('by_start', 'after_start', 2),
    ...where('by_end', 'before_end', 3),
    // the given mask is used where no point contradicts it
    node('Reshape', 'given', 'mask_input', 'to_flat'),
    node('Mul', 'no_mask', 'not_given', 'far'),
    node('Sub', 'given_or_none', 'given', 'no_mask'),
    node('Max', 'wanted', 'by_points', 'given_or_none'),
    node('Min', 'flat_mask', 'wanted', 'by_outside', 'by_start', 'by_end'),
    node('Reshape', 'mask', 'flat_mask', 'to_mask'),
    node('Add', 'masks', 'mask', 'widths'),
    node('Identity', 'iou_predictions', 'qualities'),
  ]
}

/** The made model's files as a pack's folder has them, and a pack that describes them. */
export async function writeSyntheticModel(folder: string): Promise<PackDescriptor> {
  await mkdir(folder, { recursive: true })
  const files = [
    { name: SAM2_FILES.encoder, bytes: syntheticEncoder() },
    { name: SAM2_FILES.decoder, bytes: syntheticDecoder() },
  ]
  await Promise.all(files.map(({ name, bytes }) => writeFile(join(folder, name), bytes)))
  return {
    id: 'sam2-tiny',
    version: 'made',
    title: 'Made model',
    licence: 'MIT',
    dataLicence: 'made here',
    limits: 'It knows the pairs of the tests.',
    homepage: 'http://localhost',
    archive: { kind: 'url', url: 'http://localhost/made.tgz', bytes: 1 },
    files: files.map(({ name, bytes }) => ({
      name,
      from: { kind: 'archive', path: `made/${name}` },
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
    })),
  }
}
