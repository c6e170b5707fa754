import { resolveAxis, sameShape, ShapeError, sizeProduct, sizeQuotient, sizeSum } from '../shape'
import type { Shape } from '../shape'
import { asTensor, integers, makeNode, makeTensor, shapeTensor } from '../tensor'
import type { Tensor } from '../tensor'

/** One size may be -1: it takes what is left. */
export function reshape(x: Tensor, shape: Shape): Tensor {
  const target = completeShape(x, shape)
  if (sameShape(target, x.shape)) {
    return x
  }
  return makeTensor(
    'Reshape',
    [x, reshapeTarget(target)],
    { shape: target, dtype: x.dtype },
    { backward: (g) => [reshape(g, x.shape), null] },
  )
}

function completeShape(x: Tensor, shape: Shape): Shape {
  if (sameShape(withoutOnes(shape), withoutOnes(x.shape))) {
    return shape
  }
  const whole = sizeProduct('reshape', x.shape)
  const open = shape.indexOf(-1)
  const givenSize = sizeProduct('reshape', shape.toSpliced(open, open < 0 ? 0 : 1))
  const rest = open < 0 ? (givenSize === whole ? 1 : null) : sizeQuotient(whole, givenSize)
  if (rest === null) {
    throw new ShapeError('reshape', 'the number of values differs', x.shape, shape)
  }
  return open < 0 ? shape : shape.with(open, rest)
}

function withoutOnes(shape: Shape): Shape {
  return shape.filter((size) => size !== 1)
}

/** One symbolic size becomes -1, which ONNX infers. */
function reshapeTarget(to: Shape): Tensor {
  if (to.filter((size) => typeof size === 'string').length > 1) {
    return shapeTensor(to)
  }
  return integers(to.map((size) => (typeof size === 'number' ? size : -1)))
}

export function flatten(x: Tensor): Tensor {
  return reshape(x, [-1])
}

/** `axes[i]` is the old axis that comes i-th. Default: reversed. */
export function transpose(x: Tensor, axes?: readonly number[]): Tensor {
  const order = axes ?? x.shape.map((_, axis) => x.shape.length - 1 - axis)
  if (order.length !== x.shape.length || new Set(order).size !== order.length) {
    throw new ShapeError('transpose', `axes [${order.join(', ')}] are no permutation`, x.shape)
  }
  for (const axis of order) {
    resolveAxis('transpose', axis, x.shape)
  }
  if (order.every((axis, index) => axis === index)) {
    return x
  }
  const inverse = order.map((_, axis) => order.indexOf(axis))
  return makeTensor(
    'Transpose',
    [x],
    { shape: order.map((axis) => x.shape[axis]), dtype: x.dtype },
    { attributes: { perm: order }, backward: (g) => [transpose(g, inverse)] },
  )
}

/** The last two axes exchanged. */
export function swapLast(x: Tensor): Tensor {
  const rank = x.shape.length
  return transpose(
    x,
    x.shape.map((_, axis) => (axis === rank - 1 ? rank - 2 : axis === rank - 2 ? rank - 1 : axis)),
  )
}

/** Repeats along axes of size 1, and adds axes in front. */
export function expand(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) {
    return x
  }
  return makeTensor(
    'Expand',
    [x, shapeTensor(shape)],
    { shape, dtype: x.dtype },
    { backward: (g) => [sumTo(g, x.shape), null] },
  )
}

/** The tensor before an expansion: elementwise operations repeat it by themselves. */
export function beforeExpand(x: Tensor): Tensor {
  return x.source.kind === 'node' && x.source.node.op === 'Expand' ? (x.source.node.inputs[0] ?? x) : x
}

/** The gradient of an expansion: sums over every axis along which `shape` was repeated. */
export function sumTo(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) {
    return x
  }
  const added = x.shape.length - shape.length
  const axes = x.shape.flatMap((size, axis) =>
    axis < added || (shape[axis - added] === 1 && size !== 1) ? [axis] : [],
  )
  if (axes.length === 0) {
    return reshape(x, shape)
  }
  const reducedShape = x.shape.map((size, axis) => (axes.includes(axis) ? 1 : size))
  const sum = makeTensor(
    'ReduceSum',
    [x, integers(axes)],
    { shape: reducedShape },
    { attributes: { keepdims: 1 }, backward: (g) => [expand(g, x.shape), null] },
  )
  return reshape(sum, shape)
}

export function concat(tensors: readonly Tensor[], axis: number): Tensor {
  const [first] = tensors
  const at = resolveAxis('concat', axis, first.shape)
  for (const { shape, dtype } of tensors) {
    const fits = shape.length === first.shape.length && sameShape(shape.with(at, 0), first.shape.with(at, 0))
    if (!fits || dtype !== first.dtype) {
      throw new ShapeError('concat', `only axis ${axis} may differ`, first.shape, shape)
    }
  }
  if (tensors.length === 1) {
    return first
  }
  const sizes = tensors.map(({ shape }) => shape[at])
  const total = sizeSum('concat', sizes)
  return makeTensor(
    'Concat',
    tensors,
    { shape: first.shape.with(at, total), dtype: first.dtype },
    { attributes: { axis: at }, backward: (g) => split(g, at, sizes) },
  )
}

/** New axis `axis`, along which the tensors lie. */
export function stack(tensors: readonly Tensor[], axis: number): Tensor {
  return concat(
    tensors.map((tensor) => unsqueeze(tensor, axis)),
    axis,
  )
}

export function unsqueeze(x: Tensor, axis: number): Tensor {
  return reshape(x, x.shape.toSpliced(axis < 0 ? axis + x.shape.length + 1 : axis, 0, 1))
}

export function squeeze(x: Tensor, axis: number): Tensor {
  const at = resolveAxis('squeeze', axis, x.shape)
  if (x.shape[at] !== 1) {
    throw new ShapeError('squeeze', `axis ${axis} is not 1`, x.shape)
  }
  return reshape(x, x.shape.toSpliced(at, 1))
}

/** Parts of the given sizes along one axis. */
export function split(x: Tensor, axis: number, sizes: Shape): readonly Tensor[] {
  const at = resolveAxis('split', axis, x.shape)
  if (sizeSum('split', sizes) !== x.shape[at]) {
    throw new ShapeError('split', `parts [${sizes.join(', ')}] do not add up to axis ${axis}`, x.shape)
  }
  const shapes = sizes.map((size) => x.shape.with(at, size))
  return makeNode(
    'Split',
    [x, shapeTensor(sizes)],
    shapes.map((shape) => ({ shape, dtype: x.dtype })),
    {
      attributes: { axis: at },
      backward: (gradients) => [
        concat(
          gradients.map((g, index) => g ?? zeros(shapes[index])),
          at,
        ),
        null,
      ],
    },
  )
}

/** The value, through which no gradient flows. */
export function stopGradient(x: Tensor): Tensor {
  return makeTensor('Identity', [x], { shape: x.shape, dtype: x.dtype })
}

export function zeros(shape: Shape): Tensor {
  return expand(asTensor(0), shape)
}
