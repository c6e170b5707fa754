import type { ConstantSpec, NodeSpec } from '../../graph/onnx'

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

export function shadingConstants(margin: number): ConstantSpec[] {
  const border = BigInt(margin - shadingMargin)
  const inner = BigInt((WINDOW - 1) / 2)
  return [
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
export function shading(): NodeSpec[] {
  return [
    ...smoothed('before'),
    ...smoothed('after'),
    { op: 'Div', inputs: ['after_level', 'before_level'], outputs: ['factor'] },
    { op: 'Mul', inputs: ['before_inner', 'factor'], outputs: ['dimmed'] },
    { op: 'Sub', inputs: ['after_inner', 'dimmed'], outputs: ['rest'] },
    { op: 'Abs', inputs: ['rest'], outputs: ['rest_size'] },
    {
      op: 'ReduceMax',
      inputs: ['rest_size', 'channels'],
      outputs: ['rest_most'],
      attributes: { keepdims: 1 },
    },
    { op: 'AveragePool', inputs: ['rest_most'], outputs: ['left_over'], attributes: pool(WINDOW) },
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
    { op: 'AveragePool', inputs: [name], outputs: [`${name}_smooth`], attributes: pool(3) },
    { op: 'Add', inputs: [`${name}_smooth`, 'darkness'], outputs: [`${name}_lifted`] },
    {
      op: 'ReduceMean',
      inputs: [`${name}_lifted`, 'channels'],
      outputs: [`${name}_grey`],
      attributes: { keepdims: 1 },
    },
    { op: 'AveragePool', inputs: [`${name}_grey`], outputs: [`${name}_level`], attributes: pool(WINDOW) },
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

function pool(side: number): { kernel_shape: readonly number[]; strides: readonly number[] } {
  return { kernel_shape: [side, side], strides: [1, 1] }
}
