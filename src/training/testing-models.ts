import { cosineRate, withWarmUp, adamW, decayGroups } from '../graph/optimizer'
import { normal } from '../graph/initializers'
import { Parameters } from '../graph/parameters'
import { inference, trainingMode } from '../graph/mode'
import type { Mode } from '../graph/mode'
import { batchNorm, layerNorm, conv2d, embeddingTable, linear } from '../graph/nn/layers'
import type { Layer } from '../graph/nn/layers'
import { decoderLayer } from '../graph/nn/transformer'
import { relu } from '../graph/ops/activation'
import { add } from '../graph/ops/arithmetic'
import { causalMask } from '../graph/ops/attention'
import { concat } from '../graph/ops/layout'
import { binaryCrossEntropy, crossEntropy, diceLoss } from '../graph/ops/losses'
import { resizeBilinear } from '../graph/ops/resize'
import { normalAt, streamSeed, uniformAt } from '../graph/random'
import { input } from '../graph/tensor'
import type { Parameter, Tensor } from '../graph/tensor'
import { trainingGraph } from '../graph/training-graph'
import type { TrainingGraph, TrainingOptions } from '../graph/training-graph'
import type { TensorData } from './session'

/**
 * The two models that are trained against PyTorch (fixtures/README.md) and timed
 * (bench/training-step.bench.ts): a residual segmenter and a transformer decoder.
 */
export interface ReferenceModel {
  parameters: readonly Parameter[]
  /** Batch `index`, always the same. */
  batch: (index: number) => Record<string, TensorData>
  graph: (options?: Partial<TrainingOptions>) => TrainingGraph
  /** With running figures and without dropout. */
  evaluationLoss: Tensor
}

export interface SegmenterSizes {
  width: number
  /** Stages of two residual blocks; each after the first halves the image. Default 3. */
  stages?: number
  image: number
  batch: number
}

export const referenceSchedule = withWarmUp(5, cosineRate(2e-3, 45, 0.1))

type ModeLayer = (x: Tensor, mode: Mode) => Tensor

function residualBlock(p: Parameters, inputs: number, outputs: number, stride: number): ModeLayer {
  const first = conv2d(p.scope('conv1'), inputs, outputs, 3, { stride, bias: false })
  const norm1 = batchNorm(p.scope('norm1'), outputs)
  const second = conv2d(p.scope('conv2'), outputs, outputs, 3, { bias: false })
  const norm2 = batchNorm(p.scope('norm2'), outputs)
  const shortcut: Layer =
    inputs === outputs && stride === 1
      ? (x) => x
      : conv2d(p.scope('shortcut'), inputs, outputs, 1, { stride, bias: false })
  return (x, mode) => relu(add(norm2(second(relu(norm1(first(x), mode))), mode), shortcut(x)))
}

function segmenter(p: Parameters, width: number, count: number): ModeLayer {
  const stem = conv2d(p.scope('stem'), 3, width, 3, { stride: 2, bias: false })
  const stemNorm = batchNorm(p.scope('stemNorm'), width)
  const factors = [1, 2, 4].slice(0, count)
  const stages = factors.map((factor, index) => {
    const outputs = width * factor
    const [inputs, stride] = index === 0 ? [width, 1] : [outputs / 2, 2]
    return [
      residualBlock(p.scope(`stage${index}a`), inputs, outputs, stride),
      residualBlock(p.scope(`stage${index}b`), outputs, outputs, 1),
    ]
  })
  const merges = factors
    .slice(1)
    .reverse()
    .map((factor) =>
      conv2d(p.scope(`merge${factor}`), width * (factor + factor / 2), (width * factor) / 2, 3),
    )
  const head = conv2d(p.scope('head'), width, 1, 1)
  return (x, mode) => {
    let y = relu(stemNorm(stem(x), mode))
    const levels = stages.map(([a, b]) => (y = b(a(y, mode), mode)))
    for (const [index, merge] of merges.entries()) {
      const skip = levels[count - 2 - index]
      const [height, columns] = skip.shape.slice(2).map(Number)
      y = relu(merge(concat([resizeBilinear(y, height, columns), skip], 1)))
    }
    const [height, columns] = x.shape.slice(2).map(Number)
    return resizeBilinear(head(y), height, columns)
  }
}

