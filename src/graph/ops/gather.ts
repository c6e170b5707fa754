import { fixedSize } from '../shape'
import { iota, makeTensor, requireRank, requireType } from '../tensor'
import type { Tensor } from '../tensor'
import { equal, toFloat } from './arithmetic'
import { flatten, reshape, transpose, unsqueeze } from './layout'
import { matmul } from './matmul'

/**
 * Rows of a table [rows, features] by int64 indices of any shape [...] -> [..., features]. The
 * gradient is a product with a one-hot matrix: scattered additions have no fixed order.
 */
export function embedding(table: Tensor, indices: Tensor): Tensor {
  requireRank('embedding', table, 2)
  requireType('embedding', indices, 'int64')
  const [rows, features] = table.shape.map((size) => fixedSize('embedding', size, table.shape))
  return makeTensor(
    'Gather',
    [table, indices],
    { shape: [...indices.shape, features] },
    {
      attributes: { axis: 0 },
      backward: (g) => [matmul(transpose(oneHot(flatten(indices), rows)), reshape(g, [-1, features])), null],
    },
  )
}

/**
 * 1 where the index names the class, else 0: [...] -> [..., classes]. Indices are int64 or whole
 * float32; one outside [0, classes) gives zeros. A comparison: ONNX's OneHot leaves the GPU.
 */
export function oneHot(indices: Tensor, classes: number): Tensor {
  return toFloat(equal(unsqueeze(toFloat(indices), -1), iota(classes)))
}
