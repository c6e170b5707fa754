import {
  add,
  concat,
  equal,
  max,
  mul,
  oneHot,
  slice,
  stopGradient,
  sub,
  toFloat,
  unsqueeze,
} from '../../../graph'
import type { Tensor } from '../../../graph'
import { TOKENS } from '../../layers/sizes'
import { REGION_SLOTS, type CcrcInputName } from './training-inputs'

type QueryInputs = Readonly<
  Record<Extract<CcrcInputName, 'anchors' | 'valid' | 'heat' | 'heatCounts'>, Tensor>
>

/**
 * [n, slots, 512], 1 for the query token of each slot. The last slot, where no region fills it, takes the unchanged
 * token of the highest heat, as a hard negative.
 * @param heat logits [n, 512]
 */
export function queryTokens(heat: Tensor, inputs: QueryInputs): Tensor {
  const anchors = oneHot(inputs.anchors, 2 * TOKENS)
  const isUnchanged = mul(sub(1, inputs.heat), inputs.heatCounts)
  const ranked = add(stopGradient(heat), mul(sub(isUnchanged, 1), 1e4))
  const hottest = toFloat(equal(ranked, max(ranked, { axes: [1], keep: true })))
  const last = { 1: { start: REGION_SLOTS - 1, end: REGION_SLOTS } }
  const hasUnchanged = max(isUnchanged, { axes: [1], keep: true })
  const isFree = unsqueeze(mul(sub(1, slice(inputs.valid, last)), hasUnchanged), 2)
  const others = slice(anchors, { 1: { start: 0, end: REGION_SLOTS - 1 } })
  return concat(
    [others, add(mul(slice(anchors, last), sub(1, isFree)), mul(unsqueeze(hottest, 1), isFree))],
    1,
  )
}
