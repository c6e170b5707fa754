import {
  gelu,
  leakyRelu,
  relu,
  sigmoid,
  silu,
  softplus,
  tanh,
  logSoftmax,
  logSumExp,
  softmax,
} from './ops/activation'
import {
  abs,
  add,
  clip,
  div,
  exp,
  greater,
  log,
  maximum,
  minimum,
  mul,
  pow,
  sqrt,
  sub,
  where,
} from './ops/arithmetic'
import { attention, causalMask, paddingMask } from './ops/attention'
import { conv2d, convTranspose2d } from './ops/convolution'
import { embedding, pad, slice } from './ops/slicing'
import { concat, reshape, split, stopGradient, transpose } from './ops/layout'
import { binaryCrossEntropy, crossEntropy, diceLoss, focalLoss, klDivergence } from './ops/losses'
import { linear, matmul } from './ops/matmul'
import { batchNorm, batchNormFrozen, groupNorm, layerNorm } from './ops/normalize'
import { averagePool, maxPool } from './ops/pooling'
import { max, mean, sum, variance } from './ops/reduce'
import { pixelShuffle, resizeBilinear, resizeNearest } from './ops/resize'
import { normalAt, streamSeed, uniformAt } from './random'
import { integers } from './tensor'
import type { Tensor } from './tensor'

/**
 * One small case for each operation with a gradient, shared by the tests against central
 * differences, against PyTorch and of CPU against WebGPU. Values come from `random.ts` by the
 * case's and the input's name, so that a fixture holds results only.
 */

type Kind = 'normal' | 'positive' | 'probability' | 'binary'
type InputSpec = readonly [kind: Kind, ...shape: number[]]

export interface OpCase {
  inputs: Readonly<Record<string, InputSpec>>
  build: (t: Readonly<Record<string, Tensor>>) => Tensor
  /** Not differentiated by these. */
  fixed?: readonly string[]
}

export function caseValues(caseName: string, inputName: string, [kind, ...shape]: InputSpec): Float32Array {
  const seed = streamSeed(1, `${caseName}/${inputName}`)
  const count = shape.reduce((product, size) => product * size, 1)
  return Float32Array.from({ length: count }, (_, index) => draw[kind](seed, index))
}

const draw: Record<Kind, (seed: number, index: number) => number> = {
  normal: normalAt,
  positive: (seed, index) => 0.5 + uniformAt(seed, index),
  probability: uniformAt,
  binary: (seed, index) => (uniformAt(seed, index) < 0.4 ? 1 : 0),
}

const x23: InputSpec = ['normal', 2, 3]
const image: InputSpec = ['normal', 2, 4, 7, 6]
const tokens: InputSpec = ['normal', 2, 5, 8]
const channels: InputSpec = ['normal', 4]

function unaryCase(build: (x: Tensor) => Tensor, kind: Kind = 'normal'): OpCase {
  return { inputs: { x: [kind, 3, 5] }, build: ({ x }) => build(x) }
}

function convCase(
  out: number,
  perGroup: number,
  kernel: number,
  options: Parameters<typeof conv2d>[3],
): OpCase {
  return {
    inputs: { x: image, w: ['normal', out, perGroup, kernel, kernel], b: ['normal', out] },
    build: ({ x, w, b }) => conv2d(x, w, b, options),
  }
}

