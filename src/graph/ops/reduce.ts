import { isFixed, resolveAxis, ShapeError } from '../shape'
import { integers, makeTensor, requireType, shapeTensor } from '../tensor'
import type { Tensor } from '../tensor'
import { div, equal, mul, toFloat } from './arithmetic'
import { expand, reshape, sumTo } from './layout'

export interface ReduceOptions {
  /** Default: all. */
  axes?: readonly number[]
  /** Reduced axes stay, with size 1. Default: they go. */
  keepDims?: boolean
}

export function sum(x: Tensor, options: ReduceOptions = {}): Tensor {
  requireType('sum', x, 'float32')
  return shaped(x, options, (reducedShape) => sumTo(x, reducedShape))
}

export function mean(x: Tensor, options: ReduceOptions = {}): Tensor {
  requireType('mean', x, 'float32')
  return shaped(x, options, (reducedShape, axes) => {
    if (axes.length === 0) {
      return x
    }
    return makeTensor(
      'ReduceMean',
      [x, integers(axes)],
      { shape: reducedShape },
      {
        attributes: { keepdims: 1 },
        backward: (g) => [expand(div(g, countAlong(x, axes)), x.shape), null],
      },
    )
  })
}

/** How many values lie along the axes: a number where it is known, else a scalar. */
export function countAlong(x: Tensor, axes: readonly number[]): Tensor | number {
  const sizes = axes.map((axis) => x.shape[axis])
  if (isFixed(sizes)) {
    return sizes.map(Number).reduce((product, size) => product * size, 1)
  }
  const product = makeTensor(
    'ReduceProd',
    [shapeTensor(sizes), integers([0])],
    { shape: [], dtype: 'int64' },
    { attributes: { keepdims: 0 } },
  )
  return toFloat(product)
}

/** Where several values are greatest they share the gradient. */
export function max(x: Tensor, options: ReduceOptions = {}): Tensor {
  requireType('max', x, 'float32')
  return shaped(x, options, (reducedShape, axes) => {
    const y: Tensor = makeTensor(
      'ReduceMax',
      [x, integers(axes)],
      { shape: reducedShape },
      {
        attributes: { keepdims: 1 },
        backward: (g) => {
          const hits = toFloat(equal(x, y))
          return [mul(hits, div(g, sumTo(hits, reducedShape))), null]
        },
      },
    )
    return y
  })
}

/** Variance about the mean, divided by the number of values. */
export function variance(x: Tensor, options: ReduceOptions = {}): Tensor {
  const centred = subtractMean(x, options)
  return mean(mul(centred, centred), options)
}

function subtractMean(x: Tensor, options: ReduceOptions): Tensor {
  return makeCentred(x, mean(x, { ...options, keepDims: true }))
}

function makeCentred(x: Tensor, centre: Tensor): Tensor {
  return makeTensor(
    'Sub',
    [x, centre],
    { shape: x.shape },
    {
      backward: (g) => [g, mul(sumTo(g, centre.shape), -1)],
    },
  )
}

function shaped(
  x: Tensor,
  { axes, keepDims = false }: ReduceOptions,
  reduce: (reducedShape: Tensor['shape'], axes: readonly number[]) => Tensor,
): Tensor {
  const along = (axes ?? x.shape.map((_, axis) => axis)).map((axis) => resolveAxis('reduce', axis, x.shape))
  if (new Set(along).size !== along.length) {
    throw new ShapeError('reduce', `axes [${along.join(', ')}] repeat`, x.shape)
  }
  const reducedShape = x.shape.map((size, axis) => (along.includes(axis) ? 1 : size))
  const reduced = reduce(reducedShape, along)
  return keepDims
    ? reduced
    : reshape(
        reduced,
        x.shape.filter((_, axis) => !along.includes(axis)),
      )
}
