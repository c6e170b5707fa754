import { add, concat, expand, initializers, mean, nn, reshape, slice, unsqueeze } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'

export interface Encoded {
  /** [n, 1, c] */
  whole: Tensor
  /** [n, patches, c] */
  patches: Tensor
  /** Equation (5): attention of the class token of the last layer, mean over heads, patches alone: [n, patches]. */
  attention: Tensor
}

export interface EncoderSizes {
  features: number
  heads: number
  layers: number
}

/** A class token and patches [n, patches, c] through transformer layers (Dosovitskiy et al. 2021). */
export function visionEncoder(
  p: Parameters,
  { features, heads, layers }: EncoderSizes,
): (patches: Tensor, mode: Mode) => Encoded {
  const token = p.weight('class', [1, features], initializers.normal(0.02))
  const blocks = Array.from({ length: layers }, (_, index) =>
    encoderLayerWithWeights(p.scope(`layer${index}`), features, heads),
  )
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (patches, mode) => {
    const [n, count] = [patches.shape[0], Number(patches.shape[1])]
    let x = concat([expand(unsqueeze(token, 0), [n, 1, features]), patches], 1)
    let weights: Tensor | null = null
    for (const block of blocks) {
      const pair = block(x, mode)
      x = pair.x
      weights = pair.weights
    }
    if (weights === null) throw new RangeError('an encoder needs a layer')
    const fromClass = slice(weights, { 2: { start: 0, end: 1 }, 3: { start: 1, end: count + 1 } })
    const normed = norm(x)
    return {
      whole: slice(normed, { 1: { start: 0, end: 1 } }),
      patches: slice(normed, { 1: { start: 1, end: count + 1 } }),
      attention: reshape(mean(fromClass, { axes: [1] }), [n, count]),
    }
  }
}

/** As nn.encoderLayer, with the attention weights [n, heads, l, l]. */
function encoderLayerWithWeights(
  p: Parameters,
  features: number,
  heads: number,
): (x: Tensor, mode: Mode) => { x: Tensor; weights: Tensor } {
  const norms = ['norm1', 'norm2'].map((name) => nn.layerNorm(p.scope(name), features))
  const attend = nn.selfAttention(p.scope('self'), features, { heads })
  const forward = nn.feedForward(p.scope('forward'), features, 2 * features)
  return (x, mode) => {
    const { output, weights } = attend(norms[0](x), mode)
    const pair = add(x, output)
    return { x: add(pair, forward(norms[1](pair))), weights }
  }
}
