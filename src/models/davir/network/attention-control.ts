import {
  add,
  averagePool,
  concat,
  constant,
  conv2d,
  klDivergenceEach,
  log,
  mean,
  mul,
  reshape,
  split,
} from '../../../graph'
import type { Tensor } from '../../../graph'
import { splitFrames } from '../../layers/token-grid'
import { GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'

/** Fine-grained attention control (DAVIR); numbers are that paper's equations. */

/** Deviation of the blur in cells. The paper prints none. */
const DEVIATION = 1
const REACH = 2

/**
 * Equation (6): masks [batch, 2, 128, 128], pooled to cells and blurred, in 0..1: both frames [2 batch, 256]. Beyond the
 * picture nothing has changed.
 */
export function smoothedMask(masks: Tensor): Tensor {
  const side = MASK_SIDE / GRID_SIDE
  const cells = averagePool(concat([...split(masks, 1, [1, 1])], 0), { kernel: side, stride: side })
  return reshape(conv2d(cells, gaussian(), null, { padding: REACH }), [-1, TOKENS])
}

function gaussian(): Tensor {
  const side = 2 * REACH + 1
  const values = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) - REACH, Math.floor(at / side) - REACH]
    return Math.exp(-(x * x + y * y) / (2 * DEVIATION ** 2))
  })
  const total = values.reduce((sum, value) => sum + value, 0)
  return constant(
    values.map((value) => value / total),
    [1, 1, side, side],
  )
}

/**
 * Equation (7): KL(softmax(A) || softmax(M)) of both frames, the mean over pairs. A is the attention [2 batch, 256] as
 * logits: its logarithm, so that softmax(A) is the attention itself (our reading; a softmax of shares is all but flat).
 * @param counts 1 for pairs whose mask is known [batch]
 */
export function attentionLoss(attention: Tensor, mask: Tensor, counts: Tensor | number = 1): Tensor {
  const [before, after] = splitFrames(klDivergenceEach(log(add(attention, 1e-9)), mask))
  return mean(mul(add(before, after), counts))
}
