/** The public face of the graph engine; docs/graph.md explains it. */
export * as nn from './nn'
export { buildModel } from './build-model'
export type { BuildOptions } from './build-model'
export { gradients } from './gradients'
export { inHalfPrecision } from './half-precision'
export * as initializers from './initializers'
export type { Initializer } from './initializers'
export { checkModelFile, ModelFileError, withDataInside } from './model-file'
export type { ExternalData } from './model-file'
export { inference, trainingMode } from './mode'
export type { Mode, TrainingMode } from './mode'
export { serializeModel } from './onnx'
export { withDecomposedGelu } from './onnx'
export { gelu, leakyRelu, relu, sigmoid, silu, softplus, tanh } from './ops/activation'
export {
  abs,
  add,
  clip,
  div,
  equal,
  exp,
  floor,
  greater,
  less,
  log,
  maximum,
  minimum,
  mul,
  neg,
  pow,
  sqrt,
  square,
  sub,
  toFloat,
  where,
} from './ops/arithmetic'
export { attention, causalMask, paddingMask } from './ops/attention'
export type { AttentionOutput, AttentionOptions } from './ops/attention'
export { conv2d, convTranspose2d } from './ops/convolution'
export type { ConvOptions, ConvTransposeOptions } from './ops/convolution'
export { dropout } from './mode'
export { embedding, oneHot } from './ops/slicing'
export {
  concat,
  expand,
  flatten,
  reshape,
  split,
  squeeze,
  stack,
  stopGradient,
  swapLast,
  transpose,
  unsqueeze,
  zeros,
} from './ops/layout'
export { flip, pad, slice } from './ops/slicing'
export {
  binaryCrossEntropy,
  binaryCrossEntropyEach,
  crossEntropy,
  crossEntropyEach,
  diceLoss,
  diceLossEach,
  focalLoss,
  klDivergence,
  klDivergenceEach,
  meanSquaredError,
  unitRows,
} from './ops/losses'
export type { CrossEntropyOptions, FocalOptions } from './ops/losses'
export { linear, matmul } from './ops/matmul'
export { batchNorm, batchNormFrozen, groupNorm, layerNorm } from './ops/normalize'
export { averagePool, maxPool } from './ops/pooling'
export { max, mean, sum, variance } from './ops/reduce'
export { bilinearMatrix, pixelShuffle, resizeBilinear, resizeNearest, sampleAt } from './ops/resize'
export { logSoftmax, logSumExp, softmax } from './ops/activation'
export { muon } from './muon'
export { adamW, sgd } from './optimizer'
export type { Optimizer } from './optimizer'
export { countValues, initialValues, Parameters } from './parameters'
export type { BufferUpdate, ParametersOptions } from './parameters'
export { parseSafetensors, SafetensorsError, writeSafetensors } from './safetensors'
export type { SafetensorsFile, StoredTensor } from './safetensors'
export { cosineRate, withWarmUp } from './optimizer'
export type { Schedule } from './optimizer'
export { ShapeError } from './shape'
export type { Shape, Size } from './shape'
export { constant, customGradient, input, integers, iota, scalar } from './tensor'
export type { Operand, Parameter, Tensor } from './tensor'
export { readWeights, writeWeights } from './weights'
export { decayGroups } from './optimizer'
export type { ParameterGroup } from './optimizer'
export { evaluationGraph, trainingGraph } from './training-graph'
export type { EvaluationGraph, TrainingGraph, TrainingOptions } from './training-graph'
