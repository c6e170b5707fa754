import { fixedSize, resolveAxis } from '../shape'
import { requireShape } from '../tensor'
import type { Tensor } from '../tensor'
import { sigmoid, softplus, logSoftmax, logSumExp } from './activation'
import { add, div, equal, exp, maximum, mul, pow, sqrt, sub, toFloat } from './arithmetic'
import { oneHot } from './slicing'
import { stopGradient, transpose } from './layout'
import { mean, sum } from './reduce'

/** Losses of logits. Each is a mean, unless its comment names one value for each item. */

export interface CrossEntropyOptions {
  /** Targets of this value do not count. Default -100. */
  ignoreIndex?: number
  /** The share of the target spread over all classes (Szegedy et al. 2016, section 7). */
  labelSmoothing?: number
  /** The axis of the classes. Default: the last. */
  axis?: number
}

/** Mean over the targets that count. logits [..., classes], targets int64 or whole float32 [...]. */
export function crossEntropy(logits: Tensor, targets: Tensor, options: CrossEntropyOptions = {}): Tensor {
  const labels = stopGradient(toFloat(targets))
  const counted = sub(1, toFloat(equal(labels, options.ignoreIndex ?? -100)))
  const each = mul(crossEntropyEach(logits, labels, options), counted)
  return div(sum(each), maximum(sum(counted), 1))
}

/** For each target: [...]. Ignored targets are not masked. */
export function crossEntropyEach(
  logits: Tensor,
  targets: Tensor,
  { labelSmoothing = 0, axis = -1 }: CrossEntropyOptions = {},
): Tensor {
  const at = resolveAxis('crossEntropy', axis, logits.shape)
  requireShape('crossEntropy', targets, logits.shape.toSpliced(at, 1))
  const rest = logits.shape.map((_, index) => index).filter((index) => index !== at)
  const rows = transpose(logits, [...rest, at])
  const classes = fixedSize('crossEntropy', logits.shape[at], logits.shape)
  const chosen = sum(mul(rows, oneHot(targets, classes)), { axes: [-1] })
  const hard = labelSmoothing === 0 ? chosen : mul(chosen, 1 - labelSmoothing)
  const aim = labelSmoothing === 0 ? hard : add(hard, mul(mean(rows, { axes: [-1] }), labelSmoothing))
  return sub(logSumExp(rows), aim)
}

/** For each value, for targets in [0, 1] of the logits' shape. */
export function binaryCrossEntropyEach(logits: Tensor, targets: Tensor): Tensor {
  requireShape('binaryCrossEntropy', targets, logits.shape)
  return sub(softplus(logits), mul(logits, targets))
}

export function binaryCrossEntropy(logits: Tensor, targets: Tensor): Tensor {
  return mean(binaryCrossEntropyEach(logits, targets))
}

export interface FocalOptions {
  /** Weight of the positives; the negatives have 1 - alpha. Default 0.25. */
  alpha?: number
  /** Default 2. */
  gamma?: number
}

/** Mean focal loss of targets 0 or 1 (Lin et al. 2017, equation 5). */
export function focalLoss(
  logits: Tensor,
  targets: Tensor,
  { alpha = 0.25, gamma = 2 }: FocalOptions = {},
): Tensor {
  const p = sigmoid(logits)
  const missed = add(mul(p, sub(1, targets)), mul(sub(1, p), targets))
  const weight = add(mul(targets, 2 * alpha - 1), 1 - alpha)
  return mean(mul(mul(weight, pow(missed, gamma)), binaryCrossEntropyEach(logits, targets)))
}

/**
 * For each item of the first axis: 1 - (2 |P T| + s) / (|P| + |T| + s) with P = sigmoid(logits)
 * (Milletari et al. 2016, without their squares). Shapes [n, ...] -> [n].
 */
export function diceLossEach(logits: Tensor, targets: Tensor, smooth = 1): Tensor {
  requireShape('diceLoss', targets, logits.shape)
  const axes = logits.shape.map((_, axis) => axis).slice(1)
  const p = sigmoid(logits)
  const overlap = sum(mul(p, targets), { axes })
  const total = add(sum(p, { axes }), sum(targets, { axes }))
  return sub(1, div(add(mul(overlap, 2), smooth), add(total, smooth)))
}

export function diceLoss(logits: Tensor, targets: Tensor, smooth = 1): Tensor {
  return mean(diceLossEach(logits, targets, smooth))
}

/** KL(softmax(p) || softmax(q)) for each row of logits: [..., classes] -> [...]. */
export function klDivergenceEach(p: Tensor, q: Tensor): Tensor {
  requireShape('klDivergence', q, p.shape)
  const logP = logSoftmax(p)
  return sum(mul(exp(logP), sub(logP, logSoftmax(q))), { axes: [-1] })
}

export function klDivergence(p: Tensor, q: Tensor): Tensor {
  return mean(klDivergenceEach(p, q))
}

/** Rows of length 1. */
export function unitRows(x: Tensor): Tensor {
  return div(x, sqrt(add(sum(mul(x, x), { axes: [-1], keepDims: true }), 1e-12)))
}

export function meanSquaredError(x: Tensor, target: Tensor): Tensor {
  const difference = sub(x, target)
  return mean(mul(difference, difference))
}
