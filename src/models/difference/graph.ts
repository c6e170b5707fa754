import { serializeModel } from '../../graph/onnx'
import type { ConstantSpec, NodeSpec } from '../../graph/onnx'
import { largest, mean, meanConstants } from './plane-nodes'

/** Pixels of shift, in any direction, that the tolerant evidence ignores. */
export const TOLERATED_SHIFT = 2
const BLUR_RADIUS = 5
const PLAIN_SIGMA = 1.5
const TOLERANT_SIGMA = 1

/** Pixels that the graph needs around a tile on each side, and that its outputs lack. */
export const TILE_MARGIN = TOLERATED_SHIFT + BLUR_RADIUS

/**
 * Change evidence of a tile as an ONNX graph, in grey levels, on a height and width known when it runs.
 * Tiles of several pairs where `rows` says so, one otherwise.
 * In: `before`, `after` [1, 3, H + 2 * tileMargin, W + 2 * tileMargin], 0 to 255, matched in light.
 * Out: `evidence` [1, 3, H, W]; channel 0 is plain, the largest channel difference, blurred; channel 1
 * is tolerant, by how much a pixel lies outside the range of the other image's values within
 * `toleratedShift`, taken both ways, so that an edge that is off by a fraction of a pixel or by one or
 * two leaves nothing, whatever its contrast. Both are taken back where a shadow fell;
 * channel 2 is the plain evidence with its shadows. No padding: a pixel's evidence does not depend on its tile.
 */
export function differenceModel(rows: 1 | 'pairs' = 1): Uint8Array {
  const side = 'H + margins'
  return serializeModel({
    name: 'difference',
    inputs: ['before', 'after'].map((name) => ({
      name,
      type: 'float32',
      shape: [rows, 3, side, side.replace('H', 'W')],
    })),
    outputs: [{ name: 'evidence', type: 'float32', shape: [rows, 3, 'H', 'W'] }],
    constants: constants(),
    nodes: [
      ...centre('before'),
      ...centre('after'),
      ...plain(),
      ...tolerant(),
      ...blur(),
      ...shading(),
      { op: 'Mul', inputs: ['blurred', 'unshaded'], outputs: ['unshaded_evidence'] },
      { op: 'Slice', inputs: ['blurred', 'first', 'second', 'channels'], outputs: ['raw'] },
      {
        op: 'Concat',
        inputs: ['unshaded_evidence', 'raw'],
        outputs: ['evidence'],
        attributes: { axis: 1 },
      },
    ],
  })
}

function constants(): ConstantSpec[] {
  const border = BigInt(TOLERATED_SHIFT)
  const taps = 2 * BLUR_RADIUS + 1
  const kernel = Float32Array.from([...gaussian(PLAIN_SIGMA), ...gaussian(TOLERANT_SIGMA)])
  return [
    { name: 'from', type: 'int64', shape: [2], data: BigInt64Array.of(border, border) },
    { name: 'to', type: 'int64', shape: [2], data: BigInt64Array.of(-border, -border) },
    { name: 'sides', type: 'int64', shape: [2], data: BigInt64Array.of(2n, 3n) },
    { name: 'first', type: 'int64', shape: [1], data: BigInt64Array.of(0n) },
    { name: 'second', type: 'int64', shape: [1], data: BigInt64Array.of(1n) },
    { name: 'channels', type: 'int64', shape: [1], data: BigInt64Array.of(1n) },
    { name: 'across', type: 'float32', shape: [2, 1, 1, taps], data: kernel },
    { name: 'down', type: 'float32', shape: [2, 1, taps, 1], data: kernel },
    ...shadingConstants(TILE_MARGIN),
  ]
}