export const opCases: Readonly<Record<string, OpCase>> = {
  add: { inputs: { a: x23, b: ['normal', 3] }, build: ({ a, b }) => add(a, b) },
  sub: { inputs: { a: ['normal', 2, 1], b: ['normal', 4, 1, 3] }, build: ({ a, b }) => sub(a, b) },
  mul: { inputs: { a: x23, b: ['normal', 2, 1] }, build: ({ a, b }) => mul(a, b) },
  div: { inputs: { a: x23, b: ['positive', 4, 1, 3] }, build: ({ a, b }) => div(a, b) },
  maximum: { inputs: { a: x23, b: ['normal', 3] }, build: ({ a, b }) => maximum(a, b) },
  minimum: { inputs: { a: x23, b: x23 }, build: ({ a, b }) => minimum(a, b) },
  exp: unaryCase(exp),
  log: unaryCase(log, 'positive'),
  sqrt: unaryCase(sqrt, 'positive'),
  abs: unaryCase(abs),
  pow: unaryCase((x) => pow(x, 2.5), 'positive'),
  clip: unaryCase((x) => clip(x, -0.5, 0.7)),
  where: { inputs: { a: x23, b: ['normal', 3] }, build: ({ a, b }) => where(greater(a, 0), mul(a, 2), b) },
  relu: unaryCase(relu),
  leakyRelu: unaryCase((x) => leakyRelu(x, 0.1)),
  sigmoid: unaryCase(sigmoid),
  tanh: unaryCase(tanh),
  softplus: unaryCase(softplus),
  silu: unaryCase(silu),
  gelu: unaryCase(gelu),
  sum: { inputs: { x: tokens }, build: ({ x }) => sum(x, { axes: [0, -1] }) },
  mean: { inputs: { x: tokens }, build: ({ x }) => mean(x, { axes: [1], keepDims: true }) },
  max: { inputs: { x: tokens }, build: ({ x }) => max(x, { axes: [2] }) },
  variance: { inputs: { x: tokens }, build: ({ x }) => variance(x, { axes: [0, 2] }) },
  softmax: unaryCase(softmax),
  softmaxFirst: unaryCase((x) => softmax(x, 0)),
  logSoftmax: unaryCase(logSoftmax),
  logSumExp: unaryCase((x) => logSumExp(x, 0)),
  reshapeTranspose: { inputs: { x: tokens }, build: ({ x }) => transpose(reshape(x, [10, 2, 4]), [2, 0, 1]) },
  slice: {
    inputs: { x: image },
    build: ({ x }) => slice(x, { 2: { start: 1, end: 6, step: 2 }, 3: { start: 2, end: 5 } }),
  },
  concat: { inputs: { a: x23, b: ['normal', 2, 2] }, build: ({ a, b }) => concat([a, b, a], 1) },
  split: {
    inputs: { x: tokens },
    build: ({ x }) => {
      const [first, , third] = split(x, 2, [3, 3, 2])
      return mul(sum(first, { axes: [2], keepDims: true }), third)
    },
  },
  pad: { inputs: { x: tokens }, build: ({ x }) => pad(x, [0, 1, 2], [1, 0, 0], 0.5) },
  stopGradient: { inputs: { x: x23 }, build: ({ x }) => mul(x, stopGradient(exp(x))), fixed: [] },
  matmul: { inputs: { a: x23, b: ['normal', 3, 4] }, build: ({ a, b }) => matmul(a, b) },
  matmulBatched: {
    inputs: { a: ['normal', 2, 1, 3, 4], b: ['normal', 5, 4, 2] },
    build: ({ a, b }) => matmul(a, b),
  },
  linear: {
    inputs: { x: tokens, w: ['normal', 8, 3], b: ['normal', 3] },
    build: ({ x, w, b }) => linear(x, w, b),
  },
  conv: convCase(3, 4, 3, { padding: 1 }),
  convStride: convCase(3, 4, 3, { padding: 1, stride: 2 }),
  convDilated: convCase(2, 4, 2, { padding: [2, 0, 1, 2], dilation: 2 }),
  convGroups: convCase(6, 2, 3, { padding: 1, groups: 2 }),
  convDepthwise: convCase(8, 1, 3, { padding: 1, groups: 4, stride: 2 }),
  convDepthwiseStride: convCase(4, 1, 3, { padding: 1, groups: 4, stride: 2 }),
  convTall: {
    inputs: { x: ['normal', 1, 6, 100, 3], w: ['normal', 2, 6, 3, 3] },
    build: ({ x, w }) => conv2d(x, w, null, { padding: 2, dilation: 2 }),
  },
  convTallEven: {
    inputs: { x: ['normal', 2, 2, 60, 3], w: ['normal', 2, 2, 3, 3] },
    build: ({ x, w }) => conv2d(x, w, null, { padding: 1 }),
  },
  convPoint: convCase(3, 4, 1, {}),
  convTranspose: {
    inputs: { x: image, w: ['normal', 4, 3, 3, 3], b: ['normal', 3] },
    build: ({ x, w, b }) => convTranspose2d(x, w, b, { stride: 2, padding: 1, outputPadding: 1 }),
  },
  convTransposeGroups: {
    inputs: { x: image, w: ['normal', 4, 2, 2, 2], b: channels },
    build: ({ x, w, b }) => convTranspose2d(x, w, b, { stride: 2, groups: 2 }),
  },
  convTransposeDepthwise: {
    inputs: { x: image, w: ['normal', 4, 1, 3, 3], b: ['normal', 2] },
    build: ({ x, w, b }) => convTranspose2d(x, w, b, { stride: 2, padding: 1, outputPadding: 1, groups: 2 }),
  },
  averagePool: {
    inputs: { x: image },
    build: ({ x }) => averagePool(x, { kernel: 3, stride: 2, padding: 1 }),
  },
  maxPool: { inputs: { x: image }, build: ({ x }) => maxPool(x, { kernel: 3, stride: 2, padding: 1 }) },
  maxPoolTies: { inputs: { x: image }, build: ({ x }) => maxPool(relu(x), { kernel: 2 }) },
  resizeUp: { inputs: { x: image }, build: ({ x }) => resizeBilinear(x, 14, 18) },
  resizeDown: { inputs: { x: image }, build: ({ x }) => resizeBilinear(x, 4, 5) },
  resizeNearest: { inputs: { x: image }, build: ({ x }) => resizeNearest(x, 2) },
  pixelShuffle: { inputs: { x: image }, build: ({ x }) => pixelShuffle(x, 2) },
  layerNorm: {
    inputs: { x: tokens, scale: ['normal', 8], bias: ['normal', 8] },
    build: ({ x, scale, bias }) => layerNorm(x, { scale, bias }),
  },
  groupNorm: {
    inputs: { x: image, scale: channels, bias: channels },
    build: ({ x, scale, bias }) => groupNorm(x, 2, { scale, bias }),
  },
  batchNorm: {
    inputs: { x: image, scale: channels, bias: channels },
    build: ({ x, scale, bias }) => batchNorm(x, { scale, bias }).y,
  },
  batchNormFrozen: {
    inputs: { x: image, scale: channels, bias: channels, mean: channels, variance: ['positive', 4] },
    fixed: ['mean', 'variance'],
    build: ({ x, scale, bias, mean, variance }) => batchNormFrozen(x, { scale, bias }, { mean, variance }),
  },
  embedding: {
    inputs: { table: ['normal', 6, 3] },
    build: ({ table }) => embedding(table, integers([0, 5, 2, 2, 0, 2], [2, 3])),
  },
  attention: {
    inputs: { q: tokens, k: ['normal', 2, 6, 8], v: ['normal', 2, 6, 8], present: ['binary', 2, 6] },
    fixed: ['present'],
    build: ({ q, k, v, present }) => attention(q, k, v, 2, { mask: paddingMask(present) }).output,
  },
  attentionCausal: {
    inputs: { q: tokens, k: tokens, v: tokens },
    build: ({ q, k, v }) => attention(q, k, v, 4, { mask: causalMask(5) }).output,
  },
  crossEntropy: {
    inputs: { x: ['normal', 2, 3, 5] },
    build: ({ x }) => crossEntropy(x, integers([1, 4, -100, 0, 2, 2], [2, 3]), { labelSmoothing: 0.1 }),
  },
  crossEntropyImage: {
    inputs: { x: ['normal', 2, 3, 2, 2] },
    build: ({ x }) =>
      crossEntropy(x, integers([0, 1, 2, 2, 1, 7, 0, 1], [2, 2, 2]), { axis: 1, ignoreIndex: 7 }),
  },
  binaryCrossEntropy: {
    inputs: { x: image, t: ['probability', 2, 4, 7, 6] },
    fixed: ['t'],
    build: ({ x, t }) => binaryCrossEntropy(x, t),
  },
  diceLoss: {
    inputs: { x: image, t: ['binary', 2, 4, 7, 6] },
    fixed: ['t'],
    build: ({ x, t }) => diceLoss(x, t),
  },
  focalLoss: {
    inputs: { x: image, t: ['binary', 2, 4, 7, 6] },
    fixed: ['t'],
    build: ({ x, t }) => focalLoss(x, t),
  },
  klDivergence: { inputs: { p: tokens, q: tokens }, build: ({ p, q }) => klDivergence(p, q) },
}
