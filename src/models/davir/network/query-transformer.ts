import { add, concat, expand, initializers, nn, paddingMask, scalar, split, unsqueeze } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import type { Prompt } from './prompt'

export interface QuerySizes {
  features: number
  heads: number
  layers: number
  queries: number
}

/**
 * The Q of equation (11), as a small Q-Former (Li et al. 2023; Dai et al. 2023): learnable queries and the prompt
 * attend to each other, the queries to the image tokens [n, keys, c] -> [n, queries, c].
 */
export function queryTransformer(
  p: Parameters,
  { features, heads, layers, queries }: QuerySizes,
): (pair: Tensor, prompt: Prompt, mode: Mode) => Tensor {
  const start = p.weight('queries', [queries, features], initializers.normal(0.5))
  const blocks = Array.from({ length: layers }, (_, index) => {
    const own = p.scope(`layer${index}`)
    return {
      norms: ['norm1', 'norm2', 'norm3'].map((name) => nn.layerNorm(own.scope(name), features)),
      together: nn.selfAttention(own.scope('self'), features, { heads }),
      attendToImage: nn.crossAttention(own.scope('cross'), features, { heads }),
      forward: nn.feedForward(own.scope('forward'), features, 2 * features),
    }
  })
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (pair, prompt, mode) => {
    const [n] = pair.shape
    const words = Number(prompt.tokens.shape[1])
    const mask = paddingMask(concat([expand(scalar(1), [n, queries]), prompt.present], 1))
    let x = concat([expand(unsqueeze(start, 0), [n, queries, features]), prompt.tokens], 1)
    for (const { norms, together, attendToImage, forward } of blocks) {
      const mixed = add(x, together(norms[0](x), mode, mask).output)
      const [queryTokens, promptTokens] = split(mixed, 1, [queries, words])
      const attended = add(queryTokens, attendToImage(norms[1](queryTokens), pair, mode).output)
      const both = concat([attended, promptTokens], 1)
      x = add(both, forward(norms[2](both)))
    }
    return norm(split(x, 1, [queries, words])[0])
  }
}
