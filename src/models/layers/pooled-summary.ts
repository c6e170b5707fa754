import { concat, max, mean, sigmoid, unsqueeze } from '../../graph'
import type { Tensor } from '../../graph'

/**
 * Summary of a whole pair for "anything changed": mean and maximum of its tokens [n, count, c], then maximum and mean
 * of the probability that a pixel changed, of logits [n, 2, height, width], then columns [n, 1] of the caller: [n, 2 c + 2 + columns].
 */
export function pooledSummary(tokens: Tensor, changed: Tensor, columns: readonly Tensor[] = []): Tensor {
  const probability = sigmoid(changed)
  return concat(
    [
      mean(tokens, { axes: [1] }),
      max(tokens, { axes: [1] }),
      unsqueeze(max(probability, { axes: [1, 2, 3] }), 1),
      unsqueeze(mean(probability, { axes: [1, 2, 3] }), 1),
      ...columns,
    ],
    1,
  )
}