/** `NAME_centre`, the tile without the tolerance's border; `NAME_high`, `NAME_low`, its local range. */
function centre(name: string): NodeSpec[] {
  return [
    { op: 'Slice', inputs: [name, 'from', 'to', 'sides'], outputs: [`${name}_centre`] },
    ...highest(name, `${name}_high`),
    { op: 'Neg', inputs: [name], outputs: [`${name}_negative`] },
    ...highest(`${name}_negative`, `${name}_minus_low`),
    { op: 'Neg', inputs: [`${name}_minus_low`], outputs: [`${name}_low`] },
  ]
}

/** The largest value in the square of the tolerated shift, as a row and a column pass. */
function highest(input: string, output: string): NodeSpec[] {
  const taps = 2 * TOLERATED_SHIFT + 1
  return [
    {
      op: 'MaxPool',
      inputs: [input],
      outputs: [`${output}_row`],
      attributes: { kernel_shape: [1, taps], strides: [1, 1] },
    },
    {
      op: 'MaxPool',
      inputs: [`${output}_row`],
      outputs: [output],
      attributes: { kernel_shape: [taps, 1], strides: [1, 1] },
    },
  ]
}

function plain(): NodeSpec[] {
  return [
    { op: 'Sub', inputs: ['after_centre', 'before_centre'], outputs: ['change'] },
    { op: 'Abs', inputs: ['change'], outputs: ['magnitude'] },
    ...largest('magnitude', 'plain'),
  ]
}

function tolerant(): NodeSpec[] {
  const parts = ['after_above', 'after_below', 'before_above', 'before_below']
  return [
    ...outside('after', 'before'),
    ...outside('before', 'after'),
    { op: 'Max', inputs: parts, outputs: ['outside'] },
    { op: 'Relu', inputs: ['outside'], outputs: ['excess'] },
    ...largest('excess', 'tolerant'),
  ]
}

/** By how much a pixel is above and below the other image's local range; negative inside it. */
function outside(pixel: string, other: string): NodeSpec[] {
  return [
    { op: 'Sub', inputs: [`${pixel}_centre`, `${other}_high`], outputs: [`${pixel}_above`] },
    { op: 'Sub', inputs: [`${other}_low`, `${pixel}_centre`], outputs: [`${pixel}_below`] },
  ]
}

function blur(): NodeSpec[] {
  return [
    { op: 'Concat', inputs: ['plain', 'tolerant'], outputs: ['sharp'], attributes: { axis: 1 } },
    { op: 'Conv', inputs: ['sharp', 'across'], outputs: ['blurred_across'], attributes: { group: 2 } },
    { op: 'Conv', inputs: ['blurred_across', 'down'], outputs: ['blurred'], attributes: { group: 2 } },
  ]
}

