import {
  add,
  clip,
  concat,
  constant,
  initializers,
  matmul,
  mul,
  nn,
  reshape,
  resizeBilinear,
  sampleAt,
  sigmoid,
  split,
  sub,
  unsqueeze,
} from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { cellPositions, smoothWarpGrid } from './token-grid'
import { CHANNELS, MASK_SIDE, PIXEL_SIDE, RARE_LOGIT, TOKENS } from './sizes'

const PIXELS = PIXEL_SIDE * PIXEL_SIDE
/** The pixel features, and x, y and their squares: a weighted sum can be a bump anywhere in the picture. */
const KERNEL = CHANNELS.pixel + 4
/** Warped logits are clipped to this: larger ones carry no information about an edge's position. */
const MAX_ABS_LOGIT = 6

/** The classes of each attribute of an object; 0 stands for "none there". */
export const ATTRIBUTES = {
  shape: ['cube', 'sphere', 'cylinder'],
  color: ['gray', 'red', 'blue', 'green', 'brown', 'purple', 'cyan', 'yellow'],
  material: ['rubber', 'metal'],
  size: ['small', 'medium', 'large'],
} as const
export type Attribute = keyof typeof ATTRIBUTES
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as readonly Attribute[]
export const ATTRIBUTE_SIZES = ATTRIBUTE_NAMES.map((name) => ATTRIBUTES[name].length + 1)
export const ATTRIBUTE_LOGITS = ATTRIBUTE_SIZES.reduce((sum, size) => sum + size, 0)

export interface RegionOutputs {
  /** [n, regions, categories + 1]; class 0 is "no region". */
  categories: Tensor
  /** Before, then after: [n, regions, 2, 20], the four attributes end to end. */
  attributes: Tensor
  /** Before, then after: [n, regions, 2, 16384], rows of 128 x 128. */
  masks: Tensor
}

/** A frame's pixels: [n, 20, 64, 64], and what lies between them, [n, 8, 128, 128]. */
export interface FramePixels {
  embedding: Tensor
  detail: Tensor
}

type PairPixels = readonly [FramePixels, FramePixels]

/** Maps of the whole pair. */
export interface PairMaps {
  /** From each token's place to the same place in the other frame, in picture halves: [n, 512, 2]. */
  backgroundFlow: Tensor
  /** Logit of "changed" at each pixel of both frames: [n, 2, 128, 128]. */
  changed: Tensor
}

/** Read region vectors [n, regions, 128] over both frames' pixels. */
export interface RegionHeads {
  predict: (regions: Tensor, pixels: PairPixels, pair: PairMaps) => RegionOutputs
  /** Masks without detail, before and after: [n, regions, 4096], rows of 64 x 64. */
  coarseMasks: (regions: Tensor, pixels: PairPixels) => [before: Tensor, after: Tensor]
}

export function regionHeads(p: Parameters, categories: number): RegionHeads {
  const features = CHANNELS.model
  const norm = nn.layerNorm(p.scope('norm'), features)
  const category = nn.linear(p.scope('category'), features, categories + 1)
  const attributes = nn.linear(p.scope('attributes'), features, 2 * ATTRIBUTE_LOGITS)
  const hidden = nn.feedForward(p.scope('kernel'), features, features)
  const kernel = nn.linear(p.scope('kernelOutput'), features, 2 * (KERNEL + 1))
  const detailKernel = nn.linear(p.scope('detailKernel').later(), features, 2 * CHANNELS.detail, {
    bias: false,
  })
  // what is gone left no pixels: its before mask is warped to its place, by a weight of the region
  const carry = nn.linear(p.scope('carry').later(), features, 1, { initializer: initializers.filled(0) })
  // where a region's edge is uncertain, the changed map of the whole pair may decide
  const confirm = nn.linear(p.scope('confirm').later(), features, 2, { initializer: initializers.filled(0) })
  const positions = positionFeatures()
  const outlined = (kernelInput: Tensor, pixels: PairPixels): [Tensor, Tensor] => {
    const kernels = split(kernel(kernelInput), 2, [KERNEL, 1, KERNEL, 1])
    const outline = (frame: 0 | 1): Tensor => {
      const { embedding } = pixels[frame]
      const flat = reshape(embedding, [embedding.shape[0], CHANNELS.pixel, PIXELS])
      const own = split(kernels[2 * frame], 2, [CHANNELS.pixel, 4])
      const values = add(matmul(own[0], flat), matmul(own[1], positions))
      return add(values, add(kernels[2 * frame + 1], RARE_LOGIT))
    }
    return [outline(0), outline(1)]
  }
  return {
    coarseMasks: (regions, pixels) => outlined(hidden(norm(regions)), pixels),
    predict(regions, pixels, { backgroundFlow, changed }) {
      const x = norm(regions)
      const [n, count] = x.shape
      const kernelInput = hidden(x)
      const inDetail = split(detailKernel(kernelInput), 2, [CHANNELS.detail, CHANNELS.detail])
      const [before, after] = outlined(kernelInput, pixels).map((outline, frame) => {
        const cells = reshape(outline, [n, count, PIXEL_SIDE, PIXEL_SIDE])
        const whole = reshape(resizeBilinear(cells, MASK_SIDE, MASK_SIDE), [n, count, MASK_SIDE ** 2])
        const flat = reshape(pixels[frame].detail, [n, CHANNELS.detail, MASK_SIDE ** 2])
        return add(whole, matmul(inDetail[frame], flat))
      })
      const warped = mul(warpedMasks(before, split(backgroundFlow, 1, [TOKENS, TOKENS])[1]), carry(x))
      const weights = split(confirm(x), 2, [1, 1])
      const pairLogits = split(changed, 1, [1, 1])
      const masks = [before, add(after, warped)].map((mask, frame) => {
        const pairLogit = reshape(clip(pairLogits[frame], -MAX_ABS_LOGIT, MAX_ABS_LOGIT), [
          n,
          1,
          MASK_SIDE ** 2,
        ])
        return unsqueeze(add(mask, mul(mul(uncertainty(mask), pairLogit), weights[frame])), 2)
      })
      return {
        categories: category(x),
        attributes: reshape(attributes(x), [n, count, 2, ATTRIBUTE_LOGITS]),
        masks: concat(masks, 2),
      }
    },
  }
}

/** Before masks [n, regions, 16384] where the after frame has their places, by the background flow of its tokens [n, 256, 2]. */
function warpedMasks(masks: Tensor, backgroundFlow: Tensor): Tensor {
  const [n, count] = masks.shape
  const maps = reshape(clip(masks, -MAX_ABS_LOGIT, MAX_ABS_LOGIT), [n, count, MASK_SIDE, MASK_SIDE])
  return reshape(sampleAt(maps, smoothWarpGrid(backgroundFlow, MASK_SIDE)), [n, count, MASK_SIDE ** 2])
}

/** 1 where a logit is 0, towards 0 where it is far from it. */
function uncertainty(logits: Tensor): Tensor {
  const probability = sigmoid(logits)
  return mul(mul(probability, sub(1, probability)), 4)
}

/** x, y, x squared, y squared of each pixel, in -1..1, times 3 so that small kernels reach far: [4, 4096]. */
function positionFeatures(): Tensor {
  const positions = cellPositions(PIXEL_SIDE)
  const values = Float32Array.from({ length: 4 * PIXELS }, (_, at) => {
    const position = positions[2 * (at % PIXELS) + (Math.floor(at / PIXELS) % 2)]
    return 3 * (at < 2 * PIXELS ? position : position * position)
  })
  return constant(values, [4, PIXELS])
}
