import {
  add,
  concat,
  leakyRelu,
  maxPool,
  nn,
  reshape,
  resizeBilinear,
  sigmoid,
  split,
  transpose,
  buildModel,
  input,
  Parameters,
} from '../../../graph'
import type { Tensor, Parameter } from '../../../graph'
import type { ModelSpec } from '../../../graph/onnx'

/** Pixels of the square that the network takes. */
export const INPUT_SIDE = 416
/** Pixels of the input to one cell of each output. */
export const STRIDES = [8, 16, 32] as const
export const CLASSES = 80
/** A box's side lies 0 to 10 strides from its cell, as a distribution over the whole numbers. */
export const BOX_BINS = 11
export const LATERAL_CHANNELS = 128

/** NanoDet-g (RangiLyu/nanodet, config/legacy_v0.x_configs/nanodet-g.yml): kernels hold their normalisation. */
export interface NanodetOutputs {
  /** [n, cells, 80], 0 to 1: the cells of stride 8, then 16, then 32, each row-major. */
  readonly scores: Tensor
  /** [n, cells, 44]: logits of 11 bins each for left, top, right and bottom. */
  readonly bins: Tensor
  /** Outputs of the lateral convolutions, [n, 128, side, side] at strides 8, 16 and 32. */
  readonly features: readonly [Tensor, Tensor, Tensor]
}

type Layer = (x: Tensor) => Tensor

/** nanodet/model/backbone/custom_csp.py, `net_cfg` of nanodet-g: residual blocks by stage; all but the first halve the sides. */
const STAGES = [
  { channels: 32, blocks: 1, stride: 1 },
  { channels: 64, blocks: 2, stride: 2 },
  { channels: 128, blocks: 2, stride: 2 },
  { channels: 256, blocks: 3, stride: 2 },
] as const

/** image [n, 3, 416, 416] -> outputs. Parameters are made in the order in which upstream's export numbers them. */
function nanodet(p: Parameters): (image: Tensor) => NanodetOutputs {
  const stem = activatedConv(p.scope('stem'), 3, 32, 2)
  const stages = STAGES.map(({ channels, blocks, stride }, index) =>
    cspBlock(p.scope('stages').scope(index), channels, blocks, stride),
  )
  const laterals = STAGES.slice(1).map(({ channels }, level) =>
    nn.conv2d(p.scope('laterals').scope(level), 2 * channels, LATERAL_CHANNELS, 1),
  )
  const heads = STRIDES.map((_, level) => detectionHead(p.scope('heads').scope(level)))
  return (image) => {
    let x = maxPool(stem(image), { kernel: 3, stride: 2, padding: 1 })
    const levels = stages.map((stage) => (x = stage(x)))
    const [fine, middle, coarse] = laterals.map((lateral, level) => lateral(levels[level + 1]))
    const pyramid = pathAggregation(fine, middle, coarse)
    const found = pyramid.map((features, level) => heads[level](features))
    return {
      scores: concat(
        found.map(({ scores }) => scores),
        1,
      ),
      bins: concat(
        found.map(({ bins }) => bins),
        1,
      ),
      features: [fine, middle, coarse],
    }
  }
}

function activatedConv(p: Parameters, inputs: number, outputs: number, stride = 1): Layer {
  const conv = nn.conv2d(p, inputs, outputs, 3, { stride })
  return (x) => leakyRelu(conv(x), 0.1)
}

/** custom_csp.py, CspBlock: [n, c, h, w] -> [n, 2 * c, h / stride, w / stride]. */
function cspBlock(p: Parameters, channels: number, blocks: number, stride: number): Layer {
  const first = activatedConv(p.scope('in'), channels, channels, stride)
  const residual = Array.from({ length: blocks }, (_, index) =>
    tinyResBlock(p.scope('blocks').scope(index), channels),
  )
  const last = activatedConv(p.scope('out'), channels, channels)
  return (image) => {
    const x = first(image)
    const deep = residual.reduce((value, block) => block(value), x)
    return concat([last(deep), x], 1)
  }
}

/** custom_csp.py, TinyResBlock with `res_type` "concat". */
function tinyResBlock(p: Parameters, channels: number): Layer {
  const first = activatedConv(p.scope('in'), channels, channels / 2)
  const middle = activatedConv(p.scope('middle'), channels / 2, channels / 2)
  return (image) => {
    const x = first(image)
    return concat([middle(x), x], 1)
  }
}

/** nanodet/model/fpn/pan.py: from coarse to fine and back, by bilinear resizing and addition. */
function pathAggregation(fine: Tensor, middle: Tensor, coarse: Tensor): readonly Tensor[] {
  const middleDown = add(middle, resizedLike(coarse, middle))
  const first = add(fine, resizedLike(middleDown, fine))
  const second = add(middleDown, resizedLike(first, middle))
  return [first, second, add(coarse, resizedLike(second, coarse))]
}

function resizedLike(x: Tensor, { shape }: Tensor): Tensor {
  return resizeBilinear(x, Number(shape[2]), Number(shape[3]))
}

/** nanodet/model/head/nanodet_head.py: one convolution, then scores and boxes together. */
function detectionHead(p: Parameters): (x: Tensor) => { scores: Tensor; bins: Tensor } {
  const conv = activatedConv(p.scope('conv'), LATERAL_CHANNELS, LATERAL_CHANNELS)
  const output = nn.conv2d(p.scope('output'), LATERAL_CHANNELS, CLASSES + 4 * BOX_BINS, 1)
  return (x) => {
    const [classes, bins] = split(output(conv(x)), 1, [CLASSES, 4 * BOX_BINS])
    return { scores: byCell(sigmoid(classes)), bins: byCell(bins) }
  }
}

/** [n, c, h, w] -> [n, h * w, c] */
function byCell(x: Tensor): Tensor {
  const [, channels, height, width] = x.shape.map(Number)
  return transpose(reshape(x, [-1, channels, height * width]), [0, 2, 1])
}

/** Names of the model's outputs: see `NanodetOutputs`. */
export const FEATURE_OUTPUTS = STRIDES.map((stride) => `features${stride}`)
/** The model's input, [batch, 3, height, width]: BGR, normalised (`letterbox.ts`). */
export const IMAGE_INPUT = 'image'

export interface DetectorNetwork {
  readonly parameters: readonly Parameter[]
  /** For any number of images in one run. */
  readonly model: (values: ReadonlyMap<string, Float32Array>) => ModelSpec
  /**
   * Without scores and boxes, and what only these need.
   * @param batch images in one run; null for any number
   */
  readonly featureModel: (values: ReadonlyMap<string, Float32Array>, batch: number | null) => ModelSpec
}

/** @param height of the input in pixels, a multiple of the coarsest stride as `width` is; the package's weights serve any */
export function detectorNetwork(height = INPUT_SIDE, width = height): DetectorNetwork {
  const p = Parameters.create()
  const outputs = nanodet(p)(input(IMAGE_INPUT, ['batch', 3, height, width]))
  const { scores, bins, features } = outputs
  const named = Object.fromEntries(FEATURE_OUTPUTS.map((name, level) => [name, features[level]]))
  return {
    parameters: p.list(),
    model: (values) => buildModel({ scores, bins, ...named }, { name: 'nanodet', values }),
    featureModel: (values, batch) =>
      buildModel(named, { name: 'nanodet-features', values, sizes: batch === null ? {} : { batch } }),
  }
}
