import { fixedSize, ShapeError } from '../shape'
import type { Shape } from '../shape'
import { constant, integers, makeTensor, requireRank } from '../tensor'
import type { Tensor } from '../tensor'
import { equal, less, mul, toFloat } from './arithmetic'
import { conv2d, convTranspose2d } from './convolution'
import { reshape } from './layout'
import { pad, slice } from './slicing'

export interface PoolOptions {
  kernel: number
  /** Default: the kernel. */
  stride?: number
  /** On every side; below the kernel. Default 0. */
  padding?: number
}

interface Window {
  kernel: number
  stride: number
  padding: number
}

function pool(
  op: string,
  x: Tensor,
  options: PoolOptions,
  backward: (g: Tensor, y: Tensor, window: Window) => Tensor,
): Tensor {
  requireRank(op, x, 4)
  const { kernel, stride = kernel, padding = 0 } = options
  const window = { kernel, stride, padding }
  const attributes = {
    kernel_shape: [kernel, kernel],
    strides: [stride, stride],
    pads: [padding, padding, padding, padding],
    ...(op === 'AveragePool' && { count_include_pad: 1 }),
  }
  const y: Tensor = makeTensor(
    op,
    [x],
    { shape: pooledShape(op, x.shape, window) },
    {
      attributes,
      backward: (g) => [backward(g, y, window)],
    },
  )
  return y
}

function pooledShape(op: string, shape: Shape, { kernel, stride, padding }: Window): Shape {
  if (padding >= kernel) {
    throw new ShapeError(op, `padding ${padding} is not below kernel ${kernel}`, shape)
  }
  const [n, channels, ...space] = shape
  const sizes = space.map(
    (size) => Math.floor((fixedSize(op, size, shape) + 2 * padding - kernel) / stride) + 1,
  )
  return [n, channels, ...sizes]
}

/** Padding counts as zeros. x [n, channels, h, w]. */
export function averagePool(x: Tensor, options: PoolOptions): Tensor {
  return pool('AveragePool', x, options, (g, _, window) => {
    const { kernel } = window
    const share = constant(new Float32Array(kernel * kernel).fill(1 / kernel ** 2), [1, 1, kernel, kernel])
    return spreadWindows(singleChannel(g), share, x.shape, window)
  })
}

/** The first of equal values gets the gradient, as in PyTorch. x [n, channels, h, w]. */
export function maxPool(x: Tensor, options: PoolOptions): Tensor {
  return pool('MaxPool', x, options, (g, y, window) => {
    const { kernel, stride, padding } = window
    const places = oneHotKernels(kernel)
    const lowest = -3e38
    const framed = pad(x, [0, 0, padding, padding], [0, 0, padding, padding], lowest)
    const windows = conv2d(singleChannel(framed), places, null, { stride })
    const hits = toFloat(equal(windows, singleChannel(y)))
    const first = mul(hits, toFloat(less(runningSum(hits), 1.5)))
    return spreadWindows(mul(first, singleChannel(g)), places, x.shape, window)
  })
}

/** [n, channels, h, w] -> [n * channels, 1, h, w] */
function singleChannel(x: Tensor): Tensor {
  return reshape(x, [-1, 1, x.shape[2], x.shape[3]])
}

/** One kernel for each place of a window: [kernel^2, 1, kernel, kernel] with a single 1. */
function oneHotKernels(kernel: number): Tensor {
  const area = kernel * kernel
  const values = new Float32Array(area * area)
  for (let position = 0; position < area; position++) {
    values[position * area + position] = 1
  }
  return constant(values, [area, 1, kernel, kernel])
}

function runningSum(x: Tensor): Tensor {
  return makeTensor('CumSum', [x, integers([1], [])], { shape: x.shape })
}

function spreadWindows(g: Tensor, kernel: Tensor, shape: Shape, { stride, padding }: Window): Tensor {
  const [height, width] = shape.slice(2).map(Number)
  const spread = convTranspose2d(g, kernel, null, { stride })
  const framed = [height + 2 * padding, width + 2 * padding]
  const short = framed.map((whole, axis) => whole - Number(spread.shape[2 + axis]))
  const whole = pad(spread, [0, 0, 0, 0], [0, 0, short[0], short[1]])
  return reshape(crop(whole, padding, height, width), shape)
}

function crop(x: Tensor, margin: number, height: number, width: number): Tensor {
  return slice(x, {
    2: { start: margin, end: margin + height },
    3: { start: margin, end: margin + width },
  })
}
