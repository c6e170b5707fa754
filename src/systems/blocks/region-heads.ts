import { add, concat, constant, matmul, nn, reshape, split, unsqueeze } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { cellPositions } from './layout'
import { CHANNELS, MASK_SIDE, RARE } from './sizes'

const PIXELS = MASK_SIDE * MASK_SIDE
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
  /** Before, then after: [n, regions, 2, 4096], rows of 64 x 64. */
  masks: Tensor
}

/** Reads region vectors [n, regions, 128] over both frames' pixel features [n, 20, 64, 64]. */
export function regionHeads(
  p: Parameters,
  categories: number,
): (regions: Tensor, pixels: readonly [Tensor, Tensor]) => RegionOutputs {
  const features = CHANNELS.model
  const norm = nn.layerNorm(p.scope('norm'), features)
  const category = nn.linear(p.scope('category'), features, categories + 1)
  const attributes = nn.linear(p.scope('attributes'), features, 2 * ATTRIBUTE_LOGITS)
  const hidden = nn.feedForward(p.scope('kernel'), features, features)
  const kernel = nn.linear(p.scope('kernelOutput'), features, 2 * (KERNEL + 1))
  const places = placeFeatures()
  return (regions, pixels) => {
    const x = norm(regions)
    const [n, count] = x.shape
    const kernels = split(kernel(hidden(x)), 2, [KERNEL, 1, KERNEL, 1])
    const masks = pixels.map((embedding, frame) => {
      const flat = reshape(embedding, [n, CHANNELS.pixel, PIXELS])
      const own = split(kernels[2 * frame], 2, [CHANNELS.pixel, 4])
      const values = add(matmul(own[0], flat), matmul(own[1], places))
      return unsqueeze(add(values, add(kernels[2 * frame + 1], RARE)), 2)
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
  const places = cellPositions(MASK_SIDE)
  const values = Float32Array.from({ length: 4 * PIXELS }, (_, at) => {
    const place = places[2 * (at % PIXELS) + (Math.floor(at / PIXELS) % 2)]
    return 3 * (at < 2 * PIXELS ? place : place * place)
  })
  return constant(values, [4, PIXELS])
}
