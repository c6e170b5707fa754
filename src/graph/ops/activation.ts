import { float } from '../onnx'
import { customGradient } from '../tensor'
import type { Tensor } from '../tensor'
import { add, exp, greater, mul, neg, sub, toFloat, unary, log } from './arithmetic'
import { resolveAxis } from '../shape'
import { squeeze } from './layout'
import { max, sum } from './reduce'

export function relu(x: Tensor): Tensor {
  return unary('Relu', x, (g, _, y) => mul(g, toFloat(greater(y, 0))))
}

export function leakyRelu(x: Tensor, slope = 0.01): Tensor {
  return unary('LeakyRelu', x, (g, x) => mul(g, add(mul(toFloat(greater(x, 0)), 1 - slope), slope)), {
    alpha: float(slope),
  })
}

export function sigmoid(x: Tensor): Tensor {
  return unary('Sigmoid', x, (g, _, y) => mul(g, mul(y, sub(1, y))))
}

export function tanh(x: Tensor): Tensor {
  return unary('Tanh', x, (g, _, y) => mul(g, sub(1, mul(y, y))))
}

/** log(1 + exp(x)). */
export function softplus(x: Tensor): Tensor {
  return unary('Softplus', x, (g, x) => mul(g, sigmoid(x)))
}

export function silu(x: Tensor): Tensor {
  return mul(x, sigmoid(x))
}

function erf(x: Tensor): Tensor {
  return unary('Erf', x, (g, x) => mul(g, mul(exp(neg(mul(x, x))), 2 / Math.sqrt(Math.PI))))
}

/** Exact, by the error function (Hendrycks & Gimpel 2016). */
export function gelu(x: Tensor): Tensor {
  return unary('Gelu', x, (g, x) => {
    const cumulative = add(mul(erf(mul(x, Math.SQRT1_2)), 0.5), 0.5)
    const density = mul(exp(mul(mul(x, x), -0.5)), 1 / Math.sqrt(2 * Math.PI))
    return mul(g, add(cumulative, mul(x, density)))
  })
}

export function softmax(x: Tensor, axis = -1): Tensor {
  const along = [resolveAxis('softmax', axis, x.shape)]
  return unary('Softmax', x, (g, _, y) => mul(y, sub(g, sum(mul(g, y), { axes: along, keepDims: true }))), {
    axis: along[0],
  })
}

/** log(sum(exp(x))) along one axis, which goes unless `keepDims`. */
export function logSumExp(x: Tensor, axis = -1, keepDims = false): Tensor {
  const along = resolveAxis('logSumExp', axis, x.shape)
  const highest = max(x, { axes: [along], keepDims: true })
  const total = add(log(sum(exp(sub(x, highest)), { axes: [along], keepDims: true })), highest)
  const y: Tensor = customGradient(total, [x], (g) => [mul(exp(sub(x, y)), g)])
  return keepDims ? y : squeeze(y, along)
}

/** By log-sum-exp: ONNX's LogSoftmax leaves the GPU under WebGPU. */
export function logSoftmax(x: Tensor, axis = -1): Tensor {
  return sub(x, logSumExp(x, axis, true))
}
