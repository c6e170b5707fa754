import { add, concat, constant, matmul, nn, reshape, resizeBilinear, split, unsqueeze } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { cellPositions } from './layout'
import { CHANNELS, MASK_SIDE, PIXEL_SIDE, RARE } from './sizes'

const PIXELS = PIXEL_SIDE * PIXEL_SIDE
/** The pixel features, and x, y and their squares: a weighted sum can be a bump anywhere in the picture. */
const KERNEL = CHANNELS.pixel + 4

/** The classes of each attribute of a thing; 0 stands for "none there". */
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

/** Reads region vectors [n, regions, 128] over both frames' pixels. */
export function regionHeads(
  p: Parameters,
  categories: number,
): (regions: Tensor, pixels: readonly [FramePixels, FramePixels]) => RegionOutputs {
  const features = CHANNELS.model
  const norm = nn.layerNorm(p.scope('norm'), features)
  const category = nn.linear(p.scope('category'), features, categories + 1)
  const attributes = nn.linear(p.scope('attributes'), features, 2 * ATTRIBUTE_LOGITS)
  const hidden = nn.feedForward(p.scope('kernel'), features, features)
  const kernel = nn.linear(p.scope('kernelOutput'), features, 2 * (KERNEL + 1))
  const detailKernel = nn.linear(p.scope('detailKernel').later(), features, 2 * CHANNELS.detail, {
    bias: false,
  })
  const places = placeFeatures()
  return (regions, pixels) => {
    const x = norm(regions)
    const [n, count] = x.shape
    const asked = hidden(x)
    const kernels = split(kernel(asked), 2, [KERNEL, 1, KERNEL, 1])
    const inDetail = split(detailKernel(asked), 2, [CHANNELS.detail, CHANNELS.detail])
    const masks = pixels.map(({ embedding, detail }, frame) => {
      const flat = reshape(embedding, [n, CHANNELS.pixel, PIXELS])
      const own = split(kernels[2 * frame], 2, [CHANNELS.pixel, 4])
      const values = add(matmul(own[0], flat), matmul(own[1], places))
      const rough = reshape(add(values, add(kernels[2 * frame + 1], RARE)), [
        n,
        count,
        PIXEL_SIDE,
        PIXEL_SIDE,
      ])
      const whole = reshape(resizeBilinear(rough, MASK_SIDE, MASK_SIDE), [n, count, MASK_SIDE ** 2])
      const between = matmul(inDetail[frame], reshape(detail, [n, CHANNELS.detail, MASK_SIDE ** 2]))
      return unsqueeze(add(whole, between), 2)
    })
    return {
      categories: category(x),
      attributes: reshape(attributes(x), [n, count, 2, ATTRIBUTE_LOGITS]),
      masks: concat(masks, 2),
    }
  }
}

/** x, y, x squared, y squared of each pixel, in -1..1, times 3 so that small kernels reach far: [4, 4096]. */
function placeFeatures(): Tensor {
  const places = cellPositions(PIXEL_SIDE)
  const values = Float32Array.from({ length: 4 * PIXELS }, (_, at) => {
    const place = places[2 * (at % PIXELS) + (Math.floor(at / PIXELS) % 2)]
    return 3 * (at < 2 * PIXELS ? place : place * place)
  })
  return constant(values, [4, PIXELS])
}
