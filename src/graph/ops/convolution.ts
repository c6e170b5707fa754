import { fixedSize, ShapeError } from '../shape'
import type { Shape } from '../shape'
import { makeTensor, requireRank, requireType } from '../tensor'
import type { Tensor } from '../tensor'
import { add } from './arithmetic'
import { convWeightGradient } from './conv-weight-gradient'
import { reshape, transpose } from './layout'
import { flip, dilate, slice } from './slicing'
import { sum } from './reduce'
import type { Geometry } from './conv-weight-gradient'

export interface ConvOptions {
  /** Default 1. */
  stride?: number
  /** On every side, or [top, left, bottom, right]. Default 0. */
  padding?: number | readonly [number, number, number, number]
  dilation?: number
  /** `groups` equal to the channels is a depthwise convolution. */
  groups?: number
}

function geometry({ stride = 1, padding = 0, dilation = 1, groups = 1 }: ConvOptions): Geometry {
  const pads = typeof padding === 'number' ? ([padding, padding, padding, padding] as const) : padding
  return { stride, pads, dilation, groups }
}

function attributes({ stride, pads, dilation, groups }: Geometry) {
  return { strides: [stride, stride], pads, dilations: [dilation, dilation], group: groups }
}

/** x [n, in, h, w], weight [out, in / groups, kh, kw], bias [out] -> [n, out, h', w']. */
export function conv2d(
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null = null,
  options: ConvOptions = {},
): Tensor {
  const form = geometry(options)
  const shape = convShape(x, weight, form)
  return makeTensor(
    'Conv',
    bias === null ? [x, weight] : [x, weight, bias],
    { shape },
    {
      attributes: attributes(form),
      backward: (g) => [
        convInputGradient(g, weight, x.shape, form),
        convWeightGradient(x, g, weight.shape, form),
        ...(bias === null ? [] : [sum(g, { axes: [0, 2, 3] })]),
      ],
    },
  )
}

function convShape(x: Tensor, weight: Tensor, form: Geometry): Shape {
  requireType('conv2d', x, 'float32')
  requireRank('conv2d', x, 4)
  requireRank('conv2d', weight, 4)
  const [n, channels, ...space] = x.shape
  const [out, perGroup] = weight.shape
  if (Number(perGroup) * form.groups !== channels || Number(out) % form.groups !== 0) {
    throw new ShapeError('conv2d', `channels do not fit in ${form.groups} groups`, x.shape, weight.shape)
  }
  const sizes = space.map((size, axis) => {
    const reach = form.dilation * (fixedSize('conv2d', weight.shape[2 + axis], weight.shape) - 1) + 1
    const padded = fixedSize('conv2d', size, x.shape) + form.pads[axis] + form.pads[axis + 2]
    if (padded < reach) {
      throw new ShapeError('conv2d', 'the kernel is larger than the image', x.shape, weight.shape)
    }
    return Math.floor((padded - reach) / form.stride) + 1
  })
  return [n, out, ...sizes]
}

/** Stride 1: a convolution with the flipped kernel, which is faster than ConvTranspose. */
function convInputGradient(g: Tensor, weight: Tensor, shape: Shape, form: Geometry): Tensor {
  const kernel = weight.shape.slice(2).map(Number)
  const reach = kernel.map((size) => form.dilation * (size - 1))
  const pads = form.pads.map((pad, side) => reach[side % 2] - pad)
  if (form.stride === 1 && pads.every((pad) => pad >= 0)) {
    return conv2d(g, flipKernel(weight, form.groups), null, {
      padding: pads as [number, number, number, number],
      dilation: form.dilation,
      groups: form.groups,
    })
  }
  const missing = [0, 1].map((axis) => {
    const covered = (Number(g.shape[2 + axis]) - 1) * form.stride + reach[axis] + 1
    return Number(shape[2 + axis]) + form.pads[axis] + form.pads[axis + 2] - covered
  })
  return transposed(g, weight, null, form, missing)
}