function gaussian(sigma: number): number[] {
  const taps = Array.from({ length: 2 * BLUR_RADIUS + 1 }, (_, index) =>
    Math.exp(-((index - BLUR_RADIUS) ** 2) / (2 * sigma * sigma)),
  )
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/**
 * Where a shadow fell, as ONNX nodes. A shadow dims all channels by one factor and leaves what structure
 * there is: over a small window the after image is the before image times the ratio of their means.
 * `unshaded` [1, 1, H, W] is 0 there and 1 elsewhere, with ramps between, so that rounding on one
 * provider or another moves it by no more than rounding.
 */
const WINDOW = 5
/** Added to both, so that the ratio of dark values is stable. */
const DARKNESS = 4
/** The deepest shadow: from the first factor up in part, from the second wholly. */
const DEEPEST = [0.5, 0.6] as const
/** Brighter is no shadow. */
const BRIGHTEST = [1, 1.05] as const
/** Mean grey levels of what the factor leaves unexplained: below the first a shadow, over the second none. */
const UNEXPLAINED = [3, 6] as const

/** Pixels that the nodes take from each side: one of the smoothing, two windows. */
const shadingMargin = 1 + 2 * ((WINDOW - 1) / 2)

function shadingConstants(margin: number): ConstantSpec[] {
  const border = BigInt(margin - shadingMargin)
  const inner = BigInt((WINDOW - 1) / 2)
  return [
    ...meanConstants('three', 3, 3),
    ...meanConstants('window', WINDOW, 1),
    scalar('darkness', DARKNESS),
    scalar('zero', 0),
    scalar('one', 1),
    ...rampConstants('deep', DEEPEST),
    ...rampConstants('bright', BRIGHTEST),
    ...rampConstants('left_over', UNEXPLAINED),
    { name: 'shading_from', type: 'int64', shape: [2], data: BigInt64Array.of(border, border) },
    { name: 'shading_to', type: 'int64', shape: [2], data: BigInt64Array.of(-border, -border) },
    { name: 'window_from', type: 'int64', shape: [2], data: BigInt64Array.of(inner, inner) },
    { name: 'window_to', type: 'int64', shape: [2], data: BigInt64Array.of(-inner, -inner) },
  ]
}

function scalar(name: string, value: number): ConstantSpec {
  return { name, type: 'float32', shape: [], data: Float32Array.of(value) }
}

function rampConstants(name: string, [from, to]: readonly [number, number]): ConstantSpec[] {
  return [scalar(`${name}_from`, from), scalar(`${name}_scale`, 1 / (to - from))]
}

/** Takes `before` and `after`, and the constants `sides` and `channels`. */
function shading(): NodeSpec[] {
  return [
    ...smoothed('before'),
    ...smoothed('after'),
    { op: 'Div', inputs: ['after_level', 'before_level'], outputs: ['factor'] },
    { op: 'Mul', inputs: ['before_inner', 'factor'], outputs: ['dimmed'] },
    { op: 'Sub', inputs: ['after_inner', 'dimmed'], outputs: ['rest'] },
    { op: 'Abs', inputs: ['rest'], outputs: ['rest_size'] },
    ...largest('rest_size', 'rest_most'),
    ...mean('rest_most', 'left_over', 'window', 1),
    { op: 'Slice', inputs: ['factor', 'window_from', 'window_to', 'sides'], outputs: ['factor_inner'] },
    ...ramp('factor_inner', 'deep'),
    ...ramp('factor_inner', 'bright'),
    ...ramp('left_over', 'left_over'),
    { op: 'Max', inputs: ['left_over_ramp', 'bright_ramp'], outputs: ['no_shadow_above'] },
    { op: 'Sub', inputs: ['one', 'deep_ramp'], outputs: ['no_shadow_below'] },
    { op: 'Max', inputs: ['no_shadow_above', 'no_shadow_below'], outputs: ['unshaded_wide'] },
    { op: 'Slice', inputs: ['unshaded_wide', 'shading_from', 'shading_to', 'sides'], outputs: ['unshaded'] },
  ]
}

/** `NAME_inner`, lightly smoothed and lifted; `NAME_level`, its mean over the window and the channels. */
function smoothed(name: string): NodeSpec[] {
  return [
    ...mean(name, `${name}_smooth`, 'three', 3),
    { op: 'Add', inputs: [`${name}_smooth`, 'darkness'], outputs: [`${name}_lifted`] },
    {
      op: 'ReduceMean',
      inputs: [`${name}_lifted`, 'channels'],
      outputs: [`${name}_grey`],
      attributes: { keepdims: 1 },
    },
    ...mean(`${name}_grey`, `${name}_level`, 'window', 1),
    {
      op: 'Slice',
      inputs: [`${name}_lifted`, 'window_from', 'window_to', 'sides'],
      outputs: [`${name}_inner`],
    },
  ]
}

/** 0 below the ramp's start, 1 over its end. */
function ramp(input: string, name: string): NodeSpec[] {
  return [
    { op: 'Sub', inputs: [input, `${name}_from`], outputs: [`${name}_past`] },
    { op: 'Mul', inputs: [`${name}_past`, `${name}_scale`], outputs: [`${name}_scaled`] },
    { op: 'Clip', inputs: [`${name}_scaled`, 'zero', 'one'], outputs: [`${name}_ramp`] },
  ]
}
