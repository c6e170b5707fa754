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
} from '../../graph'
import type { Tensor } from '../../graph'
import { TOKENS } from '../blocks/sizes'
import { REGION_SLOTS, type CcrcInputName } from './training-inputs'

type Asked = Readonly<Record<Extract<CcrcInputName, 'anchors' | 'valid' | 'heat' | 'heatCounts'>, Tensor>>

/**
 * [n, slots, 512], 1 for the token that each place is asked for. The last place, where no region fills it, asks the
 * token that looks most changed of those that are not: there a second change would be seen that is none.
 * @param heat logits [n, 512]
 */
export function askedTokens(heat: Tensor, given: Asked): Tensor {
  const drawn = oneHot(given.anchors, 2 * TOKENS)
  const isUnchanged = mul(sub(1, given.heat), given.heatCounts)
  const ranked = add(stopGradient(heat), mul(sub(isUnchanged, 1), 1e4))
  const hottest = toFloat(equal(ranked, max(ranked, { axes: [1], keep: true })))
  const last = { 1: { start: REGION_SLOTS - 1, end: REGION_SLOTS } }
  const isThere = max(isUnchanged, { axes: [1], keep: true })
  const isFree = unsqueeze(mul(sub(1, slice(given.valid, last)), isThere), 2)
  const others = slice(drawn, { 1: { start: 0, end: REGION_SLOTS - 1 } })
  return concat([others, add(mul(slice(drawn, last), sub(1, isFree)), mul(unsqueeze(hottest, 1), isFree))], 1)
}
