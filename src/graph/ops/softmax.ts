import { resolveAxis } from '../shape'
import { customGradient } from '../tensor'
import type { Tensor } from '../tensor'
import { add, exp, log, mul, sub, unary } from './arithmetic'
import { squeeze } from './layout'
import { max, sum } from './reduce'

export function softmax(x: Tensor, axis = -1): Tensor {
  const along = [resolveAxis('softmax', axis, x.shape)]
  return unary('Softmax', x, (g, _, y) => mul(y, sub(g, sum(mul(g, y), { axes: along, keep: true }))), {
    axis: along[0],
  })
}

/** log(sum(exp(x))) along one axis, which goes unless `keep`. */
export function logSumExp(x: Tensor, axis = -1, keep = false): Tensor {
  const along = resolveAxis('logSumExp', axis, x.shape)
  const highest = max(x, { axes: [along], keep: true })
  const total = add(log(sum(exp(sub(x, highest)), { axes: [along], keep: true })), highest)
  const y: Tensor = customGradient(total, [x], (g) => [mul(exp(sub(x, y)), g)])
  return keep ? y : squeeze(y, along)
}

/** By log-sum-exp: ONNX's LogSoftmax leaves the GPU under WebGPU. */
export function logSoftmax(x: Tensor, axis = -1): Tensor {
  return sub(x, logSumExp(x, axis, true))
}
