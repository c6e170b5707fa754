import { broadcastShapes, ShapeError } from '../shape'
import type { Shape } from '../shape'
import { makeTensor, requireType } from '../tensor'
import type { Tensor } from '../tensor'
import { add } from './arithmetic'
import { reshape, sumTo, swapLast } from './layout'

/** [..., m, k] x [..., k, n] -> [..., m, n]; leading axes broadcast. */
export function matmul(a: Tensor, b: Tensor): Tensor {
  const [m, n] = outerSizes('matmul', a, b)
  if (b.shape.length === 2) {
    if (a.shape.length === 2) {
      return gemm(a, b, false, false)
    }
    const rows = gemm(reshape(a, [-1, a.shape.at(-1) ?? 1]), b, false, false)
    return reshape(rows, [...a.shape.slice(0, -1), n])
  }
  const batch = broadcastShapes('matmul', a.shape.slice(0, -2), b.shape.slice(0, -2))
  return makeTensor(
    'MatMul',
    [a, b],
    { shape: [...batch, m, n] },
    {
      backward: (g) => [sumTo(matmul(g, swapLast(b)), a.shape), sumTo(matmul(swapLast(a), g), b.shape)],
    },
  )
}

function outerSizes(operation: string, a: Tensor, b: Tensor): Shape {
  requireType(operation, a, 'float32')
  requireType(operation, b, 'float32')
  if (a.shape.length < 2 || b.shape.length < 2 || a.shape.at(-1) !== b.shape.at(-2)) {
    throw new ShapeError(operation, 'the inner sizes differ', a.shape, b.shape)
  }
  return [a.shape.at(-2) ?? 1, b.shape.at(-1) ?? 1]
}

/** A product of matrices, each read as it is or transposed: no transpose is ever carried out. */
function gemm(a: Tensor, b: Tensor, transA: boolean, transB: boolean): Tensor {
  const m = a.shape[transA ? 1 : 0]
  const n = b.shape[transB ? 0 : 1]
  return makeTensor(
    'Gemm',
    [a, b],
    { shape: [m, n] },
    {
      attributes: { transA: Number(transA), transB: Number(transB) },
      backward: (g) => [
        transA ? gemm(b, g, transB, true) : gemm(g, b, false, !transB),
        transB ? gemm(g, a, true, transA) : gemm(a, g, !transA, false),
      ],
    },
  )
}

/** x [..., in] times weight [in, out], plus bias [out]. */
export function linear(x: Tensor, weight: Tensor, bias: Tensor | null = null): Tensor {
  const y = matmul(x, weight)
  return bias === null ? y : add(y, bias)
}
