import { concat, initializers, nn, slice } from '../../graph'
import type { Parameters, Tensor } from '../../graph'

export interface TokenEmbeddingSizes {
  words: number
  features: number
  /** The longest text in tokens. */
  length: number
  /** Name of the parameter that holds the vectors of positions. */
  positions?: string
}

export interface TokenEmbedding {
  /** Vectors of words: int64 ids [...] -> [..., features]. */
  lookup: (ids: Tensor) => Tensor
  /** Vectors of the first positions, by default of all; those of several `texts` end to end: [texts * length, features]. */
  positions: (length?: number, texts?: number) => Tensor
}

/** Learned vectors of words and of their positions, which are to be added. */
export function tokenEmbedding(
  p: Parameters,
  { words, features, length: longest, positions: name = 'positions' }: TokenEmbeddingSizes,
): TokenEmbedding {
  const { lookup } = nn.embeddingTable(p.scope('words'), words, features, initializers.normal(0.05))
  const table = p.weight(name, [longest, features], initializers.normal(0.02))
  return {
    lookup,
    positions(length, texts = 1) {
      const own = length === undefined ? table : slice(table, { 0: { start: 0, end: length } })
      return concat(
        Array.from({ length: texts }, () => own),
        0,
      )
    },
  }
}
