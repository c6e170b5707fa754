import { broadcastShapes, sameShape } from '../shape'
import type { Shape } from '../shape'
import { asTensor, makeTensor, requireType } from '../tensor'
import type { Attributes, Operand, Tensor } from '../tensor'
import { beforeExpand, sumTo } from './layout'

/** Operations on float32 of any shapes that broadcast (NumPy's rule); numbers are scalars. */

type BinaryBackward = (g: Tensor, a: Tensor, b: Tensor, y: Tensor) => readonly [Tensor | null, Tensor | null]

function binary(op: string, left: Operand, right: Operand, backward: BinaryBackward): Tensor {
  const [a, b, shape] = operands(op, left, right)
  const y: Tensor = makeTensor(
    op,
    [a, b],
    { shape },
    {
      backward: (g) => {
        const [ga, gb] = backward(g, a, b, y)
        return [ga && sumTo(ga, a.shape), gb && sumTo(gb, b.shape)]
      },
    },
  )
  return y
}

/** Drops the expansions that broadcasting makes needless. */
function operands(op: string, left: Operand, right: Operand): [Tensor, Tensor, Shape] {
  const a = asTensor(left)
  const b = asTensor(right)
  requireType(op.toLowerCase(), a, 'float32')
  requireType(op.toLowerCase(), b, 'float32')
  const shape = broadcastShapes(op.toLowerCase(), a.shape, b.shape)
  const small = beforeExpand(a)
  const smallA = small !== a && sameShape(broadcastShapes(op, small.shape, b.shape), shape) ? small : a
  const other = beforeExpand(b)
  const smallB = other !== b && sameShape(broadcastShapes(op, smallA.shape, other.shape), shape) ? other : b
  return [smallA, smallB, shape]
}

export function add(a: Operand, b: Operand): Tensor {
  return binary('Add', a, b, (g) => [g, g])
}

export function sub(a: Operand, b: Operand): Tensor {
  return binary('Sub', a, b, (g) => [g, neg(g)])
}

export function mul(a: Operand, b: Operand): Tensor {
  return binary('Mul', a, b, (g, a, b) => [mul(g, b), mul(g, a)])
}

export function div(a: Operand, b: Operand): Tensor {
  return binary('Div', a, b, (g, _, b, y) => {
    const ga = div(g, b)
    return [ga, neg(mul(ga, y))]
  })
}

/** Where both are equal, each gets half of the gradient, as in PyTorch. */
export function maximum(a: Operand, b: Operand): Tensor {
  return binary('Max', a, b, (g, a, b) => shareByOrder(g, a, b))
}

export function minimum(a: Operand, b: Operand): Tensor {
  return binary('Min', a, b, (g, a, b) => shareByOrder(g, b, a))
}

function shareByOrder(g: Tensor, high: Tensor, low: Tensor): readonly [Tensor, Tensor] {
  const above = toFloat(greater(high, low))
  const below = toFloat(greater(low, high))
  const share = mul(add(sub(above, below), 1), 0.5)
  return [mul(g, share), mul(g, sub(1, share))]
}

type UnaryBackward = (g: Tensor, x: Tensor, y: Tensor) => Tensor

export function unary(
  op: string,
  x: Tensor,
  backward: UnaryBackward | null,
  attributes: Attributes = {},
): Tensor {
  requireType(op.toLowerCase(), x, 'float32')
  const y: Tensor = makeTensor(
    op,
    [x],
    { shape: x.shape },
    {
      attributes,
      ...(backward && { backward: (g) => [backward(g, x, y)] }),
    },
  )
  return y
}

export function neg(x: Tensor): Tensor {
  return unary('Neg', x, (g) => neg(g))
}

export function exp(x: Tensor): Tensor {
  return unary('Exp', x, (g, _, y) => mul(g, y))
}

export function log(x: Tensor): Tensor {
  return unary('Log', x, (g, x) => div(g, x))
}

export function sqrt(x: Tensor): Tensor {
  return unary('Sqrt', x, (g, _, y) => div(mul(g, 0.5), y))
}

/** The gradient at 0 is 0. Made of comparisons, as Sign leaves the GPU under WebGPU. */
export function abs(x: Tensor): Tensor {
  return unary('Abs', x, (g, x) => mul(g, sub(toFloat(greater(x, 0)), toFloat(less(x, 0)))))
}

export function square(x: Tensor): Tensor {
  return mul(x, x)
}

/** A fixed exponent; the base must be positive unless the exponent is a whole number. */
export function pow(x: Tensor, exponent: number): Tensor {
  requireType('pow', x, 'float32')
  return makeTensor(
    'Pow',
    [x, asTensor(exponent)],
    { shape: x.shape },
    { backward: (g) => [mul(g, mul(pow(x, exponent - 1), exponent)), null] },
  )
}

/** Clamps to the bounds; no gradient flows where a bound was met. */
export function clip(x: Tensor, low: number, high: number): Tensor {
  requireType('clip', x, 'float32')
  return makeTensor(
    'Clip',
    [x, asTensor(low), asTensor(high)],
    { shape: x.shape },
    { backward: (g) => [mul(g, mul(toFloat(greater(x, low)), toFloat(less(x, high)))), null, null] },
  )
}

export function floor(x: Tensor): Tensor {
  return unary('Floor', x, null)
}

function compare(op: string, left: Operand, right: Operand): Tensor {
  const [a, b, shape] = operands(op, left, right)
  return makeTensor(op, [a, b], { shape, dtype: 'bool' })
}

/** Comparisons take float32 only: those of int64 leave the GPU under WebGPU. */
export function greater(a: Operand, b: Operand): Tensor {
  return compare('Greater', a, b)
}

export function less(a: Operand, b: Operand): Tensor {
  return compare('Less', a, b)
}

export function equal(a: Operand, b: Operand): Tensor {
  return compare('Equal', a, b)
}

/** Bool or int64 as float32; bool gives 0 and 1. */
export function toFloat(x: Tensor): Tensor {
  if (x.dtype === 'float32') {
    return x
  }
  return makeTensor('Cast', [x], { shape: x.shape }, { attributes: { to: 1 } })
}

/** `condition` is bool; all three broadcast. */
export function where(condition: Tensor, yes: Operand, no: Operand): Tensor {
  requireType('where', condition, 'bool')
  const a = asTensor(yes)
  const b = asTensor(no)
  requireType('where', a, 'float32')
  requireType('where', b, 'float32')
  const shape = broadcastShapes('where', broadcastShapes('where', condition.shape, a.shape), b.shape)
  return makeTensor(
    'Where',
    [condition, a, b],
    { shape },
    {
      backward: (g) => [null, sumTo(where(condition, g, 0), a.shape), sumTo(where(condition, 0, g), b.shape)],
    },
  )
}