/** [out, in / groups, kh, kw] -> [in, out / groups, kh, kw], rotated by half a turn. */
function flipKernel(weight: Tensor, groups: number): Tensor {
  const [out, perGroup, kh, kw] = weight.shape.map(Number)
  const turned = kh * kw === 1 ? weight : flip(weight, [2, 3])
  if (groups === 1) {
    return transpose(turned, [1, 0, 2, 3])
  }
  const grouped = transpose(reshape(turned, [groups, out / groups, perGroup, kh, kw]), [0, 2, 1, 3, 4])
  return reshape(grouped, [groups * perGroup, out / groups, kh, kw])
}

export interface ConvTransposeOptions extends ConvOptions {
  /** Rows and columns added at the bottom and right, below the stride. */
  outputPadding?: number
}

/** x [n, in, h, w], weight [in, out / groups, kh, kw], bias [out]. */
export function convTranspose2d(
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null = null,
  options: ConvTransposeOptions = {},
): Tensor {
  requireRank('convTranspose2d', x, 4)
  requireRank('convTranspose2d', weight, 4)
  if (x.shape[1] !== weight.shape[0]) {
    throw new ShapeError('convTranspose2d', 'the channels differ', x.shape, weight.shape)
  }
  const extra = options.outputPadding ?? 0
  return transposed(x, weight, bias, geometry(options), [extra, extra])
}

/**
 * The same by zeros between the values and a plain convolution. With several inputs and one output
 * a group, WebGPU's ConvTranspose (onnxruntime-node 1.30) gives wrong values.
 */
function transposedByDilation(
  x: Tensor,
  weight: Tensor,
  form: Geometry,
  outputPadding: readonly number[],
): Tensor {
  const spread = dilate(dilate(x, 2, form.stride), 3, form.stride)
  const margins = [0, 1, 2, 3].map((side) => {
    const reach = form.dilation * (Number(weight.shape[2 + (side % 2)]) - 1)
    const after = side < 2 ? 0 : outputPadding[side - 2] - (form.stride - 1)
    return reach - form.pads[side] + after
  })
  const cropped = slice(
    spread,
    Object.fromEntries(
      [0, 1].map((axis) => {
        const size = Number(spread.shape[2 + axis])
        return [2 + axis, { start: Math.max(0, -margins[axis]), end: size + Math.min(0, margins[axis + 2]) }]
      }),
    ),
  )
  const [top, left, bottom, right] = margins.map((margin) => Math.max(0, margin))
  return conv2d(cropped, flipKernel(weight, form.groups), null, {
    padding: [top, left, bottom, right],
    dilation: form.dilation,
    groups: form.groups,
  })
}

function transposed(
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null,
  form: Geometry,
  outputPadding: readonly number[],
): Tensor {
  const sizes = [0, 1].map((axis) => {
    const size = fixedSize('convTranspose2d', x.shape[2 + axis], x.shape)
    const reach = form.dilation * (Number(weight.shape[2 + axis]) - 1) + 1
    return (size - 1) * form.stride + reach + outputPadding[axis] - form.pads[axis] - form.pads[axis + 2]
  })
  const perGroup = Number(weight.shape[1])
  const shape = [x.shape[0], perGroup * form.groups, ...sizes]
  if (perGroup === 1 && form.groups > 1 && x.shape[1] !== form.groups) {
    const y = transposedByDilation(x, weight, form, outputPadding)
    return bias === null ? y : add(y, reshape(bias, [form.groups, 1, 1]))
  }
  return makeTensor(
    'ConvTranspose',
    bias === null ? [x, weight] : [x, weight, bias],
    { shape },
    {
      attributes: { ...attributes(form), output_padding: outputPadding },
      backward: (g) => [
        conv2d(g, weight, null, { ...form, padding: form.pads }),
        convWeightGradient(g, x, weight.shape, form),
        ...(bias === null ? [] : [sum(g, { axes: [0, 2, 3] })]),
      ],
    },
  )
}