export function segmenterModel({ width, image, batch, stages = 3 }: SegmenterSizes): ReferenceModel {
  const p = Parameters.create()
  const model = segmenter(p, width, stages)
  const x = input('image', ['batch', 3, image, image])
  const target = input('mask', ['batch', 1, image, image])
  const lossIn = (mode: Mode) => {
    const logits = model(x, mode)
    return add(binaryCrossEntropy(logits, target), diceLoss(logits, target))
  }
  return {
    parameters: p.list(),
    batch: (index) => segmenterBatch(index, image, batch),
    graph: (options) => referenceGraph(p, lossIn, batch, options),
    evaluationLoss: lossIn(inference),
  }
}

function segmenterBatch(index: number, image: number, batch: number): Record<string, TensorData> {
  const area = image * image
  const seed = streamSeed(1, `batch${index}/image`)
  const pixels = Float32Array.from({ length: batch * 3 * area }, (_, at) => normalAt(seed, at))
  const mask = Float32Array.from({ length: batch * area }, (_, at) =>
    pixels[Math.floor(at / area) * 3 * area + (at % area)] > 0.5 ? 1 : 0,
  )
  return {
    image: { data: pixels, shape: [batch, 3, image, image] },
    mask: { data: mask, shape: [batch, 1, image, image] },
  }
}

export interface DecoderSizes {
  features: number
  heads: number
  words: number
  length: number
  memory: number
  batch: number
}

export function decoderModel(sizes: DecoderSizes): ReferenceModel {
  const { features, heads, words, length, memory, batch } = sizes
  const p = Parameters.create()
  const embed = embeddingTable(p.scope('words'), words, features)
  const positions = p.weight('positions', [length, features], normal(0.02))
  const layers = [0, 1].map((index) => decoderLayer(p.scope(`layer${index}`), features, { heads }))
  const norm = layerNorm(p.scope('norm'), features)
  const output = linear(p.scope('output'), features, words)
  const tokens = input('tokens', ['batch', length], 'int64')
  const targets = input('targets', ['batch', length], 'int64')
  const encoded = input('memory', ['batch', memory, features])
  const lossIn = (mode: Mode) => {
    let x = add(embed.lookup(tokens), positions)
    for (const layer of layers) {
      x = layer(x, encoded, mode, { self: causalMask(length) }).x
    }
    return crossEntropy(output(norm(x)), targets, { ignoreIndex: 0, labelSmoothing: 0.1 })
  }
  return {
    parameters: p.list(),
    batch: (index) => decoderBatch(index, sizes),
    graph: (options) => referenceGraph(p, lossIn, batch, options),
    evaluationLoss: lossIn(inference),
  }
}

function decoderBatch(
  index: number,
  { features, words, length, memory, batch }: DecoderSizes,
): Record<string, TensorData> {
  const seed = streamSeed(1, `batch${index}/words`)
  const sentence = (at: number) => BigInt(Math.floor(uniformAt(seed, at) * words))
  const rows = (shift: number) =>
    BigInt64Array.from({ length: batch * length }, (_, at) =>
      sentence(Math.floor(at / length) * (length + 1) + (at % length) + shift),
    )
  const memorySeed = streamSeed(1, `batch${index}/memory`)
  const values = Float32Array.from({ length: batch * memory * features }, (_, at) => normalAt(memorySeed, at))
  return {
    tokens: { data: rows(0), shape: [batch, length] },
    targets: { data: rows(1), shape: [batch, length] },
    memory: { data: values, shape: [batch, memory, features] },
  }
}

function referenceGraph(
  p: Parameters,
  lossIn: (mode: Mode) => Tensor,
  batch: number,
  options: Partial<TrainingOptions> = {},
): TrainingGraph {
  const mode = trainingMode()
  const loss = lossIn(mode)
  return trainingGraph({
    loss,
    parameters: p.list(),
    updates: mode.updates,
    optimizer: adamW(),
    groups: decayGroups(0.02),
    clip: 1,
    sizes: { batch },
    ...options,
  })
}
